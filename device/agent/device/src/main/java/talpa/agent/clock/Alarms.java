package talpa.agent.clock;

import android.os.SystemClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What falls due at a virtual time on whatever thread moves the clock: timers and delayed tasks of
 * the app, ends of its sleeps and waits. They run one at a time, those of one time in the order in
 * which they were set. Safe for use by several threads.
 */
public final class Alarms {
  /** One alarm, until it has run. */
  public static final class Alarm {
    private final long due;
    private final long number;
    private final Runnable action;
    private final PriorityQueue<Alarm> queue;

    private Alarm(long due, Runnable action, PriorityQueue<Alarm> queue) {
      this.due = due;
      this.number = set++;
      this.action = action;
      this.queue = queue;
    }

    /** Takes it back, unless it has run. */
    public void cancel() {
      synchronized (QUEUE) {
        queue.remove(this);
      }
    }
  }

  private static final Comparator<Alarm> ORDER =
      Comparator.comparingLong((Alarm a) -> a.due).thenComparingLong(a -> a.number);

  /** Guards both. */
  private static final PriorityQueue<Alarm> QUEUE = new PriorityQueue<>(ORDER);

  /** Those for which the clock does not go on. */
  private static final PriorityQueue<Alarm> PASSING = new PriorityQueue<>(ORDER);

  private static long set;

  private Alarms() {}

  /**
   * Sets an alarm.
   *
   * @param millis virtual time from now, however long
   * @param action must be quick, and must not wait for another thread
   */
  public static Alarm in(long millis, Runnable action) {
    return set(millis, action, QUEUE);
  }

  /** As {@link #in}, but the clock does not go on for it: it runs when it has for other reasons. */
  public static Alarm passing(long millis, Runnable action) {
    return set(millis, action, PASSING);
  }

  private static Alarm set(long millis, Runnable action, PriorityQueue<Alarm> queue) {
    long now = SystemClock.uptimeMillis();
    long due = millis > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, millis);
    synchronized (QUEUE) {
      Alarm a = new Alarm(due, action, queue);
      queue.add(a);
      return a;
    }
  }

  /** Virtual uptime of the first alarm for which the clock goes on, or -1 if there is none. */
  static long next() {
    synchronized (QUEUE) {
      Alarm a = QUEUE.peek();
      return a == null ? -1 : a.due;
    }
  }

  /** Virtual uptime of the first alarm for which the clock does not go on, or def without one. */
  static long nextPassing(long def) {
    synchronized (QUEUE) {
      Alarm a = PASSING.peek();
      return a == null ? def : a.due;
    }
  }

  /** Whether an alarm waits to be run now. */
  static boolean isDue() {
    long next = next();
    return next >= 0 && next <= SystemClock.uptimeMillis();
  }

  /** Runs the first alarm that is due; false if there is none. */
  static boolean fire() {
    Alarm a;
    synchronized (QUEUE) {
      a = first();
      if (a == null || a.due > SystemClock.uptimeMillis()) {
        return false;
      }
      a.queue.remove();
    }
    a.action.run();
    return true;
  }

  /** The first alarm of both queues, or null. */
  private static Alarm first() {
    Alarm a = QUEUE.peek();
    Alarm b = PASSING.peek();
    return a == null || (b != null && ORDER.compare(b, a) < 0) ? b : a;
  }

  /** Forgets all alarms: those of an app that is unloaded. */
  static void clear() {
    synchronized (QUEUE) {
      QUEUE.clear();
      PASSING.clear();
    }
  }
}
