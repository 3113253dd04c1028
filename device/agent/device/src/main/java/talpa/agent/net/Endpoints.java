package talpa.agent.net;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import talpa.agent.process.AppCode;
import talpa.agent.shape.AppReads;
import talpa.agent.shape.TypedValues;

/** Requests that an interface of Retrofit's describes: the answer's type is that of its method. */
final class Endpoints {
  private static final Pattern PLACE = Pattern.compile("\\{[^}]*}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** Libraries whose generic types hold what is in the answer. */
  private static final Pattern HOLDERS =
      Pattern.compile(
          "(retrofit2?|rx|io\\.reactivex|kotlinx\\.coroutines|androidx\\.lifecycle|"
              + "com\\.google\\.common\\.util\\.concurrent|java\\.util\\.concurrent)\\..*"
              + "|java\\.util\\.Optional|kotlin\\.Result");

  private Endpoints() {}

  /** A value that the app's method for this path can read; null if there is no such method. */
  static Object answer(AppReads app, Request r) {
    Method best = null;
    int length = -1;
    for (String name : app.endpoints()) {
      for (Method m : methods(name)) {
        String template = template(m);
        int fixed = template == null ? -1 : matched(template, r.path());
        if (fixed > length && answered(m) != null) {
          best = m;
          length = fixed;
        }
      }
    }
    return best == null ? null : new TypedValues(r.host(), id(r.path())).of(answered(best));
  }

  private static Method[] methods(String name) {
    try {
      Method[] all = Class.forName(name, false, AppCode.loader()).getDeclaredMethods();
      java.util.Arrays.sort(all, java.util.Comparator.comparing(Method::toString));
      return all;
    } catch (ClassNotFoundException | LinkageError e) {
      return new Method[0];
    }
  }

  /** The last number of a path, or null. */
  private static String id(String path) {
    String last = null;
    Matcher m = NUMBER.matcher(path);
    while (m.find()) {
      last = m.group();
    }
    return last;
  }

  /** The path that a method is annotated with: the value of GET and the like; null for none. */
  private static String template(Method m) {
    try {
      for (Annotation a : m.getAnnotations()) {
        for (Method value : a.annotationType().getDeclaredMethods()) {
          if (value.getName().equals("value") && value.getReturnType() == String.class) {
            value.setAccessible(true);
            return (String) value.invoke(a);
          }
        }
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
    return null;
  }

  /** How many letters of a path a template fixes; -1 if the path is not of the template. */
  private static int matched(String template, String path) {
    String t = template.replaceFirst("\\?.*", "").replaceFirst("^[a-z]+://[^/]*", "");
    StringBuilder p = new StringBuilder(t.startsWith("/") ? "" : "(.*/)?");
    Matcher m = PLACE.matcher(t);
    int from = 0;
    int fixed = 0;
    while (m.find()) {
      p.append(Pattern.quote(t.substring(from, m.start()))).append("[^/]*");
      fixed += m.start() - from;
      from = m.end();
    }
    p.append(Pattern.quote(t.substring(from)));
    fixed += t.length() - from;
    return !t.isEmpty() && path.matches(p.toString()) ? fixed : -1;
  }

  /** What an answer of the method is read as; null if it is read as it comes. */
  private static Type answered(Method m) {
    Type[] params = m.getGenericParameterTypes();
    Type last = params.length == 0 ? null : params[params.length - 1];
    boolean suspends = last instanceof ParameterizedType p && isContinuation(p);
    Type t = suspends ? argument((ParameterizedType) last) : m.getGenericReturnType();
    while (t instanceof ParameterizedType p && holds(p)) {
      t = argument(p);
    }
    return t instanceof Class<?> c && !isReadable(c) ? null : t;
  }

  private static boolean isContinuation(ParameterizedType p) {
    return ((Class<?>) p.getRawType()).isInterface()
        && p.getActualTypeArguments()[0] instanceof WildcardType w
        && w.getLowerBounds().length > 0;
  }

  private static boolean holds(ParameterizedType p) {
    Class<?> c = (Class<?>) p.getRawType();
    if (p.getActualTypeArguments().length != 1 || Collection.class.isAssignableFrom(c)) {
      return false;
    }
    return HOLDERS.matcher(c.getName()).matches()
        || c.isInterface()
        || Modifier.isAbstract(c.getModifiers());
  }

  private static Type argument(ParameterizedType p) {
    Type t = p.getActualTypeArguments()[0];
    return t instanceof WildcardType w
        ? w.getLowerBounds().length > 0 ? w.getLowerBounds()[0] : w.getUpperBounds()[0]
        : t;
  }

  private static boolean isReadable(Class<?> c) {
    return c.isArray()
        || c.isEnum()
        || Map.class.isAssignableFrom(c)
        || Collection.class.isAssignableFrom(c)
        || !Modifier.isAbstract(c.getModifiers()) && c != Void.class && c != Object.class;
  }
}
