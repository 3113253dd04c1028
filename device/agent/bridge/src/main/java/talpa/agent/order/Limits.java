package talpa.agent.order;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits of time of waits inside the JDK and the framework: of known threads they are on the
 * virtual clock. What the JDK's classes ask for the time has the names of what they ask elsewhere.
 */
public final class Limits {
  /** What never ends, for the JVM: a park of so many nanoseconds, or until that time. */
  static final long FOREVER = Long.MAX_VALUE;

  private static final long NANOS = 1_000_000;

  static volatile VirtualTime time;

  private Limits() {}

  static void use(VirtualTime t) {
    time = t;
  }

  /** System.nanoTime. */
  public static long nanoTime() {
    return isVirtual() ? time.nanoTime() : System.nanoTime();
  }

  /** System.currentTimeMillis. */
  public static long currentTimeMillis() {
    return isVirtual() ? time.wallMillis() : System.currentTimeMillis();
  }

  /** A pool's worker without work waits for its next task. */
  public static Object poll(BlockingQueue<?> queue, long limit, TimeUnit unit)
      throws InterruptedException {
    boolean before = idle(true);
    try {
      return queue.poll(limit, unit);
    } finally {
      idle(before);
    }
  }

  /** A pool's worker without work parks until a time. */
  public static void parkUntil(long deadline) {
    boolean before = idle(true);
    try {
      LockSupport.parkUntil(deadline);
    } finally {
      idle(before);
    }
  }

  /** Whether the calling thread's time is the virtual clock's. */
  private static boolean isVirtual() {
    if (time == null) {
      return false;
    }
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.current();
      return t != null && !t.keeps;
    }
  }

  /** Whether the calling thread is one of the app's. */
  static boolean isKnown() {
    if (time == null) {
      return false;
    }
    synchronized (RunQueue.LOCK) {
      return RunQueue.current() != null;
    }
  }

  private static boolean idle(boolean on) {
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.current();
      boolean before = t != null && t.idle;
      if (t != null) {
        t.idle = on;
      }
      return before;
    }
  }

  /** Nanoseconds until a wall time, at least one. */
  static long until(long deadline) {
    long left = deadline - currentTimeMillis();
    return left <= 0 ? 1 : left > FOREVER / NANOS ? FOREVER : left * NANOS;
  }

  /**
   * The calling thread, which has the run token and is about to wait, waits no longer than this.
   */
  static void begin(Turn t, long nanos) {
    t.limit = time.expire(t.thread, nanos, t.idle);
  }

  /** The calling thread's wait is over, if it has a turn. */
  static void end(Turn t) {
    if (t != null && t.limit != null) {
      t.limit.run();
      t.limit = null;
    }
  }
}
