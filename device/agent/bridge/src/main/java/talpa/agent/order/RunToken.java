package talpa.agent.order;

import java.util.List;

/**
 * The run token that the threads of the app pass on. Threads that it does not know (the agent's,
 * the JVM's) go through its methods unhindered. Safe for use by all threads.
 */
public final class RunToken {
  /** Nanoseconds of a park that is over at once: no time passes for it. */
  private static final long MOMENT = 100_000;

  private static volatile boolean known;

  private static volatile Thread.UncaughtExceptionHandler uncaught;

  private RunToken() {}

  /**
   * Begins to know threads: the calling one, which is the app's main thread and gets the run token,
   * and those that known ones start from now on.
   *
   * @param time the clock of the known threads
   */
  public static void adopt(VirtualTime time) {
    Limits.use(time);
    Progress.prepare();
    synchronized (RunQueue.LOCK) {
      RunQueue.main = RunQueue.add(Thread.currentThread());
      known = true;
    }
    order();
  }

  /** Whether any thread is known. */
  static boolean isKnown() {
    return known;
  }

  /** The main thread, which calls this, has the run token from now on; the others wait for it. */
  public static void order() {
    synchronized (RunQueue.LOCK) {
      if (known && !RunQueue.ordered) {
        RunQueue.ordered = true;
        RunQueue.hold(RunQueue.main);
        RunQueue.main.progress.come();
      }
    }
  }

  /** All run as they like from now on: they are to end. */
  public static void free() {
    synchronized (RunQueue.LOCK) {
      RunQueue.free();
    }
  }

