package talpa.agent.net;

import android.os.Looper;
import android.os.SystemClock;
import java.io.InterruptedIOException;
import talpa.agent.clock.Sleepers;
import talpa.agent.process.PerApp;

/**
 * How fast the stand-in servers answer: what a screen loads at once, then ten requests a second, as
 * over a phone's network. An app that asks again as soon as it has an answer would else never come
 * to rest, since no time passes while code runs. Safe for use by all threads.
 */
final class Pace {
  private static final PerApp<Pace> PACE = PerApp.of(Pace::new);

  /** Requests that are answered without any time. */
  private static final int AT_ONCE = 16;

  private static final long EACH_MS = 100;

  /** Virtual time at which as many are answered at once again. */
  private long rested;

  /** Waits until a request is answered; the main thread, which may not ask, does not. */
  static void keep() throws InterruptedIOException {
    long ms = PACE.get().take(SystemClock.uptimeMillis());
    if (ms <= 0 || Looper.myLooper() == Looper.getMainLooper()) {
      return;
    }
    try {
      Sleepers.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /** How long a request that comes now waits, in milliseconds. */
  synchronized long take(long now) {
    rested = Math.max(rested, now);
    long ms = rested - now - (AT_ONCE - 1) * EACH_MS;
    rested += EACH_MS;
    return Math.max(0, ms);
  }
}
