package talpa.agent.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A small app whose threads call the scheduler where the hooks in the JDK do on a device: at their
 * start, first line and end, and around each park. The test's own thread is the main thread.
 */
final class Scheduled {
  /** Real time after which a test that hangs is given up, in milliseconds. */
  private static final long PATIENCE_MS = 20_000;

  /** A body that may be interrupted. */
  interface Body {
    void run() throws InterruptedException;
  }

  final VirtualClock clock = new VirtualClock();
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();

  Scheduled() {
    RunToken.adopt(clock);
    RunToken.losses();
  }

  /** A thread of the app, not started. */
  Thread thread(String name, Body body) {
    Thread t =
        new Thread(name) {
          @Override
          public void run() {
            RunToken.begin(this);
            try {
              body.run();
            } catch (InterruptedException e) {
              say(name + " interrupted");
            } finally {
              RunToken.exit();
            }
          }
        };
    t.setDaemon(true);
    threads.add(t);
    return t;
  }

  /** Starts a thread: it is in the queue. */
  Thread start(String name, Body body) {
    Thread t = thread(name, body);
    RunToken.start(t);
    t.start();
    return t;
  }

  void say(String what) {
    said.add(what);
  }

  /** What was said so far, in order. */
  List<String> said() {
    return List.copyOf(said);
  }

  /** Lets the other threads run until all of them wait. */
  List<String> settle() {
    while (RunToken.yieldToAll()) {
      // Some were in the queue.
    }
    return said();
  }

  static void park() {
    RunToken.beforePark(0);
    LockSupport.park();
    RunToken.afterPark();
  }

  /** As LockSupport.parkNanos. */
  static void park(long nanos) {
    long limit = RunToken.beforePark(nanos);
    LockSupport.parkNanos(limit);
    RunToken.afterPark();
  }

  /** As LockSupport.unpark. */
  static void unpark(Thread t) {
    if (!RunToken.unpark(t)) {
      LockSupport.unpark(t);
    }
  }

  /** As Thread.interrupt. */
  static void interrupt(Thread t) {
    if (!RunToken.interrupt(t)) {
      t.interrupt();
    }
  }

  /** Ends the order and all threads. */
  void close() throws InterruptedException {
    RunToken.free();
    for (Thread t : threads) {
      if (t.getState() != Thread.State.NEW) {
        t.interrupt();
        t.join(PATIENCE_MS);
        if (t.isAlive()) {
          throw new AssertionError(t + " hangs at " + List.of(t.getStackTrace()));
        }
      }
    }
    synchronized (RunQueue.LOCK) {
      RunQueue.remove();
    }
  }

  /** A clock that goes on when it is told to. */
  static final class VirtualClock implements VirtualTime {
    private static final long MS = 1_000_000;

    private record Alarm(long at, Thread thread, boolean idle) {}

    private final List<Alarm> alarms = new ArrayList<>();
    private long nanos;

    @Override
    public synchronized long nanoTime() {
      return nanos;
    }

    @Override
    public synchronized long wallMillis() {
      return nanos / MS;
    }

    @Override
    public synchronized Runnable expire(Thread thread, long in, boolean idle) {
      Alarm a = new Alarm(nanos + in, thread, idle);
      alarms.add(a);
      return () -> cancel(a);
    }

    private synchronized void cancel(Alarm a) {
      alarms.remove(a);
    }

    /** Goes on to the next alarm that time passes for; whether there was one. */
    boolean next() {
      Alarm due;
      synchronized (this) {
        due = null;
        for (Alarm a : alarms) {
          due = !a.idle && (due == null || a.at < due.at) ? a : due;
        }
        if (due == null) {
          return false;
        }
        alarms.remove(due);
        nanos = Math.max(nanos, due.at);
      }
      RunToken.expire(due.thread);
      return true;
    }

    /** How many waits have a limit. */
    synchronized int alarms() {
      return alarms.size();
    }
  }
}
