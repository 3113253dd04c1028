package talpa.agent.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a request: typed access to one JSON object. Every getter throws a usage error
 * that names the field if the value has another type; a field that is null counts as absent.
 */
public final class Params {
  private final Map<String, Object> values;

  /** Wraps a parsed JSON object. */
  public Params(Map<String, Object> values) {
    this.values = values;
  }

  /** Whether the field is present and not null. */
  public boolean has(String name) {
    return values.get(name) != null;
  }

  /** A string, or def if absent. */
  public String string(String name, String def) {
    Object v = values.get(name);
    if (v == null) {
      return def;
    }
    if (v instanceof String s) {
      return s;
    }
    throw wrong(name, "a string");
  }

  /** A string that must be present. */
  public String string(String name) {
    String s = string(name, null);
    if (s == null) {
      throw wrong(name, "a string");
    }
    return s;
  }

  /** A number, or def if absent. */
  public double number(String name, double def) {
    Object v = values.get(name);
    if (v == null) {
      return def;
    }
    if (v instanceof Number n) {
      return n.doubleValue();
    }
    throw wrong(name, "a number");
  }

  /** A number that must be present. */
  public double number(String name) {
    if (!has(name)) {
      throw wrong(name, "a number");
    }
    return number(name, 0);
  }

  /** An integral number, or def if absent. */
  public long integer(String name, long def) {
    return has(name) ? (long) number(name) : def;
  }

  /** A truth value, or def if absent. */
  public boolean bool(String name, boolean def) {
    Object v = values.get(name);
    if (v == null) {
      return def;
    }
    if (v instanceof Boolean b) {
      return b;
    }
    throw wrong(name, "true or false");
  }

  /** A list of strings; empty if absent. */
  public List<String> strings(String name) {
    Object v = values.get(name);
    List<String> out = new ArrayList<>();
    if (v == null) {
      return out;
    }
    if (!(v instanceof List<?> l)) {
      throw wrong(name, "a list of strings");
    }
    for (Object e : l) {
      if (!(e instanceof String s)) {
        throw wrong(name, "a list of strings");
      }
      out.add(s);
    }
    return out;
  }

  /** A list of anything; empty if absent. */
  public List<?> list(String name) {
    Object v = values.get(name);
    if (v == null) {
      return List.of();
    }
    if (v instanceof List<?> l) {
      return l;
    }
    throw wrong(name, "a list");
  }

  /** An object; empty if absent. */
  public Params object(String name) {
    Object v = values.get(name);
    return v == null ? new Params(Map.of()) : object(v, name, "an object");
  }

  /** A list of objects; empty if absent. */
  public List<Params> objects(String name) {
    return list(name).stream().map(v -> object(v, name, "a list of objects")).toList();
  }

  @SuppressWarnings("unchecked")
  private static Params object(Object v, String name, String what) {
    if (v instanceof Map<?, ?> m) {
      return new Params((Map<String, Object>) m);
    }
    throw wrong(name, what);
  }

  /** The underlying map: values as {@link Json} parses them. */
  public Map<String, Object> map() {
    return values;
  }

  private static WireException wrong(String name, String what) {
    return WireException.usage("parameter \"" + name + "\" must be " + what);
  }
}
