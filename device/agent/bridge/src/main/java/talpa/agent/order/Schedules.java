package talpa.agent.order;

/**
 * The time for timers and delayed tasks of the JDK: for all known threads on the virtual clock,
 * also for those that keep the run token, since one may set what another one waits for. The JVM's
 * own threads and the agent's have timers, too, and their time is the host's. What is asked has the
 * names of what is asked elsewhere.
 */
public final class Schedules {
  private Schedules() {}

  /** System.nanoTime. */
  public static long nanoTime() {
    return Limits.isKnown() ? Limits.time.nanoTime() : System.nanoTime();
  }

  /** System.currentTimeMillis. */
  public static long currentTimeMillis() {
    return Limits.isKnown() ? Limits.time.wallMillis() : System.currentTimeMillis();
  }
}
