package talpa.agent.frame;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.DisplayEventReceiver;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowDisplayEventReceiver;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;
import talpa.agent.process.AppProcess;

/**
 * The display's frame signal as messages on the asking thread's looper, at whole frames of virtual
 * time. Robolectric's own has one pending signal for all threads, so that a second thread with a
 * Choreographer takes the frames of the first.
 *
 * <p>Frames cost more than all else, and nobody sees them: an app that still animates when it has
 * had some time to come to rest gets fewer of them, as on a device that cannot keep up.
 */
@Implements(className = "android.view.DisplayEventReceiver", isInAndroidSdk = false)
public class FrameSource extends ShadowDisplayEventReceiver {
  private static final String NATIVE =
      "org.robolectric.shadows.ShadowDisplayEventReceiver$NativeDisplayEventReceiver";

  /** Virtual time of a settle, in milliseconds, from which on frames come 2 and 6 times slower. */
  private static final int SLOWER_MS = 160;

  private static final int SLOWEST_MS = 480;

  private Object eventData;
  private long due = -1;
  private int frame;

  /**
   * Asks for the next frame signal. A signal that should have come counts as lost: the queue it was
   * in is emptied when an app is unloaded.
   */
  @Implementation
  protected void scheduleVsync() {
    long now = SystemClock.uptimeMillis();
    long period = period();
    if (now < due && due <= now + period) {
      return;
    }
    due = now - now % period + period;
    Handler.createAsync(Looper.myLooper()).postAtTime(this::fire, due);
  }

  /** Milliseconds of virtual time between two frames, as things are. */
  public static long period() {
    long frame = Math.max(1, ShadowChoreographer.getFrameDelay().toMillis());
    long settling = AppProcess.current().loop().settling();
    return settling < SLOWER_MS ? frame : settling < SLOWEST_MS ? 2 * frame : 6 * frame;
  }

  private void fire() {
    due = -1;
    if (!Platform.has(Build.VERSION_CODES.S)) {
      reflector(Eleven.class, realReceiver)
          .onVsync(SystemClock.uptimeMillis() * 1_000_000, 0, frame++);
      return;
    }
    if (eventData == null) {
      eventData =
          ReflectionHelpers.callStaticMethod(
              ReflectionHelpers.loadClass(FrameSource.class.getClassLoader(), NATIVE),
              "newVsyncEventData",
              ClassParameter.from(long.class, ShadowChoreographer.getFrameDelay().toNanos()));
    }
    onVsync(SystemClock.uptimeMillis() * 1_000_000, frame++, eventData);
  }

  /** The receiver of Android 11. */
  @ForType(DisplayEventReceiver.class)
  interface Eleven {
    void onVsync(long nanos, long display, int frame);
  }
}
