package talpa.agent.drawing;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.animation.RenderNodeAnimator;
import android.os.Handler;
import android.os.Looper;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeRenderNodeAnimator;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/**
 * Animations of the render thread (ripples, reveals) end after their time. No render thread runs
 * here: without this their listeners would never be told, and the native side would hold each
 * animator, with the views that it draws on, for ever.
 */
@Implements(
    className = "android.graphics.animation.RenderNodeAnimator",
    isInAndroidSdk = false,
    callNativeMethodsByDefault = true)
public class RenderAnimatorShadow extends ShadowNativeRenderNodeAnimator {
  @RealObject private RenderNodeAnimator real;

  /** The native side keeps no listener: it would be told by the render thread only. */
  @Implementation
  protected static void nSetListener(long animator, RenderNodeAnimator listener) {}

  /** Starts, and ends after the duration. */
  @Implementation
  protected void moveToRunningState() {
    Animator a = reflector(Animator.class, real);
    a.moveToRunningState();
    finishAfter(a.getUiThreadHandlesDelay() ? real.getDuration() : real.getTotalDuration());
  }

  /** Ends, and says so with the next messages. */
  @Implementation
  protected void end() {
    reflector(Animator.class, real).end();
    finishAfter(0);
  }

  private void finishAfter(long millis) {
    Looper looper = Looper.myLooper() == null ? Looper.getMainLooper() : Looper.myLooper();
    Handler.createAsync(looper).postDelayed(this::finish, millis);
  }

  private void finish() {
    if (real.isRunning()) {
      reflector(Animator.class, real).onFinished();
    }
  }

  /** The animator's own methods and fields. */
  @ForType(RenderNodeAnimator.class)
  interface Animator {
    @Direct
    void moveToRunningState();

    @Direct
    void end();

    void onFinished();

    @Accessor("mUiThreadHandlesDelay")
    boolean getUiThreadHandlesDelay();
  }
}
