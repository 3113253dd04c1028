package talpa.agent.clock;

import java.lang.reflect.Field;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The numbers in the names that the JDK gives to threads and pools of an app: they begin anew with
 * each app, as in a process of its own. Knows fields of the JDK (17 to 23); one that is not found
 * goes on counting.
 */
public final class ThreadNumbers {
  private ThreadNumbers() {}

  /** Counts from the beginning. */
  public static void reset() {
    reset(Executors.defaultThreadFactory().getClass(), "poolNumber", 1);
    reset(Thread.class, "threadInitNumber", 0);
  }

  private static void reset(Class<?> c, String field, int first) {
    try {
      Field f = c.getDeclaredField(field);
      f.setAccessible(true);
      if (f.get(null) instanceof AtomicInteger counter) {
        counter.set(first);
      } else {
        f.setInt(null, first);
      }
    } catch (ReflectiveOperationException e) {
      return; // of another JDK
    }
  }
}
