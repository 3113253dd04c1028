package talpa.agent.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small JSON reader and writer (RFC 8259). Objects are {@link Map}, arrays {@link List}, integral
 * numbers {@link Long}, other numbers {@link Double}. Its own, so that no library's classes can
 * collide with those of an app.
 */
public final class Json {
  private static final int MAX_DEPTH = 100;

  private final String text;
  private int pos;
  private int depth;

  private Json(String text) {
    this.text = text;
  }

  /**
   * Parses one value.
   *
   * @throws IllegalArgumentException if the text is not JSON, with the offset of the fault
   */
  public static Object parse(String text) {
    Json p = new Json(text);
    Object v = p.value();
    p.space();
    if (p.pos != text.length()) {
      throw p.fault("text after the value");
    }
    return v;
  }

  /** Writes a value made of maps, collections, strings, numbers, booleans and nulls. */
  public static String write(Object v) {
    StringBuilder out = new StringBuilder();
    write(out, v);
    return out.toString();
  }

  private static void write(StringBuilder out, Object v) {
    if (v == null || v instanceof Boolean || v instanceof Number) {
      out.append(v);
    } else if (v instanceof Map<?, ?> m) {
      writeObject(out, m);
    } else if (v instanceof Collection<?> c) {
      char sep = '[';
      for (Object e : c) {
        out.append(sep);
        write(out, e);
        sep = ',';
      }
      out.append(c.isEmpty() ? "[]" : "]");
    } else {
      writeString(out, v.toString());
    }
  }

  private static void writeObject(StringBuilder out, Map<?, ?> m) {
    char sep = '{';
    for (Map.Entry<?, ?> e : m.entrySet()) {
      out.append(sep);
      writeString(out, e.getKey().toString());
      out.append(':');
      write(out, e.getValue());
      sep = ',';
    }
    out.append(m.isEmpty() ? "{}" : "}");
  }

  private static void writeString(StringBuilder out, String s) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          // A lone surrogate has no UTF-8 form: written as an escape it survives.
          if (c < 0x20 || Character.isSurrogate(c)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private Object value() {
    space();
    if (pos >= text.length()) {
      throw fault("value expected");
    }
    if (++depth > MAX_DEPTH) {
      throw fault("nested too deeply");
    }
    try {
      return switch (text.charAt(pos)) {
        case '{' -> object();
        case '[' -> array();
        case '"' -> string();
        case 't' -> word("true", Boolean.TRUE);
        case 'f' -> word("false", Boolean.FALSE);
        case 'n' -> word("null", null);
        default -> number();
      };
    } finally {
      depth--;
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> m = new LinkedHashMap<>();
    pos++;
    space();
    if (take('}')) {
      return m;
    }
    do {
      space();
      String k = string();
      space();
      need(':');
      m.put(k, value());
      space();
    } while (take(','));
    need('}');
    return m;
  }

  private List<Object> array() {
    List<Object> l = new ArrayList<>();
    pos++;
    space();
    if (take(']')) {
      return l;
    }
    do {
      l.add(value());
      space();
    } while (take(','));
    need(']');
    return l;
  }

  private String string() {
    need('"');
    StringBuilder b = new StringBuilder();
    while (true) {
      if (pos >= text.length()) {
        throw fault("string without end");
      }
      char c = text.charAt(pos++);
      if (c == '"') {
        return b.toString();
      }
      b.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() {
    if (pos >= text.length()) {
      throw fault("string without end");
    }
    char c = text.charAt(pos++);
    switch (c) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'u':
        if (pos + 4 > text.length()) {
          throw fault("short \\u escape");
        }
        int v = 0;
        for (int i = 0; i < 4; i++) {
          int d = Character.digit(text.charAt(pos++), 16);
          if (d < 0) {
            throw fault("bad \\u escape");
          }
          v = v * 16 + d;
        }
        return (char) v;
      case '"', '\\', '/':
        return c;
      default:
        throw fault("bad escape");
    }
  }

  private Object word(String w, Object v) {
    if (!text.startsWith(w, pos)) {
      throw fault("value expected");
    }
    pos += w.length();
    return v;
  }

  private Number number() {
    int start = pos;
    while (pos < text.length() && "+-.eE0123456789".indexOf(text.charAt(pos)) >= 0) {
      pos++;
    }
    String s = text.substring(start, pos);
    try {
      if (s.indexOf('.') < 0 && s.indexOf('e') < 0 && s.indexOf('E') < 0) {
        return Long.valueOf(s);
      }
      return Double.valueOf(s);
    } catch (NumberFormatException e) {
      pos = start;
      throw fault("value expected");
    }
  }

  private void space() {
    while (pos < text.length() && " \t\r\n".indexOf(text.charAt(pos)) >= 0) {
      pos++;
    }
  }

  private boolean take(char c) {
    if (pos < text.length() && text.charAt(pos) == c) {
      pos++;
      return true;
    }
    return false;
  }

  private void need(char c) {
    if (!take(c)) {
      throw fault("'" + c + "' expected");
    }
  }

  private IllegalArgumentException fault(String what) {
    return new IllegalArgumentException("JSON offset " + pos + ": " + what);
  }
}
