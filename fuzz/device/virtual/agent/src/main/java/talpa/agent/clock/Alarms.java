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

    private Alarm(long due, long number, Runnable action) {
      this.due = due;
      this.number = number;
      this.action = action;
    }

    /** Takes it back, unless it has run. */
    public void cancel() {
      synchronized (QUEUE) {
        QUEUE.remove(this);
      }
    }
  }

  private static final PriorityQueue<Alarm> QUEUE =
      new PriorityQueue<>(
          Comparator.comparingLong((Alarm a) -> a.due).thenComparingLong(a -> a.number));

  private static long set;

  private Alarms() {}

  /**
   * Sets an alarm.
   *
   * @param millis virtual time from now, however long
   * @param action must be quick, and must not wait for another thread
   */
  public static Alarm in(long millis, Runnable action) {
    long now = SystemClock.uptimeMillis();
    long due = millis > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + Math.max(0, millis);
    synchronized (QUEUE) {
      Alarm a = new Alarm(due, set++, action);
      QUEUE.add(a);
      return a;
    }
  }

  /** Virtual uptime of the first alarm, or -1 if there is none. */
  static long next() {
    synchronized (QUEUE) {
      Alarm a = QUEUE.peek();
      return a == null ? -1 : a.due;
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
      a = QUEUE.peek();
      if (a == null || a.due > SystemClock.uptimeMillis()) {
        return false;
      }
      QUEUE.remove();
    }
    a.action.run();
    return true;
  }

  /** Forgets all alarms: those of an app that is unloaded. */
  static void clear() {
    synchronized (QUEUE) {
      QUEUE.clear();
    }
  }
}
