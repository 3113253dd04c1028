package talpa.agent.window;

import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowDisplayEventReceiver;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * The display's frame signal as messages on the asking thread's looper, at whole frames of virtual
 * time. Robolectric's own has one pending signal for all threads, so that a second thread with a
 * Choreographer takes the frames of the first.
 */
@Implements(className = "android.view.DisplayEventReceiver", isInAndroidSdk = false)
public class FrameSource extends ShadowDisplayEventReceiver {
  private static final String NATIVE =
      "org.robolectric.shadows.ShadowDisplayEventReceiver$NativeDisplayEventReceiver";

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
    long period = Math.max(1, ShadowChoreographer.getFrameDelay().toMillis());
    if (now < due && due <= now + period) {
      return;
    }
    due = now - now % period + period;
    Handler.createAsync(Looper.myLooper()).postAtTime(this::fire, due);
  }

  private void fire() {
    due = -1;
    if (eventData == null) {
      eventData =
          ReflectionHelpers.callStaticMethod(
              ReflectionHelpers.loadClass(FrameSource.class.getClassLoader(), NATIVE),
              "newVsyncEventData",
              ClassParameter.from(long.class, ShadowChoreographer.getFrameDelay().toNanos()));
    }
    onVsync(SystemClock.uptimeMillis() * 1_000_000, frame++, eventData);
  }
}
