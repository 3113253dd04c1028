package talpa.agent.order;

import java.lang.management.ThreadInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The baton that the threads of the app pass on. Threads that it does not know (the agent's, the
 * JVM's) go through its methods unhindered. Safe for use by all threads.
 */
public final class Baton {
  private static final Object LOCK = new Object();
  private static final Map<Thread, Turn> TURNS = new IdentityHashMap<>();
  private static final ArrayDeque<Turn> LINE = new ArrayDeque<>();

  /** Those in place WAIT, by when they came there. */
  private static final List<Turn> WAITING = new ArrayList<>();

  /** Those that have told of their end, and may still be alive to who asks the JVM. */
  private static final List<Thread> ENDING = new ArrayList<>();

  /** What threads wait on that take no part in this. */
  private static final List<Object> OTHERS = new ArrayList<>();

  /** Real time after which one in line looks whether the holder gets on, in milliseconds. */
  private static final int LOOK_MS = 2;

  /** Nanoseconds of a park that is over at once: no time passes for it. */
  private static final long MOMENT = 100_000;

  /** So many are remembered. */
  private static final int MAX_LOSSES = 20;

  private static volatile boolean known;
  private static boolean ordered;
  private static Turn main;
  private static Turn holder;

  /** The main thread comes after all others, once. */
  private static boolean yielding;

  /** Who is woken by the baton itself just now. */
  private static Turn told;

  private static final List<String> LOSSES = new ArrayList<>();

  private Baton() {}

  /**
   * Begins to know threads: the calling one, which is the app's main thread and gets the baton, and
   * those that known ones start from now on.
   */
  public static void adopt() {
    Progress.prepare();
    synchronized (LOCK) {
      main = new Turn(Thread.currentThread());
      TURNS.put(main.thread, main);
      known = true;
    }
    order();
  }

  /** The main thread, which calls this, has the baton from now on; the others wait for it. */
  public static void order() {
    synchronized (LOCK) {
      if (known && !ordered) {
        ordered = true;
        hold(main);
        main.progress.come();
      }
    }
  }

  /** All run as they like from now on: they are to end. */
  public static void free() {
    synchronized (LOCK) {
      ordered = false;
      holder = null;
      yielding = false;
      for (Turn t : TURNS.values()) {
        if (t.state == Turn.State.READY) {
          tell(t);
        }
        if (t.state != Turn.State.BLOCKED) {
          t.state = Turn.State.OUT;
        }
      }
      LINE.clear();
    }
  }

  /** Sets whether the calling thread keeps the baton while it waits. */
  public static void keep(boolean on) {
    synchronized (LOCK) {
      Turn t = current();
      if (t != null) {
        t.keeps = on;
      }
    }
  }

  /** Whether no thread has the baton or is in line: all that are known wait for something else. */
  public static boolean isIdle() {
    synchronized (LOCK) {
      return !ordered || (holder == null && LINE.isEmpty());
    }
  }

  /** The threads that lost the baton since the last call, and where they were. */
  public static List<String> losses() {
    synchronized (LOCK) {
      List<String> l = new ArrayList<>(LOSSES);
      LOSSES.clear();
      return l;
    }
  }

  /** Takes the baton from a thread that does not get on, if others are in line. */
  public static void look() {
    synchronized (LOCK) {
      Turn h = holder;
      boolean wanted = yielding || !LINE.isEmpty();
      if (ordered && h != null && wanted && !h.keeps && h.thread != Thread.currentThread()) {
        if (h.progress.isStuck(h.thread, h == main) || wantsMonitor(h)) {
          if (LOSSES.size() < MAX_LOSSES) {
            LOSSES.add(h.progress.place(h.thread));
          }
          h.state = Turn.State.OUT;
          holder = null;
        }
      }
      pass();
    }
  }

  /** Whether a thread wants a monitor of one that waits for the baton, or for something else. */
  private static boolean wantsMonitor(Turn h) {
    ThreadInfo i = Progress.wanted(h.thread);
    if (i == null || i.getLockOwnerId() == Thread.currentThread().getId()) {
      return false; // the calling thread has ours
    }
    for (Turn t : TURNS.values()) {
      if (t.thread.getId() == i.getLockOwnerId()) {
        // Who is about to wait on the monitor, or to wait again, is about to give it up.
        boolean leaves =
            t.place == Turn.Place.WAIT
                && System.identityHashCode(t.monitor) == i.getLockInfo().getIdentityHashCode();
        return !leaves && (t.state == Turn.State.READY || t.state == Turn.State.BLOCKED);
      }
    }
    return false;
  }

  /**
   * The main thread, which calls this, lets all others run until they wait.
   *
   * @return whether one was in line
   */
  public static boolean yieldToAll() {
    synchronized (LOCK) {
      Turn t = current();
      if (!ordered || t == null || t != main || (holder == t && LINE.isEmpty())) {
        return false;
      }
      yielding = true;
      main.state = Turn.State.READY;
      leave(t);
    }
    stand(main);
    return true;
  }

  /** Thread.yield. */
  public static void yieldToNext() {
    Turn t;
    synchronized (LOCK) {
      t = current();
      if (t != null && ordered && !t.keeps && !LINE.isEmpty()) {
        enqueue(t);
        leave(t);
      } else {
        t = null;
      }
    }
    if (t == null) {
      Thread.yield();
    } else {
      stand(t);
    }
  }

  /** A park of the calling thread begins; gives the limit of time for it. */
  public static long beforePark(long time) {
    if (!known) {
      return time;
    }
    synchronized (LOCK) {
      Turn t = current();
      if (t == null || t.keeps) {
        return time;
      }
      if (t.permit) {
        t.permit = false;
        return 1; // uses up the JVM's permit, and does not wait if there is none
      }
      boolean moment = time > 0 && time <= MOMENT;
      if (!moment && !t.thread.isInterrupted()) {
        block(t, Turn.Place.PARK, null);
      }
      return time;
    }
  }

  /** A park of the calling thread has ended. */
  public static void afterPark() {
    if (known) {
      acquire();
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
    synchronized (LOCK) {
      Turn t = TURNS.get(thread);
      if (t == null || t == told || t.keeps) {
        return false;
      }
      boolean parked = t.state == Turn.State.BLOCKED && t.place == Turn.Place.PARK;
      if (parked && ordered) {
        wake(t);
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
    synchronized (LOCK) {
      Turn t = TURNS.get(thread);
      if (t == null || t == told || !ordered || t.state == Turn.State.OUT) {
        return false;
      }
      boolean waits = t.place == Turn.Place.WAIT && t.thread != Thread.currentThread();
      t.interrupted |= waits;
      if (t.place == Turn.Place.PARK) {
        t.place = Turn.Place.NOWHERE; // the interruption itself ends the park
      }
      wake(t);
      return waits;
    }
  }

  /** A thread is about to be started: it is in line from now on. */
  public static void start(Thread thread) {
    if (!known || thread.getName().startsWith("talpa-")) {
      return;
    }
    synchronized (LOCK) {
      boolean started = current() != null && !TURNS.containsKey(thread);
      // The JDK's own helpers are in a group of theirs.
      if (started && thread.getThreadGroup() == main.thread.getThreadGroup()) {
        Turn t = new Turn(thread);
        TURNS.put(thread, t);
        if (ordered) {
          enqueue(t);
          pass();
        }
      }
    }
  }

  /** The calling thread begins to run, if the object is that thread. */
  public static void begin(Object runnable) {
    if (known && runnable == Thread.currentThread()) {
      acquire();
    }
  }

  /** The calling thread ends. */
  public static void exit() {
    if (!known) {
      return;
    }
    synchronized (LOCK) {
      Turn t = TURNS.remove(Thread.currentThread());
      if (t == null) {
        return;
      }
      LINE.remove(t);
      WAITING.remove(t); // it was stopped there
      for (int i = ENDING.size() - 1; i >= 0; i--) {
        if (ENDING.get(i).getState() == Thread.State.TERMINATED) {
          ENDING.remove(i);
        }
      }
      ENDING.add(t.thread);
      for (Turn w : waiting(t.thread)) {
        w.joins = true;
        wake(w);
      }
      leave(t);
    }
  }

  /** Object.wait; 0 milliseconds are for ever. */
  public static void await(Object monitor, long millis) throws InterruptedException {
    Turn t;
    synchronized (LOCK) {
      t = current();
      boolean takesPart = t != null && !t.keeps && millis >= 0 && Thread.holdsLock(monitor);
      if (takesPart && !t.thread.isInterrupted() && !isEnding(monitor)) {
        t.interrupted = false;
        block(t, Turn.Place.WAIT, monitor);
      } else {
        t = null;
        OTHERS.add(monitor);
      }
    }
    if (t == null) {
      awaitAside(monitor, millis);
      return;
    }
    // Who comes out of the wait has the monitor. It must not stand in line with that, so it waits
    // again until it is its turn; an interruption tells it, since that needs no monitor.
    do {
      try {
        monitor.wait(millis);
      } catch (InterruptedException e) {
        continue;
      }
    } while (!mayLeave(t));
    if (t.interrupted) {
      t.interrupted = false;
      throw new InterruptedException();
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
      synchronized (LOCK) {
        OTHERS.remove(monitor);
      }
    }
  }

  /** Object.notify: the one that waits longest is in line. */
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
    if (!known || monitor == null || !Thread.holdsLock(monitor)) {
      return false;
    }
    synchronized (LOCK) {
      List<Turn> l = waiting(monitor);
      if (!ordered || l.isEmpty()) {
        return false;
      }
      for (Turn t : l) {
        wake(t);
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

  private static Turn current() {
    return TURNS.get(Thread.currentThread());
  }

  private static void block(Turn t, Turn.Place place, Object monitor) {
    if (t.state == Turn.State.READY) {
      LINE.remove(t); // it began to run without our notice
    }
    t.state = Turn.State.BLOCKED;
    t.place = place;
    if (place == Turn.Place.WAIT) {
      t.monitor = monitor;
      WAITING.add(t);
    }
    leave(t);
  }

  private static void wake(Turn t) {
    if (ordered && t.state == Turn.State.BLOCKED) {
      enqueue(t);
      pass();
    }
  }

  private static void enqueue(Turn t) {
    t.state = Turn.State.READY;
    LINE.add(t);
  }

  /** Passes the baton on, if the thread has it. */
  private static void leave(Turn t) {
    if (holder == t) {
      holder = null;
    }
    pass();
  }

  private static void pass() {
    if (!ordered || holder != null) {
      return;
    }
    Turn t = LINE.poll();
    if (t == null && yielding) {
      t = main;
    }
    if (t != null) {
      hold(t);
      tell(t);
    }
  }

  private static void hold(Turn t) {
    yielding &= t != main;
    holder = t;
    t.state = Turn.State.RUNNING;
    t.progress.begin();
  }

  /** Has a thread come out of where it is. */
  private static void tell(Turn t) {
    told = t;
    if (t.place == Turn.Place.PARK) {
      LockSupport.unpark(t.thread);
    } else if (t.place == Turn.Place.WAIT && !t.joins) {
      t.thread.interrupt();
    } else if (t.place == Turn.Place.LINE) {
      synchronized (t) {
        t.called = true;
        t.notify();
      }
    }
    told = null;
  }

  /** Gets the calling thread the baton, after it began or was woken. */
  private static void acquire() {
    Turn t;
    synchronized (LOCK) {
      t = current();
      if (t == null || isTurn(t)) {
        return;
      }
      getInLine(t);
      t.place = Turn.Place.LINE;
      pass();
    }
    stand(t);
  }

  private static void getInLine(Turn t) {
    if (t.state == Turn.State.BLOCKED || t.state == Turn.State.OUT) {
      enqueue(t);
    }
  }

  /** Whether the calling thread may run; it is then on its way. */
  private static boolean isTurn(Turn t) {
    if (ordered && holder != t) {
      return false;
    }
    if (!ordered) {
      t.state = Turn.State.OUT;
    }
    t.place = Turn.Place.NOWHERE;
    t.progress.come();
    return true;
  }

  /** Whether a thread that came out of a wait on its monitor may go on. */
  private static boolean mayLeave(Turn t) {
    synchronized (LOCK) {
      t.joins = false;
      if (!isTurn(t)) {
        getInLine(t);
        pass();
        if (!isTurn(t)) {
          return false;
        }
      }
      WAITING.remove(t);
      t.monitor = null;
      Thread.interrupted(); // ours, if it came too late to end the wait
      return true;
    }
  }

  /** Waits in line until it is the calling thread's turn. */
  private static void stand(Turn t) {
    boolean interrupted = false;
    while (true) {
      synchronized (LOCK) {
        look();
        if (isTurn(t)) {
          break;
        }
        t.place = Turn.Place.LINE;
      }
      synchronized (t) {
        try {
          if (!t.called) {
            t.wait(LOOK_MS);
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
        t.called = false;
      }
    }
    if (interrupted) {
      t.thread.interrupt();
    }
  }
}
