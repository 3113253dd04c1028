package talpa.agent.shape;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values of JSON that a library for objects (Gson, Moshi, Jackson) can read as a type: objects are
 * maps, arrays lists. What it could not make (interfaces, classes of the framework) is left out.
 */
public final class TypedValues {
  private static final int ELEMENTS = 5;
  private static final int INNER_ELEMENTS = 2;
  private static final int MAX_DEPTH = 6;
  private static final int MAX_VALUES = 5000;

  /** Annotations that say a field's name in JSON, and the word for it in them. */
  private static final Set<String> NAMING =
      Set.of("SerializedName", "Json", "SerialName", "JsonProperty", "JSONField");

  private final String host;
  private final String id;
  private final List<Class<?>> inside = new ArrayList<>();
  private int values;

  /**
   * Values for one answer.
   *
   * @param id what the request asked for by number, for the outermost object; or null
   */
  public TypedValues(String host, String id) {
    this.host = host;
    this.id = id;
  }

  /** A value of a type; null if no library could make one. */
  public Object of(Type t) {
    boolean small = id != null && id.matches("[0-9]{1,3}");
    return of(t, Map.of(), "", small ? Integer.parseInt(id) : 1, 0);
  }

  private Object of(Type t, Map<String, Type> bound, String name, int n, int depth) {
    if (depth > MAX_DEPTH || ++values > MAX_VALUES) {
      return null;
    }
    if (t instanceof TypeVariable<?> v) {
      Type b = bound.get(v.getName());
      return b == null || b == t ? null : of(b, Map.of(), name, n, depth);
    }
    if (t instanceof WildcardType w) {
      Type b = w.getLowerBounds().length > 0 ? w.getLowerBounds()[0] : w.getUpperBounds()[0];
      return of(b, bound, name, n, depth);
    }
    if (t instanceof GenericArrayType a) {
      return list(a.getGenericComponentType(), bound, name, depth);
    }
    if (t instanceof ParameterizedType p && p.getRawType() instanceof Class<?> c) {
      Type[] args = resolved(p.getActualTypeArguments(), bound);
      return ofClass(c, args, name, n, depth);
    }
    return t instanceof Class<?> c ? ofClass(c, new Type[0], name, n, depth) : null;
  }

  private static Type[] resolved(Type[] args, Map<String, Type> bound) {
    Type[] out = args.clone();
    for (int i = 0; i < out.length; i++) {
      if (out[i] instanceof TypeVariable<?> v) {
        out[i] = bound.getOrDefault(v.getName(), Object.class);
      }
    }
    return out;
  }

  private Object ofClass(Class<?> c, Type[] args, String name, int n, int depth) {
    Object simple = simple(c, name, n);
    if (simple != null) {
      return simple;
    }
    if (c.isArray()) {
      return list(c.getComponentType(), Map.of(), name, depth);
    }
    if (Map.class.isAssignableFrom(c)) {
      Object v = args.length > 1 ? of(args[1], Map.of(), name, n, depth + 1) : "Text";
      return v == null ? Map.of() : Map.of("key", v);
    }
    if (Collection.class.isAssignableFrom(c) || c == Iterable.class) {
      return list(args.length > 0 ? args[0] : Object.class, Map.of(), name, depth);
    }
    if (c.isInterface() || Modifier.isAbstract(c.getModifiers()) || isPlatform(c)) {
      return null;
    }
    return object(c, args, n, depth);
  }

