package talpa.agent.order;

import java.util.List;

/**
 * The baton that the threads of the app pass on. Threads that it does not know (the agent's, the
 * JVM's) go through its methods unhindered. Safe for use by all threads.
 */
public final class Baton {
  /** Nanoseconds of a park that is over at once: no time passes for it. */
  private static final long MOMENT = 100_000;

  private static volatile boolean known;

  private Baton() {}

  /**
   * Begins to know threads: the calling one, which is the app's main thread and gets the baton, and
   * those that known ones start from now on.
   *
   * @param time the clock of the known threads
   */
  public static void adopt(VirtualTime time) {
    Limits.use(time);
    Progress.prepare();
    synchronized (Line.LOCK) {
      Line.main = Line.add(Thread.currentThread());
      known = true;
    }
    order();
  }

  /** Whether any thread is known. */
  static boolean isKnown() {
    return known;
  }

  /** The main thread, which calls this, has the baton from now on; the others wait for it. */
  public static void order() {
    synchronized (Line.LOCK) {
      if (known && !Line.ordered) {
        Line.ordered = true;
        Line.hold(Line.main);
        Line.main.progress.come();
      }
    }
  }

  /** All run as they like from now on: they are to end. */
  public static void free() {
    synchronized (Line.LOCK) {
      Line.free();
    }
  }

  /** Sets whether the calling thread keeps the baton while it waits. */
  public static void keep(boolean on) {
    synchronized (Line.LOCK) {
      Turn t = Line.current();
      if (t != null) {
        t.keeps = on;
      }
    }
  }

  /**
   * Whether no thread has the baton or is in line: all that are known wait for something else. The
   * one that has it may wait, too, for a monitor that another one keeps.
   */
  public static boolean isIdle() {
    synchronized (Line.LOCK) {
      Turn h = Line.holder;
      boolean free = h == null || Line.wantsMonitor(h);
      return !Line.ordered || (free && Line.isEmpty());
    }
  }

  /** Takes the baton from a thread that does not get on, if others are in line. */
  public static void look() {
    synchronized (Line.LOCK) {
      Line.look();
    }
  }

  /** The threads that lost the baton since the last call, and where they were. */
  public static List<String> losses() {
    synchronized (Line.LOCK) {
      return Line.losses();
    }
  }

  /**
   * Whether a thread that lost the baton computes something: it runs beside the others until it
   * next waits. Who wants all to be done has to wait for it in real time.
   */
  public static boolean othersCompute() {
    synchronized (Line.LOCK) {
      return Line.othersCompute();
    }
  }

  /** Those that {@link #othersCompute} sees now are not worth to wait for. */
  public static void ignoreOthers() {
    synchronized (Line.LOCK) {
      Line.ignoreOthers();
    }
  }

  /**
   * The main thread, which calls this, lets all others run until they wait.
   *
   * @return whether one was in line
   */
  public static boolean yieldToAll() {
    Turn t;
    synchronized (Line.LOCK) {
      t = Line.current();
      if (!Line.ordered || t == null || t != Line.main || (Line.holder == t && Line.isEmpty())) {
        return false;
      }
      Line.yieldMain();
    }
    Line.stand(t);
    return true;
  }

  /** Thread.yield. */
  public static void yieldToNext() {
    Turn t;
    synchronized (Line.LOCK) {
      t = Line.current();
      if (t != null && Line.ordered && !t.keeps && !Line.isEmpty()) {
        Line.enqueue(t);
        Line.leave(t);
      } else {
        t = null;
      }
    }
    if (t == null) {
      Thread.yield();
    } else {
      Line.stand(t);
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
    synchronized (Line.LOCK) {
      t = Line.current();
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
      if (nanos == 0 || !Line.ordered) {
        Line.block(t, Turn.Place.PARK);
        return limit;
      }
    }
    Limits.begin(t, nanos); // before others run, so that they find it set
    synchronized (Line.LOCK) {
      if (!t.permit) {
        Line.block(t, Turn.Place.PARK);
      }
      t.permit = false;
      return Limits.FOREVER;
    }
  }

  /** A park of the calling thread has ended. */
  public static void afterPark() {
    if (known) {
      Limits.end(Line.acquire());
    }
  }

  /** The limit of a thread's wait has come: it gets in line. */
  public static void expire(Thread thread) {
    synchronized (Line.LOCK) {
      Turn t = Line.of(thread);
      if (t != null) {
        Line.wake(t);
      }
    }
  }

  /**
   * A thread is to be unparked.
   *
   * @return whether nothing else is to be done: the thread is in line
   */
  public static boolean unpark(Thread thread) {
    if (!known || thread == null) {
      return false;
    }
    synchronized (Line.LOCK) {
      Turn t = Line.of(thread);
      if (t == null || t == Line.told || t.keeps) {
        return false;
      }
      boolean parked = t.state == Turn.State.BLOCKED && t.place == Turn.Place.PARK;
      if (parked && Line.ordered) {
        Line.wake(t);
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
    synchronized (Line.LOCK) {
      Turn t = Line.of(thread);
      if (t == null || t == Line.told || !Line.ordered || t.state == Turn.State.OUT) {
        return false;
      }
      boolean waits = t.place == Turn.Place.WAIT && t.thread != Thread.currentThread();
      t.interrupted |= waits;
      if (t.place == Turn.Place.PARK) {
        t.place = Turn.Place.NOWHERE; // the interruption itself ends the park
      }
      Line.wake(t);
      return waits;
    }
  }

  /** A thread is about to be started: it is in line from now on. */
  public static void start(Thread thread) {
    if (!known || thread.getName().startsWith("talpa-")) {
      return;
    }
    synchronized (Line.LOCK) {
      boolean started = Line.current() != null && Line.of(thread) == null;
      // The JDK's own helpers are in groups of theirs.
      if (started && Line.main.thread.getThreadGroup().parentOf(thread.getThreadGroup())) {
        Turn t = Line.add(thread);
        if (Line.ordered) {
          Line.enqueue(t);
          Line.pass();
        }
      }
    }
  }

  /** The calling thread begins to run, if the object is that thread. */
  public static void begin(Object runnable) {
    if (known && runnable == Thread.currentThread()) {
      Line.acquire();
    }
  }

  /** The calling thread ends. */
  public static void exit() {
    if (!known) {
      return;
    }
    synchronized (Line.LOCK) {
      Turn t = Line.remove();
      if (t != null) {
        Monitors.end(t);
        Line.leave(t);
      }
    }
  }
}
