package talpa.agent.answer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import talpa.agent.wire.Json;

/**
 * Answers that are right but for one field: a member of JSON, or an element or attribute of XML.
 *
 * <p>A field is named by its key, wherever it stands, or by the end of the keys that lead to it
 * ({@code owner.name}); a number ({@code #3}) is the place of a key among all of the answer, and
 * begins anew after the last.
 */
final class Fields {
  private static final String NUMBER = "#[0-9]{1,4}";

  /** The most elements, or letters, that a field is made to have. */
  private static final int MAX_SIZE = 5000;

  private final Manner manner;
  private String field;
  private boolean whole; // the field is told with all keys that lead to it

  private Fields(Manner manner) {
    this.manner = manner;
    field = manner.field();
  }

  /** The answer with its odd field; as it was if it has no such field. */
  static Answer change(Answer good, Manner m) {
    String body;
    if (good.isJson()) {
      body = new Fields(m).json(good.text());
    } else if (good.isXml()) {
      body = new Fields(m).xml(good.text());
    } else {
      return good;
    }
    if (body.equals(good.text())) {
      return good;
    }
    String kind = good.kind() + ", but " + m.field() + " odd";
    return new Answer(kind, good.type(), body.getBytes(StandardCharsets.UTF_8));
  }

  private String json(String text) {
    Object all = Json.parse(text);
    Set<String> paths = new LinkedHashSet<>();
    paths(all, "", paths);
    choose(List.copyOf(paths));
    return Json.write(edited(all, ""));
  }

  /** Makes a number the path that it stands for, and a path that there is none of its last key. */
  private void choose(List<String> paths) {
    if (field.matches(NUMBER) && !paths.isEmpty()) {
      int n = Integer.parseInt(field.substring(1));
      field = paths.get(Math.floorMod(n - 1, paths.size()));
      whole = true;
    } else if (paths.stream().noneMatch(this::is)) {
      field = field.substring(field.lastIndexOf('.') + 1);
    }
  }

  private static void paths(Object v, String path, Set<String> into) {
    if (v instanceof Map<?, ?> m) {
      m.forEach(
          (k, x) -> {
            into.add(below(path, k));
            paths(x, below(path, k), into);
          });
    } else if (v instanceof List<?> l) {
      l.forEach(x -> paths(x, path, into));
    }
  }

  private static String below(String path, Object key) {
    return path.isEmpty() ? key.toString() : path + "." + key;
  }

  private boolean is(String path) {
    return path.equals(field) || !whole && path.endsWith("." + field);
  }

  private Object edited(Object v, String path) {
    if (v instanceof List<?> l) {
      List<Object> all = new ArrayList<>();
      l.forEach(x -> all.add(edited(x, path)));
      return all;
    }
    if (!(v instanceof Map<?, ?> m)) {
      return v;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    m.forEach(
        (k, x) -> {
          String at = below(path, k);
          if (!is(at)) {
            all.put(k.toString(), edited(x, at));
          } else if (manner.way() != Manner.Way.MISSING) {
            all.put(k.toString(), odd(x));
          }
        });
    return all;
  }

  private Object odd(Object v) {
    return switch (manner.way()) {
      case NULL -> null;
      case EMPTY -> emptied(v);
      case TEXT -> "text";
      case VALUE -> value(v);
      case SIZE -> sized(v);
      default -> v;
    };
  }

  private static Object emptied(Object v) {
    if (v instanceof List<?>) {
      return List.of();
    }
    if (v instanceof Map<?, ?>) {
      return Map.of();
    }
    if (v instanceof Number) {
      return 0L;
    }
    return v instanceof Boolean ? (Object) Boolean.FALSE : "";
  }

  /** The value as what the field was, or as a text where it cannot be that. */
  private Object value(Object was) {
    String text = manner.value();
    if (was instanceof Boolean && text.matches("true|false")) {
      return Boolean.valueOf(text);
    }
    if (was instanceof Number && text.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(text);
    }
    if (was instanceof Number && text.matches("-?[0-9]+\\.[0-9]+")) {
      return Double.valueOf(text);
    }
    return text;
  }

  private int size() {
    return manner.value().matches("[0-9]{1,6}")
        ? Math.min(Integer.parseInt(manner.value()), MAX_SIZE)
        : MAX_SIZE;
  }

  private Object sized(Object v) {
    if (v instanceof List<?> l && !l.isEmpty()) {
      List<Object> all = new ArrayList<>();
      for (int i = 0; i < size(); i++) {
        all.add(l.get(i % l.size()));
      }
      return all;
    }
    return v instanceof String s && !s.isEmpty() ? repeated(s, size()) : v;
  }

  private static String repeated(String s, int length) {
    return s.repeat(length / s.length() + 1).substring(0, length);
  }

  /** Changes a document of our own, in which no element stands within one of its name. */
  private String xml(String text) {
    Set<String> names = new LinkedHashSet<>();
    Matcher m = Pattern.compile("<([A-Za-z_][^\\s/>]*)").matcher(text);
    while (m.find()) {
      names.add(m.group(1));
    }
    choose(List.copyOf(names));
    String name = Pattern.quote(field);
    String elements =
        replaced(text, "<(" + name + ")((?:\\s[^>]*)?)(?:/>|>(.*?)</" + name + ">)", this::element);
    return replaced(elements, "(\\s" + name + ")=\"([^\"]*)\"", this::attribute);
  }

  private interface Replacement {
    String of(Matcher found, int n);
  }

  private static String replaced(String text, String pattern, Replacement by) {
    Matcher m = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    StringBuilder out = new StringBuilder();
    int n = 0;
    while (m.find()) {
      m.appendReplacement(out, Matcher.quoteReplacement(by.of(m, n++)));
    }
    return m.appendTail(out).toString();
  }

  private String element(Matcher m, int n) {
    if (manner.way() == Manner.Way.MISSING) {
      return "";
    }
    if (manner.way() == Manner.Way.SIZE) {
      return n < size() ? m.group() : "";
    }
    String inside = content();
    return "<" + m.group(1) + m.group(2) + ">" + inside + "</" + m.group(1) + ">";
  }

  private String attribute(Matcher m, int n) {
    return switch (manner.way()) {
      case MISSING -> "";
      case SIZE -> m.group();
      default -> m.group(1) + "=\"" + content() + "\"";
    };
  }

  private String content() {
    return switch (manner.way()) {
      case TEXT -> "text";
      case VALUE ->
          manner.value().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
      default -> "";
    };
  }
}