  private Object simple(Class<?> c, String name, int n) {
    if (c == String.class) {
      return isId(name) && inside.size() == 1 ? id : Sample.text(name, n, host);
    }
    if (c == boolean.class || c == Boolean.class) {
      return Sample.truth(name);
    }
    if (c == double.class || c == Double.class || c == float.class || c == Float.class) {
      return Sample.real(name, n);
    }
    if (c == BigDecimal.class || c == Number.class) {
      return Sample.real(name, n);
    }
    if (c == char.class || c == Character.class) {
      return "a";
    }
    if (c == byte.class || c == Byte.class || c == short.class || c == Short.class) {
      return (long) n;
    }
    if (c == int.class || c == Integer.class || c == long.class || c == Long.class) {
      return isId(name) && inside.size() == 1 && id.length() < 9
          ? (Object) Long.valueOf(id)
          : Long.valueOf(Sample.whole(name, n));
    }
    if (c == BigInteger.class) {
      return (long) n;
    }
    if (c == Date.class || c.getName().startsWith("java.time.")) {
      return Sample.text("date", n, host);
    }
    if (c.isEnum()) {
      return enumeration(c);
    }
    return c.getName().matches("java\\.net\\.UR[IL]|android\\.net\\.Uri")
        ? Sample.text("url", n, host)
        : null;
  }

  private boolean isId(String name) {
    return id != null && name.equals("id") && id.matches("[0-9]+");
  }

  private static Object enumeration(Class<?> c) {
    for (Field f : c.getDeclaredFields()) {
      if (f.isEnumConstant()) {
        return nameOf(f);
      }
    }
    return null;
  }

  private static boolean isPlatform(Class<?> c) {
    return c.getName().matches("(java|javax|android|kotlin|dalvik|org\\.json)\\..*");
  }

  private List<Object> list(Type of, Map<String, Type> bound, String name, int depth) {
    List<Object> l = new ArrayList<>();
    int size = depth <= 2 ? ELEMENTS : INNER_ELEMENTS;
    for (int i = 1; i <= size; i++) {
      Object v = of(of, bound, name, i, depth + 1);
      if (v != null) {
        l.add(v);
      }
    }
    return l;
  }

  /** An object; null inside one of its own class, as trees have an end. */
  private Object object(Class<?> c, Type[] args, int n, int depth) {
    if (inside.contains(c)) {
      return null;
    }
    inside.add(c);
    Map<String, Object> o = new LinkedHashMap<>();
    Map<String, Type> bound = bind(c, args, Map.of());
    for (Class<?> k = c; k != null && !isPlatform(k); k = k.getSuperclass()) {
      for (Field f : k.getDeclaredFields()) {
        if ((f.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && !f.isSynthetic()) {
          Object v = of(f.getGenericType(), bound, f.getName(), n, depth + 1);
          if (v != null) {
            o.putIfAbsent(nameOf(f), v);
          }
        }
      }
      Type s = k.getGenericSuperclass();
      bound =
          s instanceof ParameterizedType p
              ? bind(k.getSuperclass(), p.getActualTypeArguments(), bound)
              : Map.of();
    }
    inside.remove(inside.size() - 1);
    return o;
  }

  private static Map<String, Type> bind(Class<?> c, Type[] args, Map<String, Type> bound) {
    Map<String, Type> m = new HashMap<>();
    TypeVariable<?>[] v = c.getTypeParameters();
    Type[] to = resolved(args, bound);
    for (int i = 0; i < Math.min(v.length, to.length); i++) {
      m.put(v[i].getName(), to[i]);
    }
    return m;
  }

  /** The name in JSON. */
  private static String nameOf(Field f) {
    for (Annotation a : f.getAnnotations()) {
      boolean known = NAMING.contains(a.annotationType().getSimpleName());
      for (String m : known ? List.of("value", "name") : List.of("value")) {
        String s = text(a, m);
        if (!s.isEmpty() && (known || isNaming(a))) {
          return s;
        }
      }
    }
    return f.getName();
  }

  /**
   * Whether an annotation of a renamed class may be one that names: of a library for databases it
   * is not.
   */
  private static boolean isNaming(Annotation a) {
    return !a.annotationType().getName().startsWith("android");
  }

  private static String text(Annotation a, String name) {
    try {
      Method m = a.annotationType().getDeclaredMethod(name);
      m.setAccessible(true);
      return m.getReturnType() == String.class ? (String) m.invoke(a) : "";
    } catch (ReflectiveOperationException | RuntimeException e) {
      return "";
    }
  }
}
