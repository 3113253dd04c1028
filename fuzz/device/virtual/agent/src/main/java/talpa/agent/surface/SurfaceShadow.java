package talpa.agent.surface;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.os.Looper;
import android.view.Surface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeSurface;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.clock.Sleepers;
import talpa.agent.window.FrameSource;

/** Surfaces with {@link Buffers} in the place of a native object; all others are left alone. */
@Implements(className = "android.view.Surface", callNativeMethodsByDefault = true)
public class SurfaceShadow extends ShadowNativeSurface {
  @RealObject private Surface surface;

  /** Gives a surface its buffers. */
  void attach(Buffers b) {
    reflector(Real.class, surface).setNativeObjectLocked(b.handle());
  }

  /** There is no graphics processor: a canvas of bitmaps serves. */
  @Implementation
  protected Canvas lockHardwareCanvas() {
    Real real = reflector(Real.class, surface);
    return Buffers.of(real.getNativeObject()) == null
        ? real.lockHardwareCanvas()
        : surface.lockCanvas(null);
  }

  /** The surface of a texture shares its buffers. */
  @Implementation
  protected static long nativeCreateFromSurfaceTexture(SurfaceTexture t) {
    return TextureViewShadow.buffers(t).retain().handle();
  }

  /** Has the canvas draw on the bitmap. */
  @Implementation
  protected static long nativeLockCanvas(long object, Canvas canvas, Rect dirty)
      throws Surface.OutOfResourcesException {
    Buffers b = Buffers.of(object);
    if (b == null) {
      return real(
          "nativeLockCanvas",
          of(object),
          ClassParameter.from(Canvas.class, canvas),
          ClassParameter.from(Rect.class, dirty));
    }
    b.lock(canvas, dirty);
    return object;
  }

  /**
   * Shows what was drawn. A thread that draws without end waits for the next frame here, as for a
   * free buffer on a phone.
   */
  @Implementation
  protected static void nativeUnlockCanvasAndPost(long object, Canvas canvas) {
    Buffers b = Buffers.of(object);
    if (b == null) {
      real("nativeUnlockCanvasAndPost", of(object), ClassParameter.from(Canvas.class, canvas));
      return;
    }
    b.post(canvas);
    TextureViewShadow.posted(b);
    awaitFrame();
  }

  static void awaitFrame() {
    if (Looper.myLooper() == Looper.getMainLooper()) {
      return;
    }
    try {
      Sleepers.sleep(FrameSource.period());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives a reference back. */
  @Implementation
  protected static void nativeRelease(long object) {
    Buffers b = Buffers.of(object);
    if (b != null) {
      b.release();
    } else if (!Buffers.ours(object)) {
      real("nativeRelease", of(object));
    }
  }

  /** Whether it was not released. */
  @Implementation
  protected static boolean nativeIsValid(long object) {
    return Buffers.ours(object)
        ? Buffers.of(object) != null
        : SurfaceShadow.<Boolean>real("nativeIsValid", of(object));
  }

  /** Pixels. */
  @Implementation
  protected static int nativeGetWidth(long object) {
    Buffers b = Buffers.of(object);
    return b == null ? SurfaceShadow.<Integer>real("nativeGetWidth", of(object)) : b.width();
  }

  /** Pixels. */
  @Implementation
  protected static int nativeGetHeight(long object) {
    Buffers b = Buffers.of(object);
    return b == null ? SurfaceShadow.<Integer>real("nativeGetHeight", of(object)) : b.height();
  }

  /** Nobody else is connected to it. */
  @Implementation
  protected static int nativeForceScopedDisconnect(long object) {
    return Buffers.of(object) == null
        ? SurfaceShadow.<Integer>real("nativeForceScopedDisconnect", of(object))
        : 0;
  }

  /** Of no effect. */
  @Implementation
  protected static int nativeSetFrameRate(long object, float rate, int compatibility, int change) {
    return Buffers.of(object) == null
        ? SurfaceShadow.<Integer>real(
            "nativeSetFrameRate",
            of(object),
            ClassParameter.from(float.class, rate),
            of(compatibility),
            of(change))
        : 0;
  }

  /** The native method itself, which a shadow of a native method replaces. */
  private static <T> T real(String method, ClassParameter<?>... arguments) {
    return ReflectionHelpers.callStaticMethod(
        Surface.class, "$$robo$$" + method + "$nativeBinding", arguments);
  }

  private static ClassParameter<Long> of(long value) {
    return ClassParameter.from(long.class, value);
  }

  private static ClassParameter<Integer> of(int value) {
    return ClassParameter.from(int.class, value);
  }

  /** The parts of a surface that are not public. */
  @ForType(Surface.class)
  interface Real {
    @Accessor("mNativeObject")
    long getNativeObject();

    void setNativeObjectLocked(long object);

    @Direct
    Canvas lockHardwareCanvas();
  }
}
