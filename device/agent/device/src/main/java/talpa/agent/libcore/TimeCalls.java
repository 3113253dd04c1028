package talpa.agent.libcore;

import android.os.SystemClock;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import talpa.agent.clock.Clock;
import talpa.agent.clock.Sleepers;

/** Time: the virtual clock. */
public final class TimeCalls {
  private static final int MAX_NANOS = 999_999;

  private TimeCalls() {}

  /** System.currentTimeMillis, and new Date(). */
  public static long currentTimeMillis() {
    return Clock.wallMillis();
  }

  /** System.nanoTime. */
  public static long nanoTime() {
    return SystemClock.elapsedRealtimeNanos();
  }

  /** Thread.sleep. */
  public static void sleep(long millis) throws InterruptedException {
    Sleepers.sleep(millis);
  }

  /** Thread.sleep. */
  public static void sleep(long millis, int nanos) throws InterruptedException {
    if (nanos < 0 || nanos > MAX_NANOS) {
      throw new IllegalArgumentException(
          nanos < 0 ? "nanos < 0: " + nanos : "nanos > " + MAX_NANOS + ": " + nanos);
    }
    Sleepers.sleep(millis);
  }

  /** TimeUnit.sleep. */
  public static void sleep(TimeUnit unit, long duration) throws InterruptedException {
    long millis = unit.toMillis(duration);
    if (millis > 0) {
      Sleepers.sleep(millis);
    }
  }

  /** Object.wait. */
  public static void wait(Object o, long millis) throws InterruptedException {
    Sleepers.await(o, millis);
  }

  /** Object.wait. */
  public static void wait(Object o, long millis, int nanos) throws InterruptedException {
    if (nanos < 0 || nanos > MAX_NANOS) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    Sleepers.await(o, nanos > 0 ? millis + 1 : millis);
  }

  /** Calendar.getInstance. */
  public static Calendar getInstance() {
    return now(Calendar.getInstance());
  }

  /** Calendar.getInstance. */
  public static Calendar getInstance(TimeZone zone) {
    return now(Calendar.getInstance(zone));
  }

  /** Calendar.getInstance. */
  public static Calendar getInstance(Locale locale) {
    return now(Calendar.getInstance(locale));
  }

  /** Calendar.getInstance. */
  public static Calendar getInstance(TimeZone zone, Locale locale) {
    return now(Calendar.getInstance(zone, locale));
  }

  private static Calendar now(Calendar c) {
    c.setTimeInMillis(Clock.wallMillis());
    return c;
  }
}
