package talpa.agent.gl;

import android.os.Looper;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;
import talpa.agent.order.RunToken;

/** Has a thread that draws without end wait for the next frame, as for a free buffer on a phone. */
public final class FramePace {
  private static final Object FRAME = new Object();
  private static int hurried;

  private FramePace() {}

  /** Waits for the next frame; while the main thread waits for this one it only steps aside. */
  static void await() {
    if (Looper.myLooper() == Looper.getMainLooper()) {
      return;
    }
    try {
      if (!Sleepers.sleepUnless(FRAME, () -> hurried > 0, FrameSource.period())) {
        RunToken.yieldToNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Does what waits for a drawing thread: none of them waits for a frame meanwhile. */
  public static void hurry(Runnable work) {
    hurry(1);
    try {
      work.run();
    } finally {
      hurry(-1);
    }
  }

  private static void hurry(int by) {
    synchronized (FRAME) {
      hurried += by;
      FRAME.notifyAll();
    }
  }
}
