package talpa.agent.clock;

import android.os.Looper;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What threads that outlive an app hold of it: their context class loader, the access rights that
 * they inherited, values of thread locals, and threads that the app left to run when the JVM ends.
 * Any of it would keep all of the app's classes.
 *
 * <p>Knows fields of the JDK's threads (17 to 23); where they are not found, no more than the class
 * loader is let go.
 */
public final class ThreadRemains {
  private static final Field LOCALS = field(Thread.class, "threadLocals");
  private static final Field RIGHTS = field(Thread.class, "inheritedAccessControlContext");

  /** Names of classes of the JDK's own. */
  private static final Pattern INTERNALS = Pattern.compile("^\\[*L?(jdk|sun)\\.");

  private final Thread main = Thread.currentThread();
  private final Set<ThreadLocal<?>> before = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Remembers the thread locals of the calling thread, which is the app's main thread to be. Those
   * of the framework begin anew, but for the looper: an animation's clock, policies.
   */
  public ThreadRemains() {
    Locals l = locals(main);
    for (int i = 0; i < l.keys.size(); i++) {
      if (l.values.get(i) instanceof Looper || isJdk(l.keys.get(i)) || isJdk(l.values.get(i))) {
        before.add(l.keys.get(i));
      } else {
        l.remove(l.keys.get(i));
      }
    }
  }

  private static boolean isJdk(Object o) {
    return o != null && INTERNALS.matcher(o.getClass().getName()).find();
  }

  /**
   * Has no thread start from the app's class loader any more. Before threads are stopped: what the
   * framework keeps of one that has ended cannot be reached.
   */
  public void disinherit(ClassLoader app) {
    for (Thread t : AppThreads.alive()) {
      if (t.getContextClassLoader() == app) {
        t.setContextClassLoader(ThreadRemains.class.getClassLoader());
        clear(RIGHTS, t);
      }
    }
  }

  /**
   * Lets go of the values of an app that was unloaded: the main thread keeps the thread locals that
   * it had before; the others (the framework's shared workers) their loopers and what is the JDK's.
   * The framework makes what it misses anew.
   */
  public void release(ClassLoader app) {
    for (Thread t : AppThreads.alive()) {
      Locals l = locals(t);
      for (int i = 0; i < l.keys.size(); i++) {
        Object value = l.values.get(i);
        if (t == main ? !before.contains(l.keys.get(i)) : concerns(app, value)) {
          l.remove(l.keys.get(i));
        }
      }
    }
    for (Thread t : endings()) {
      if (t.getContextClassLoader() == app || t.getClass().getClassLoader() == app) {
        Runtime.getRuntime().removeShutdownHook(t); // a phone ends apps without running any
      }
    }
  }

  /** Whether a value of another thread than the main one is the app's, or may lead to it. */
  private static boolean concerns(ClassLoader app, Object value) {
    ClassLoader owner = value == null ? null : value.getClass().getClassLoader();
    boolean framework = owner == ThreadRemains.class.getClassLoader() && !(value instanceof Looper);
    return framework || (owner != null && owner == app);
  }

  /** The threads that wait for the end of the JVM to start. */
  private static List<Thread> endings() {
    try {
      Field hooks = field(Class.forName("java.lang.ApplicationShutdownHooks"), "hooks");
      Object all = hooks == null ? null : hooks.get(null);
      List<Thread> out = new ArrayList<>();
      if (all instanceof Map<?, ?> m) {
        m.keySet().forEach(t -> out.add((Thread) t));
      }
      return out;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK's shutdown hooks have another form", e);
    }
  }

  private static Locals locals(Thread t) {
    Locals l = new Locals();
    try {
      l.map = LOCALS == null ? null : LOCALS.get(t);
      Object table = l.map == null ? null : field(l.map.getClass(), "table").get(l.map);
      for (int i = 0; table != null && i < Array.getLength(table); i++) {
        Object entry = Array.get(table, i);
        if (entry instanceof Reference<?> r && r.get() instanceof ThreadLocal<?> key) {
          l.keys.add(key);
          l.values.add(field(entry.getClass(), "value").get(entry));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK's thread locals have another form", e);
    }
    return l;
  }

  private static void clear(Field f, Thread t) {
    try {
      if (f != null) {
        f.set(t, null);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the JDK's threads have another form", e);
    }
  }

  /** The field, open; null if there is none. */
  private static Field field(Class<?> c, String name) {
    try {
      Field f = c.getDeclaredField(name);
      f.setAccessible(true);
      return f;
    } catch (NoSuchFieldException e) {
      return null;
    }
  }

  /** The thread locals of a thread. */
  private static final class Locals {
    private final List<ThreadLocal<?>> keys = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private Object map;

    void remove(ThreadLocal<?> key) {
      try {
        Method m = map.getClass().getDeclaredMethod("remove", ThreadLocal.class);
        m.setAccessible(true);
        m.invoke(map, key);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the JDK's thread locals have another form", e);
      }
    }
  }
}
