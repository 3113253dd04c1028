package talpa.agent.surface;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.os.Build;
import android.os.Looper;
import android.os.Parcel;
import android.view.Surface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowNativeSurface;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;

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
    if (!Buffers.ours(object)) {
      return SurfaceCode.lockCanvas(object, canvas, dirty);
    }
    if (b == null) {
      throw new IllegalArgumentException();
    }
    b.lock(canvas, dirty);
    return object;
  }

  /**
   * A thread that draws without end waits for the next frame here, as for a free buffer on a phone;
   * after the surface's own lock is given back, which the main thread may want.
   */
  @Override
  @Implementation
  protected void unlockCanvasAndPost(Canvas canvas) {
    super.unlockCanvasAndPost(canvas);
    if (Buffers.ours(reflector(Real.class, surface).getNativeObject())) {
      awaitFrame();
    }
  }

  /** Shows what was drawn. */
  @Implementation
  protected static void nativeUnlockCanvasAndPost(long object, Canvas canvas) {
    Buffers b = Buffers.of(object);
    if (!Buffers.ours(object)) {
      SurfaceCode.unlockCanvasAndPost(object, canvas);
      return;
    }
    if (b != null) {
      b.post(canvas);
      TextureViewShadow.posted(b);
    }
  }

  /** Fills a surface with one colour and shows it; one that is not of ours, or is gone, stays. */
  public static void paint(Surface s, int color) {
    if (!s.isValid() || Buffers.of(reflector(Real.class, s).getNativeObject()) == null) {
      return;
    }
    Canvas c = s.lockCanvas(null);
    c.drawColor(color);
    s.unlockCanvasAndPost(c);
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
      SurfaceCode.release(object);
    }
  }

  /** Whether it was not released. */
  @Implementation
  protected static boolean nativeIsValid(long object) {
    return Buffers.ours(object) ? Buffers.of(object) != null : SurfaceCode.isValid(object);
  }

  /** Pixels. */
  @Implementation
  protected static int nativeGetWidth(long object) {
    if (!Buffers.ours(object)) {
      return SurfaceCode.getWidth(object);
    }
    Buffers b = Buffers.of(object);
    return b == null ? 0 : b.width();
  }

  /** Pixels. */
  @Implementation
  protected static int nativeGetHeight(long object) {
    if (!Buffers.ours(object)) {
      return SurfaceCode.getHeight(object);
    }
    Buffers b = Buffers.of(object);
    return b == null ? 0 : b.height();
  }

  /** Nobody else is connected to it. */
  @Implementation
  protected static int nativeForceScopedDisconnect(long object) {
    return !Buffers.ours(object) ? SurfaceCode.forceScopedDisconnect(object) : 0;
  }

  /** Of no effect. */
  @Implementation(minSdk = Build.VERSION_CODES.S)
  protected static int nativeSetFrameRate(long object, float rate, int compatibility, int change) {
    return !Buffers.ours(object)
        ? SurfaceCode.setFrameRate(object, rate, compatibility, change)
        : 0;
  }

  /** Surfaces with buffers go from hand to hand in this process; others reach nobody. */
  @Implementation
  protected static void nativeWriteToParcel(long object, Parcel to) {
    to.writeLong(Buffers.ours(object) ? object : 0);
  }

  /** What {@link #nativeWriteToParcel} wrote. */
  @Implementation
  protected static long nativeReadFromParcel(long object, Parcel from) {
    Buffers b = Buffers.of(from.readLong());
    return b == null ? 0 : b.retain().handle();
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
