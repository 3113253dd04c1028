package talpa.agent.drawing;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.animation.AnimatorSet;
import android.graphics.drawable.AnimatedVectorDrawable;
import android.graphics.drawable.AnimatedVectorDrawable.VectorDrawableAnimatorRT;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNativeAnimatedVectorDrawable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/**
 * Animated vector drawables end after their time, as {@link RenderAnimatorShadow} has other
 * animations of the render thread do.
 */
@Implements(
    className = "android.graphics.drawable.AnimatedVectorDrawable",
    callNativeMethodsByDefault = true)
public class VectorAnimatorShadow extends ShadowNativeAnimatedVectorDrawable {
  /** Starts, and ends after the duration. */
  @Implementation
  protected static void nStart(long animators, VectorDrawableAnimatorRT set, int id) {
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      direct("nStart", animators, id);
    } else {
      ShadowNativeAnimatedVectorDrawable.nStart(animators, Nobody.get(), id);
    }
    finish(set, id);
  }

  /** Starts backwards, and ends after the duration. */
  @Implementation
  protected static void nReverse(long animators, VectorDrawableAnimatorRT set, int id) {
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      direct("nReverse", animators, id);
    } else {
      ShadowNativeAnimatedVectorDrawable.nReverse(animators, Nobody.get(), id);
    }
    finish(set, id);
  }

  /** The native method itself; Robolectric's class calls those of older levels. */
  private static void direct(String method, long animators, int id) {
    ReflectionHelpers.callStaticMethod(
        AnimatedVectorDrawable.class,
        "$$robo$$" + method + "$nativeBinding",
        ClassParameter.from(long.class, animators),
        ClassParameter.from(VectorDrawableAnimatorRT.class, Nobody.get()),
        ClassParameter.from(int.class, id));
  }

  private static void finish(VectorDrawableAnimatorRT set, int id) {
    if (!set.isInfinite()) {
      Runnable end = () -> reflector(Animators.class, set).onAnimationEnd(id);
      new Handler(Looper.myLooper()).postDelayed(end, duration(set));
    }
  }

  /** How long it takes: before Android 12 that of what the drawable was made of. */
  private static long duration(VectorDrawableAnimatorRT set) {
    if (Platform.has(Build.VERSION_CODES.S)) {
      return set.getTotalDuration();
    }
    AnimatedVectorDrawable d = ReflectionHelpers.getField(set, "mDrawable");
    AnimatorSet all = ReflectionHelpers.getField(d, "mAnimatorSetFromXml");
    return all.getTotalDuration();
  }

  /**
   * Whom the native side tells when it draws the last frame for a picture. It holds its listener
   * until then, and insists on one; this one knows no animation by the id that it is told.
   */
  private static final class Nobody {
    private static VectorDrawableAnimatorRT instance;

    static synchronized VectorDrawableAnimatorRT get() {
      if (instance == null) {
        instance =
            ReflectionHelpers.callConstructor(
                VectorDrawableAnimatorRT.class,
                ClassParameter.from(AnimatedVectorDrawable.class, null));
      }
      // The looper's queue is a new one for each app.
      reflector(Animators.class, instance).setHandler(new Handler(Looper.getMainLooper()));
      return instance;
    }
  }

  /** The animator set's own methods and fields. */
  @ForType(className = "android.graphics.drawable.AnimatedVectorDrawable$VectorDrawableAnimatorRT")
  interface Animators {
    void onAnimationEnd(int id);

    @Accessor("mHandler")
    void setHandler(Handler handler);
  }
}
