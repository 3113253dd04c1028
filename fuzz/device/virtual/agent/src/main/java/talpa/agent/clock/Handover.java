package talpa.agent.clock;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Something that was given to another thread of the app. Until that thread takes it, it does not
 * look busy, so the loop must not take the app for idle. Safe for use by several threads.
 */
public final class Handover {
  private static final AtomicInteger OPEN = new AtomicInteger();

  private boolean given;
  private boolean taken;

  /** Whether a thread has still to take what it was given. */
  static boolean isOpen() {
    return OPEN.get() > 0;
  }

  /** Gives up on those that were not taken: their threads have ended. */
  static void forget() {
    OPEN.set(0);
  }

  /**
   * Gives, before the other thread is told.
   *
   * @return false if the other thread went on without, and is not to be told
   */
  public synchronized boolean give() {
    if (taken) {
      return false;
    }
    if (!given) {
      given = true;
      OPEN.incrementAndGet();
    }
    return true;
  }

  /** The other thread has it, or wants it no more. */
  public synchronized void take() {
    if (given && !taken) {
      OPEN.updateAndGet(n -> Math.max(0, n - 1));
    }
    taken = true;
  }
}
