package talpa.agent.order;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What replaces {@code Object.wait} and {@code notify} in the app's and the framework's code.
 * Threads that are not known go through unhindered. Safe for use by all threads.
 */
public final class Monitors {
  /** Those in place WAIT, by when they came there. */
  private static final List<Turn> WAITING = new ArrayList<>();

  /** Those that have told of their end, and may still be alive to who asks the JVM. */
  private static final List<Thread> ENDING = new ArrayList<>();

  /** What threads wait on that take no part in this. */
  private static final List<Object> OTHERS = new ArrayList<>();

  private Monitors() {}

  /** Object.wait; 0 milliseconds are for ever. */
  public static void await(Object monitor, long millis) throws InterruptedException {
    Turn t;
    boolean limited;
    synchronized (RunQueue.LOCK) {
      t = RunQueue.current();
      limited = t != null && !t.keeps && millis > 0 && RunQueue.ordered;
    }
    if (limited) {
      Limits.begin(t, TimeUnit.MILLISECONDS.toNanos(millis)); // so that others find it set
    }
    if (!takesPart(t, monitor, millis)) {
      Limits.end(t);
      awaitAside(monitor, millis);
      return;
    }
    // Who comes out of the wait has the monitor. It must not stand in the queue with that, so it
    // waits
    // again until it is its turn; an interruption tells it, since that needs no monitor.
    do {
      try {
        monitor.wait(limited ? 0 : millis);
      } catch (InterruptedException e) {
        continue;
      }
    } while (!mayLeave(t));
    Limits.end(t);
    if (t.interrupted) {
      t.interrupted = false;
      throw new InterruptedException();
    }
  }

  /** Whether the calling thread waits in its turn; it has then given the run token up. */
  private static boolean takesPart(Turn t, Object monitor, long millis) {
    synchronized (RunQueue.LOCK) {
      boolean may = t != null && !t.keeps && millis >= 0 && Thread.holdsLock(monitor);
      if (!may || t.thread.isInterrupted() || isEnding(monitor)) {
        OTHERS.add(monitor);
        return false;
      }
      t.interrupted = false;
      t.monitor = monitor;
      WAITING.add(t);
      RunQueue.block(t, Turn.Place.WAIT);
      return true;
    }
  }

  /**
   * Whether a monitor is a thread that is about to be dead: who joins it now waits but a moment.
   */
  private static boolean isEnding(Object monitor) {
    for (Thread t : ENDING) {
      if (t == monitor) {
        return true;
      }
    }
    return false;
  }

  private static void awaitAside(Object monitor, long millis) throws InterruptedException {
    try {
      monitor.wait(millis);
    } finally {
      synchronized (RunQueue.LOCK) {
        OTHERS.remove(monitor);
      }
    }
  }

  /** Whether a thread that came out of a wait on its monitor may go on. */
  private static boolean mayLeave(Turn t) {
    synchronized (RunQueue.LOCK) {
      t.joins = false;
      if (!RunQueue.isTurn(t)) {
        RunQueue.getInLine(t);
        RunQueue.pass();
        if (!RunQueue.isTurn(t)) {
          return false;
        }
      }
      WAITING.remove(t);
      t.monitor = null;
      Thread.interrupted(); // ours, if it came too late to end the wait
      return true;
    }
  }

  /** Object.notify: the one that waits longest is in the queue. */
  public static void signal(Object monitor) {
    if (!signal(monitor, false)) {
      monitor.notify();
    }
  }

  /** Object.notifyAll. */
  public static void signalAll(Object monitor) {
    if (!signal(monitor, true)) {
      monitor.notifyAll();
    }
  }

  private static boolean signal(Object monitor, boolean all) {
    if (!RunToken.isKnown() || monitor == null || !Thread.holdsLock(monitor)) {
      return false;
    }
    synchronized (RunQueue.LOCK) {
      List<Turn> l = waiting(monitor);
      if (!RunQueue.ordered || l.isEmpty()) {
        return false;
      }
      for (Turn t : l) {
        RunQueue.wake(t);
        if (!all) {
          return true;
        }
      }
      for (Object o : OTHERS) {
        if (o == monitor) {
          return false;
        }
      }
      return true;
    }
  }

  /** Those that wait on a monitor and were not woken yet. */
  private static List<Turn> waiting(Object monitor) {
    List<Turn> l = new ArrayList<>();
    for (Turn t : WAITING) {
      if (t.monitor == monitor && t.state == Turn.State.BLOCKED) {
        l.add(t);
      }
    }
    return l;
  }

  /** A thread is about to be dead: those that join it get in the queue. The lock is held. */
  static void end(Turn t) {
    WAITING.remove(t); // it was stopped there
    for (int i = ENDING.size() - 1; i >= 0; i--) {
      if (ENDING.get(i).getState() == Thread.State.TERMINATED) {
        ENDING.remove(i);
      }
    }
    ENDING.add(t.thread);
    for (Turn w : waiting(t.thread)) {
      w.joins = true;
      RunQueue.wake(w);
    }
  }
}
