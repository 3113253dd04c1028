package talpa.agent.clock;

import android.os.SystemClock;

/** The virtual clocks: uptime as the framework counts it, and wall time above an epoch. */
public final class Clock {
  private static volatile long epoch;

  private Clock() {}

  /** Sets the wall time of uptime 0, in milliseconds since 1970. */
  public static void setEpoch(long millis) {
    epoch = millis;
  }

  /** Somebody sets the clock: the wall time jumps by so many milliseconds. */
  public static void shift(long millis) {
    epoch += millis;
  }

  /** Wall time, in milliseconds since 1970. */
  public static long wallMillis() {
    return epoch + SystemClock.uptimeMillis();
  }
}
