package talpa.agent.surface;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.graphics.Rect;
import android.os.Build;
import android.view.Surface;
import org.robolectric.nativeruntime.SurfaceNatives;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;
import talpa.agent.bridge.Platform;

/**
 * The graphics library's own code of a surface. Robolectric keeps the framework's native methods
 * under names of its own; the library for frameworks before Android 15's has classes of its own.
 */
final class SurfaceCode {
  private static final Bindings BOUND =
      Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM) ? reflector(Bindings.class) : null;

  private SurfaceCode() {}

  static long lockCanvas(long object, Canvas canvas, Rect dirty) {
    return BOUND == null
        ? SurfaceNatives.nativeLockCanvas(object, canvas, dirty)
        : BOUND.$$robo$$nativeLockCanvas$nativeBinding(object, canvas, dirty);
  }

  static void unlockCanvasAndPost(long object, Canvas canvas) {
    if (BOUND == null) {
      SurfaceNatives.nativeUnlockCanvasAndPost(object, canvas);
    } else {
      BOUND.$$robo$$nativeUnlockCanvasAndPost$nativeBinding(object, canvas);
    }
  }

  static void release(long object) {
    if (BOUND == null) {
      SurfaceNatives.nativeRelease(object);
    } else {
      BOUND.$$robo$$nativeRelease$nativeBinding(object);
    }
  }

  static boolean isValid(long object) {
    return BOUND == null
        ? SurfaceNatives.nativeIsValid(object)
        : BOUND.$$robo$$nativeIsValid$nativeBinding(object);
  }

  static int getWidth(long object) {
    return BOUND == null
        ? SurfaceNatives.nativeGetWidth(object)
        : BOUND.$$robo$$nativeGetWidth$nativeBinding(object);
  }

  static int getHeight(long object) {
    return BOUND == null
        ? SurfaceNatives.nativeGetHeight(object)
        : BOUND.$$robo$$nativeGetHeight$nativeBinding(object);
  }

  static int forceScopedDisconnect(long object) {
    return BOUND == null
        ? SurfaceNatives.nativeForceScopedDisconnect(object)
        : BOUND.$$robo$$nativeForceScopedDisconnect$nativeBinding(object);
  }

  static int setFrameRate(long object, float rate, int compatibility, int change) {
    return BOUND == null
        ? SurfaceNatives.nativeSetFrameRate(object, rate, compatibility, change)
        : BOUND.$$robo$$nativeSetFrameRate$nativeBinding(object, rate, compatibility, change);
  }

  /** The native methods under Robolectric's names. */
  @ForType(Surface.class)
  interface Bindings {
    @Static
    long $$robo$$nativeLockCanvas$nativeBinding(long object, Canvas canvas, Rect dirty);

    @Static
    void $$robo$$nativeUnlockCanvasAndPost$nativeBinding(long object, Canvas canvas);

    @Static
    void $$robo$$nativeRelease$nativeBinding(long object);

    @Static
    boolean $$robo$$nativeIsValid$nativeBinding(long object);

    @Static
    int $$robo$$nativeGetWidth$nativeBinding(long object);

    @Static
    int $$robo$$nativeGetHeight$nativeBinding(long object);

    @Static
    int $$robo$$nativeForceScopedDisconnect$nativeBinding(long object);

    @Static
    int $$robo$$nativeSetFrameRate$nativeBinding(
        long object, float rate, int compatibility, int change);
  }
}
