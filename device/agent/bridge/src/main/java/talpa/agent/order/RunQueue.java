package talpa.agent.order;

import java.lang.management.ThreadInfo;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that are known, who of them has the run token, and who is in the queue for it, first
 * in, first out. All fields are guarded by {@link #LOCK}, which callers of all methods hold but of
 * {@link #acquire} and {@link #stand}.
 */
final class RunQueue {
  static final Object LOCK = new Object();

  /** Real time after which one in the queue looks whether the holder gets on, in milliseconds. */
  private static final int LOOK_MS = 2;

  /** So many losses are remembered. */
  private static final int MAX_LOSSES = 20;

  private static final Map<Thread, Turn> TURNS = new IdentityHashMap<>();
  private static final ArrayDeque<Turn> READY = new ArrayDeque<>();
  private static final List<String> LOSSES = new ArrayList<>();

  /** Whether there is an order at the moment. */
  static boolean ordered;

  static Turn main;
  static Turn holder;

  /** Who is woken by the run token itself just now. */
  static Turn told;

  /** The main thread comes after all others, once. */
  private static boolean yielding;

  private RunQueue() {}

  /** The calling thread's turn; null if it is not known. */
  static Turn current() {
    return TURNS.get(Thread.currentThread());
  }

  /** A thread's turn; null if it is not known. */
  static Turn of(Thread t) {
    return TURNS.get(t);
  }

  /** Gets to know a thread. */
  static Turn add(Thread t) {
    Turn turn = new Turn(t);
    TURNS.put(t, turn);
    return turn;
  }

  /** Forgets the calling thread, which ends; its turn, or null if it was not known. */
  static Turn remove() {
    Turn t = TURNS.remove(Thread.currentThread());
    READY.remove(t);
    return t;
  }

  static boolean isEmpty() {
    return READY.isEmpty();
  }

  /** The main thread, which has the run token, is to get it again when all others wait. */
  static void yieldMain() {
    yielding = true;
    main.state = Turn.State.READY;
    leave(main);
  }

  /** Ends the order: all run as they like. */
  static void free() {
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
    READY.clear();
  }

  /** A thread waits for something: it gives the run token up. */
  static void block(Turn t, Turn.Place place) {
    if (t.state == Turn.State.READY) {
      READY.remove(t); // it began to run without our notice
    }
    t.state = Turn.State.BLOCKED;
    t.place = place;
    leave(t);
  }

  /** What a thread waits for has come: it gets in the queue. */
  static void wake(Turn t) {
    if (ordered && t.state == Turn.State.BLOCKED) {
      enqueue(t);
      pass();
    }
  }

  /** Who is away there gets in the queue; whether anybody is. */
  static boolean fetch(Object where) {
    boolean any = false;
    for (Turn t : TURNS.values()) {
      if (t.place == Turn.Place.AWAY && t.monitor == where) {
        any = true;
        wake(t);
      }
    }
    return any;
  }

  static void enqueue(Turn t) {
    t.state = Turn.State.READY;
    READY.add(t);
  }

  /** Passes the run token on, if the thread has it. */
  static void leave(Turn t) {
    if (holder == t) {
      holder = null;
    }
    pass();
  }

  /** Gives the run token to the next one, if it is free. */
  static void pass() {
    if (!ordered || holder != null) {
      return;
    }
    Turn t = READY.poll();
    if (t == null && yielding) {
      t = main;
    }
    if (t != null) {
      hold(t);
      tell(t);
    }
  }

  static void hold(Turn t) {
    yielding &= t != main;
    holder = t;
    t.state = Turn.State.RUNNING;
    t.ignored = false;
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

  /** Gets the calling thread the run token, after it began or was woken; its turn, or null. */
  static Turn acquire() {
    Turn t;
    synchronized (LOCK) {
      t = current();
      if (t == null || isTurn(t)) {
        return t;
      }
      getInLine(t);
      t.place = Turn.Place.LINE;
      pass();
    }
    stand(t);
    return t;
  }

  static void getInLine(Turn t) {
    if (t.state == Turn.State.BLOCKED || t.state == Turn.State.OUT) {
      enqueue(t);
    }
  }

  /** Whether the calling thread may run; it is then on its way. */
  static boolean isTurn(Turn t) {
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

  /** Waits in the queue until it is the calling thread's turn. */
  static void stand(Turn t) {
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

  /** Takes the run token from a thread that does not get on, if others are in the queue. */
  static void look() {
    Turn h = holder;
    boolean wanted = yielding || !READY.isEmpty();
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

  /**
   * Whether a thread wants a monitor of one that waits for the run token, or for something else.
   */
  static boolean wantsMonitor(Turn h) {
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

  /** What was lost since the last call. */
  static List<String> losses() {
    List<String> l = new ArrayList<>(LOSSES);
    LOSSES.clear();
    return l;
  }

  /** Whether a thread that lost the run token computes something beside the others. */
  static boolean othersCompute() {
    for (Turn t : TURNS.values()) {
      if (t.state != Turn.State.OUT || t == main || t.ignored || !Progress.computes(t.thread)) {
        continue;
      }
      t.ignored = t.progress.runsOn(t.thread);
      if (!t.ignored) {
        return true;
      }
    }
    return false;
  }

  /** Those that look so now do not count until they next have the run token. */
  static void ignoreOthers() {
    for (Turn t : TURNS.values()) {
      t.ignored |= t.state == Turn.State.OUT;
    }
  }
}
