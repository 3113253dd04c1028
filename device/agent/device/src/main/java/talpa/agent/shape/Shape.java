package talpa.agent.shape;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What code expects of a value of JSON: a node of a graph whose nodes are merged where values flow
 * together (unification, as in Steensgaard, "Points-to analysis in almost linear time", POPL 1996).
 */
public final class Shape {
  /** The key for all keys that are not constants. */
  static final String ANY = "*";

  private Shape into;
  private Map<String, Shape> keys = new LinkedHashMap<>();
  private Shape element;
  private String scalar = "";
  private final Set<String> expected = new LinkedHashSet<>();
  private final Set<String> readers = new LinkedHashSet<>();
  private boolean parsed;
  private boolean inner;

  /** The node that this one was merged into. */
  Shape get() {
    Shape s = this;
    while (s.into != null) {
      s = s.into;
    }
    return s;
  }

  /** Says that two are one. */
  static void merge(Shape one, Shape two) {
    Shape a = one.get();
    Shape b = two.get();
    if (a == b) {
      return;
    }
    b.into = a;
    a.scalar = a.scalar.isEmpty() ? b.scalar : a.scalar;
    a.expected.addAll(b.expected);
    a.readers.addAll(b.readers);
    a.parsed |= b.parsed;
    a.inner |= b.inner;
    for (Map.Entry<String, Shape> e : List.copyOf(b.keys.entrySet())) {
      Shape mine = a.get().keys.putIfAbsent(e.getKey(), e.getValue());
      if (mine != null) {
        merge(mine, e.getValue());
      }
    }
    if (b.element != null) {
      Shape mine = a.get().element;
      if (mine == null) {
        a.get().element = b.element;
      } else {
        merge(mine, b.element);
      }
    }
  }

  /** What is at a key. */
  Shape key(String name) {
    return get().keys.computeIfAbsent(name, k -> child());
  }

  /** What an array holds. */
  Shape element() {
    Shape s = get();
    if (s.element == null) {
      s.element = child();
    }
    return s.element;
  }

  private static Shape child() {
    Shape s = new Shape();
    s.inner = true;
    return s;
  }

  /** It is read as text, whole, real or truth, or as text that is parsed as number. */
  void scalar(String kind) {
    get().scalar = kind;
  }

  /** It is compared with this. */
  void expect(String value) {
    get().expected.add(value);
  }

  /** A method takes it apart: by internal name of the class, a dot, and its name. */
  void readBy(String method) {
    get().readers.add(method);
  }

  /** It comes of a text. */
  void parse() {
    get().parsed = true;
  }

  boolean isRoot() {
    Shape s = get();
    return (s.parsed || !s.inner) && (!s.keys.isEmpty() || s.element != null);
  }

  public Set<String> readers() {
    return get().readers;
  }

  /** The words of the keys, and of those one below. */
  public Set<String> words() {
    Set<String> all = new LinkedHashSet<>();
    for (Map.Entry<String, Shape> e : get().keys.entrySet()) {
      all.addAll(Sample.words(e.getKey()));
      e.getValue().get().keys.keySet().forEach(k -> all.addAll(Sample.words(k)));
    }
    return all;
  }

  /** A value of this shape: maps, lists, texts, numbers, truths. */
  public Object value(String host) {
    return new Maker(host).make(get(), "", 1, 0);
  }

  /** Makes one value; what would not end is left out. */
  private static final class Maker {
    private static final int ELEMENTS = 5;
    private static final int INNER_ELEMENTS = 2;
    private static final int MAX_DEPTH = 10;
    private static final int MAX_VALUES = 5000;

    private final String host;
    private final Set<Shape> inside = new HashSet<>();
    private int values;

    Maker(String host) {
      this.host = host;
    }

    Object make(Shape s, String name, int n, int depth) {
      if (depth > MAX_DEPTH || ++values > MAX_VALUES || !inside.add(s)) {
        return null;
      }
      try {
        if (!s.keys.isEmpty()) {
          return object(s, name, n, depth);
        }
        return s.element == null ? scalar(s, name, n) : array(s, name, depth);
      } finally {
        inside.remove(s);
      }
    }

    private Object object(Shape s, String name, int n, int depth) {
      Map<String, Object> o = new LinkedHashMap<>();
      for (Map.Entry<String, Shape> e : s.keys.entrySet()) {
        boolean any = e.getKey().equals(ANY);
        for (int i = 1; i <= (any ? INNER_ELEMENTS : 1); i++) {
          String key = any ? "key" + i : e.getKey();
          Object v = make(e.getValue().get(), any ? name : key, any ? i : n, depth + 1);
          if (v != null) {
            o.putIfAbsent(key, v);
          }
        }
      }
      return o;
    }

    private Object array(Shape s, String name, int depth) {
      List<Object> l = new ArrayList<>();
      int size = depth <= 2 ? ELEMENTS : INNER_ELEMENTS;
      for (int i = 1; i <= size; i++) {
        Object v = make(s.element.get(), name, i, depth + 1);
        if (v != null) {
          l.add(v);
        }
      }
      return l;
    }

    private Object scalar(Shape s, String name, int n) {
      boolean whole = s.scalar.equals("whole"); // texts that others compare it with are none
      List<String> wanted =
          s.expected.stream().filter(e -> !whole || e.matches("-?[0-9]{1,18}")).toList();
      String one = wanted.isEmpty() ? null : wanted.get((n - 1) % wanted.size());
      return switch (s.scalar) {
        case "whole" -> one != null ? Long.valueOf(one) : Long.valueOf(Sample.whole(name, n));
        case "real" -> Sample.real(name, n);
        case "truth" -> Sample.truth(name);
        case "number" -> Integer.toString(n);
        default -> one != null ? one : Sample.text(name, n, host);
      };
    }
  }
}
