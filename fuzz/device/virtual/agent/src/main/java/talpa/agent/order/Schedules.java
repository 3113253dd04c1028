package talpa.agent.order;

/**
 * The time for timers and delayed tasks of the JDK: on the virtual clock for all threads, since one
 * may set what another one waits for. What is asked has the names of what is asked elsewhere.
 */
public final class Schedules {
  private Schedules() {}

  /** System.nanoTime. */
  public static long nanoTime() {
    VirtualTime t = Limits.time;
    return t == null ? System.nanoTime() : t.nanoTime();
  }

  /** System.currentTimeMillis. */
  public static long currentTimeMillis() {
    VirtualTime t = Limits.time;
    return t == null ? System.currentTimeMillis() : t.wallMillis();
  }
}