  /**
   * Sets whether the calling thread keeps the run token while it waits.
   *
   * @return whether it did so before
   */
  public static boolean keep(boolean on) {
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.current();
      boolean before = t != null && t.keeps;
      if (t != null) {
        t.keeps = on;
      }
      return before;
    }
  }

  /**
   * Whether no thread has the run token or is in the queue: all that are known wait for something
   * else. The one that has it may wait, too, for a monitor that another one keeps.
   */
  public static boolean isIdle() {
    synchronized (RunQueue.LOCK) {
      Turn h = RunQueue.holder;
      boolean free = h == null || RunQueue.wantsMonitor(h);
      return !RunQueue.ordered || (free && RunQueue.isEmpty());
    }
  }

  /** Takes the run token from a thread that does not get on, if others are in the queue. */
  public static void look() {
    synchronized (RunQueue.LOCK) {
      RunQueue.look();
    }
  }

  /** The threads that lost the run token since the last call, and where they were. */
  public static List<String> losses() {
    synchronized (RunQueue.LOCK) {
      return RunQueue.losses();
    }
  }

  /**
   * Whether a thread that lost the run token computes something: it runs beside the others until it
   * next waits. Who wants all to be done has to wait for it in real time.
   */
  public static boolean othersCompute() {
    synchronized (RunQueue.LOCK) {
      return RunQueue.othersCompute();
    }
  }

  /** Those that {@link #othersCompute} sees now are not worth to wait for. */
  public static void ignoreOthers() {
    synchronized (RunQueue.LOCK) {
      RunQueue.ignoreOthers();
    }
  }

  /**
   * The main thread, which calls this, lets all others run until they wait.
   *
   * @return whether one was in the queue
   */
  public static boolean yieldToAll() {
    Turn t;
    synchronized (RunQueue.LOCK) {
      t = RunQueue.current();
      if (!RunQueue.ordered
          || t == null
          || t != RunQueue.main
          || (RunQueue.holder == t && RunQueue.isEmpty())) {
        return false;
      }
      RunQueue.yieldMain();
    }
    RunQueue.stand(t);
    return true;
  }

  /** Thread.yield. */
  public static void yieldToNext() {
    Turn t;
    synchronized (RunQueue.LOCK) {
      t = RunQueue.current();
      if (t != null && RunQueue.ordered && !t.keeps && !RunQueue.isEmpty()) {
        RunQueue.enqueue(t);
        RunQueue.leave(t);
      } else {
        t = null;
      }
    }
    if (t == null) {
      Thread.yield();
    } else {
      RunQueue.stand(t);
    }
  }

  /**
   * LockSupport.parkNanos is called. With no time it ends at once: others come first then, since
   * who asks so in a loop, as SQLiteConnectionPool does after a park that ended early, waits for
   * what they do.
   */
  public static void beforeParkNanos(long nanos) {
    if (known && nanos <= 0) {
      yieldToNext();
    }
  }

  /** A park of the calling thread begins, 0 nanoseconds are for ever; gives the JVM's limit. */
  public static long beforePark(long nanos) {
    return known ? park(nanos, nanos) : nanos;
  }

  /** A park of the calling thread until a wall time begins; gives the JVM's limit. */
  public static long beforeParkUntil(long deadline) {
    return known ? park(deadline, Limits.until(deadline)) : deadline;
  }

  private static long park(long limit, long nanos) {
    Turn t;
    synchronized (RunQueue.LOCK) {
      t = RunQueue.current();
      if (t == null || t.keeps) {
        return limit;
      }
      if (t.permit) {
        t.permit = false;
        return 1; // uses up the JVM's permit, and does not wait if there is none
      }
      boolean moment = nanos > 0 && nanos <= MOMENT;
      if (moment || t.thread.isInterrupted()) {
        return limit;
      }
      if (nanos == 0 || !RunQueue.ordered) {
        RunQueue.block(t, Turn.Place.PARK);
        return limit;
      }
    }
    Limits.begin(t, nanos); // before others run, so that they find it set
    synchronized (RunQueue.LOCK) {
      if (!t.permit) {
        RunQueue.block(t, Turn.Place.PARK);
      }
      t.permit = false;
      return Limits.FOREVER;
    }
  }

  /** A park of the calling thread has ended. */
  public static void afterPark() {
    if (known) {
      Limits.end(RunQueue.acquire());
    }
  }

  /** The limit of a thread's wait has come: it gets in the queue. */
  public static void expire(Thread thread) {
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.of(thread);
      if (t != null) {
        RunQueue.wake(t);
      }
    }
  }

  /**
   * A thread is to be unparked.
   *
   * @return whether nothing else is to be done: the thread is in the queue
   */
  public static boolean unpark(Thread thread) {
    if (!known || thread == null) {
      return false;
    }
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.of(thread);
      if (t == null || t == RunQueue.told || t.keeps) {
        return false;
      }
      boolean parked = t.state == Turn.State.BLOCKED && t.place == Turn.Place.PARK;
      if (parked && RunQueue.ordered) {
        RunQueue.wake(t);
        return true;
      }
      t.permit = !parked;
      return false;
    }
  }

  /**
   * A thread is to be interrupted.
   *
   * @return whether nothing else is to be done: its wait ends when its turn comes
   */
  public static boolean interrupt(Thread thread) {
    if (!known) {
      return false;
    }
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.of(thread);
      if (t == null || t == RunQueue.told || !RunQueue.ordered || t.state == Turn.State.OUT) {
        return false;
      }
      if (t.place == Turn.Place.AWAY) {
        return false; // not every wait inside the system ends by it
      }
      boolean waits = t.place == Turn.Place.WAIT && t.thread != Thread.currentThread();
      t.interrupted |= waits;
      if (t.place == Turn.Place.PARK) {
        t.place = Turn.Place.NOWHERE; // the interruption itself ends the park
      }
      RunQueue.wake(t);
      return waits;
    }
  }

  /** A thread is about to be started: it is in the queue from now on. */
  public static void start(Thread thread) {
    if (!known || thread.getName().startsWith("talpa-") || isWatcher(thread)) {
      return;
    }
    synchronized (RunQueue.LOCK) {
      boolean started = RunQueue.current() != null && RunQueue.of(thread) == null;
      // The JDK's own helpers are in groups of theirs.
      if (started && RunQueue.main.thread.getThreadGroup().parentOf(thread.getThreadGroup())) {
        Turn t = RunQueue.add(thread);
        if (RunQueue.ordered) {
          RunQueue.enqueue(t);
          RunQueue.pass();
        }
      }
    }
  }

  /**
   * Whether a thread is the JDK's own that waits inside the system for changes of files, in the
   * group of whoever made a WatchService (and in its name FileObserver). It never gives the token
   * up, so that all others would wait for it for seconds.
   */
  private static boolean isWatcher(Thread thread) {
    if (!thread.getName().equals("FileSystemWatchService")) {
      return false;
    }
    for (StackTraceElement e : Thread.currentThread().getStackTrace()) {
      if (e.getClassName().startsWith("sun.nio.fs.AbstractPoller")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sets who takes what no code of a thread caught; null: the JDK asks the thread's handler itself.
   */
  public static void onUncaught(Thread.UncaughtExceptionHandler taker) {
    uncaught = taker;
  }

  /**
   * A thread ends by a throwable.
   *
   * @return whether it was taken: the JDK then asks no handler
   */
  public static boolean uncaught(Thread thread, Throwable t) {
    Thread.UncaughtExceptionHandler taker = uncaught;
    if (taker == null) {
      return false;
    }
    taker.uncaughtException(thread, t);
    return true;
  }

  /** The calling thread begins to run, if the object is that thread. */
  public static void begin(Object runnable) {
    if (known && runnable == Thread.currentThread()) {
      RunQueue.acquire();
    }
  }

  /** The calling thread ends. */
  public static void exit() {
    if (!known) {
      return;
    }
    synchronized (RunQueue.LOCK) {
      Turn t = RunQueue.remove();
      if (t != null) {
        Monitors.end(t);
        RunQueue.leave(t);
      }
    }
  }
}
