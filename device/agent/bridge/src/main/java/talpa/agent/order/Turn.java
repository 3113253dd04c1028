package talpa.agent.order;

/** What the run token knows of one thread of the app. Guarded by the run token's lock. */
final class Turn {
  /** How a thread stands to the run token. */
  enum State {
    /** It has the run token. */
    RUNNING,
    /** It is in the queue. */
    READY,
    /** It waits for something else. */
    BLOCKED,
    /** It runs without: it lost the run token, or there is no order at the moment. */
    OUT
  }

  /** Where a thread is that does not run: how it is told that it may. */
  enum Place {
    /** On its way: it comes by itself. */
    NOWHERE,
    /** In a park. */
    PARK,
    /** In a wait on {@link #monitor}. */
    WAIT,
    /** In a wait on this object. */
    LINE,
    /** Inside the system, at {@link #monitor}; it comes by itself. */
    AWAY
  }

  final Thread thread;
  State state = State.OUT;
  Place place = Place.NOWHERE;

  /** What it waits on, in places WAIT and AWAY. */
  Object monitor;

  /** The monitor is a thread that has just ended: the JVM wakes who waits on it. */
  boolean joins;

  /** An interruption in place WAIT, which ends the wait when the turn comes. */
  boolean interrupted;

  /** Whether the next park is to return at once. */
  boolean permit;

  /** It keeps the run token while it waits: the world stands still. */
  boolean keeps;

  /** It is a pool's worker without work: the clock does not go on for the limit of its wait. */
  boolean idle;

  /** Takes the limit of its wait back; its own. */
  Runnable limit;

  /**
   * It lost the run token and is not waited for: it only looks as if it computed, or never ends.
   */
  boolean ignored;

  /** Told, in place LINE; guarded by this object. */
  boolean called;

  /** How it has got on since it was given the run token. */
  final Progress progress = new Progress();

  Turn(Thread thread) {
    this.thread = thread;
  }
}
