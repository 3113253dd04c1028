package talpa.agent.order;

/** The virtual clock, for waits with a limit of time inside the JDK and the framework. */
public interface VirtualTime {
  /** As System.nanoTime. */
  long nanoTime();

  /** As System.currentTimeMillis. */
  long wallMillis();

  /**
   * Calls {@link RunToken#expire} for a thread when so many nanoseconds have passed.
   *
   * @param idle whether the clock does not go on for it: it runs when time has passed for other
   *     reasons
   * @return takes it back
   */
  Runnable expire(Thread thread, long nanos, boolean idle);
}
