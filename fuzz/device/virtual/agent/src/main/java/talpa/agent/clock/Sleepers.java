package talpa.agent.clock;

import android.os.Looper;
import android.os.SystemClock;
import java.time.Duration;
import java.util.PriorityQueue;
import org.robolectric.shadows.ShadowSystemClock;

/** Threads of the app that sleep on virtual time. */
public final class Sleepers {
  private static final Object LOCK = new Object();
  private static final PriorityQueue<Long> WAKE = new PriorityQueue<>();

  private Sleepers() {}

  /** Sleeps for virtual time; on the main thread the clock simply moves on. */
  public static void sleep(long millis) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("millis < 0: " + millis);
    }
    if (Looper.myLooper() == Looper.getMainLooper()) {
      ShadowSystemClock.advanceBy(Duration.ofMillis(millis));
      return;
    }
    Long end = SystemClock.uptimeMillis() + millis;
    synchronized (LOCK) {
      WAKE.add(end);
      try {
        while (SystemClock.uptimeMillis() < end) {
          LOCK.wait();
        }
      } finally {
        WAKE.remove(end);
      }
    }
  }

  /** Virtual uptime at which the first sleeper wakes, or -1 if none sleeps. */
  static long next() {
    synchronized (LOCK) {
      return WAKE.isEmpty() ? -1 : WAKE.peek();
    }
  }

  /** Wakes those whose time has come; true if there were any. */
  static boolean wake() {
    synchronized (LOCK) {
      if (WAKE.isEmpty() || WAKE.peek() > SystemClock.uptimeMillis()) {
        return false;
      }
      LOCK.notifyAll();
      return true;
    }
  }
}
