package talpa.agent.clock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A wait of the JDK with a limit of virtual time: the wait without a limit is done, and interrupted
 * when the time is over.
 */
public final class TimedWait {
  /** What waits, and can be interrupted. */
  @FunctionalInterface
  public interface Blocking<T, E extends Exception> {
    /** Waits. */
    T await() throws InterruptedException, E;
  }

  private static final long NANOS = 1_000_000;

  private final Thread waiter = Thread.currentThread();
  private boolean expired;
  private boolean over;

  private TimedWait() {}

  /** Milliseconds for so many nanoseconds, rounded up. */
  public static long millis(long nanos) {
    return nanos / NANOS + (nanos % NANOS > 0 ? 1 : 0);
  }

  /**
   * Waits for at most so many nanoseconds, rounded up to milliseconds.
   *
   * @return what the wait gave, or late if the time was over before
   */
  public static <T, E extends Exception> T run(long nanos, T late, Blocking<T, E> wait)
      throws InterruptedException, E {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    TimedWait w = new TimedWait();
    Alarms.Alarm alarm = Alarms.in(millis(nanos), w::expire);
    try {
      return wait.await();
    } catch (InterruptedException e) {
      if (w.isExpired()) {
        return late;
      }
      throw e;
    } finally {
      alarm.cancel();
      w.leave();
    }
  }

  /**
   * As {@link #run(long, Object, Blocking)}, with a limit in any unit; one that is over already
   * leaves what there is at once.
   */
  public static <T, E extends Exception> T run(
      long time, TimeUnit unit, T late, Blocking<T, E> atOnce, Blocking<T, E> wait)
      throws InterruptedException, E {
    return time <= 0 ? atOnce.await() : run(unit.toNanos(time), late, wait);
  }

  private synchronized void expire() {
    if (!over) {
      expired = true;
      waiter.interrupt();
    }
  }

  private synchronized boolean isExpired() {
    return expired;
  }

  /** The interruption, if it came too late to end the wait, is nobody's. */
  private synchronized void leave() {
    over = true;
    if (expired) {
      Thread.interrupted();
      LockSupport.parkNanos(1); // uses up the permit that an interruption leaves
    }
  }
}
