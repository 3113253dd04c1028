package talpa.agent.gl;

import android.opengl.EGL14;
import android.opengl.EGLConfig;
import android.opengl.EGLContext;
import android.opengl.EGLDisplay;
import android.opengl.EGLSurface;
import java.util.Arrays;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEGL14;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** EGL as newer apps use it. */
@Implements(className = "android.opengl.EGL14")
public class Egl14Shadow extends ShadowEGL14 {
  /** Starts the display. */
  @Implementation
  protected static boolean eglInitialize(
      EGLDisplay d, int[] major, int majorAt, int[] minor, int minorAt) {
    GlState.report();
    if (major != null && minor != null) {
      major[majorAt] = 1;
      minor[minorAt] = 5;
    }
    return ShadowEGL14.eglInitialize(d, major, majorAt, minor, minorAt);
  }

  /** Gives those that fit. */
  @Implementation
  protected static boolean eglChooseConfig(
      EGLDisplay d,
      int[] wanted,
      int wantedAt,
      EGLConfig[] out,
      int outAt,
      int size,
      int[] count,
      int countAt) {
    int[] from = wanted == null ? null : Arrays.copyOfRange(wanted, wantedAt, wanted.length);
    int[] found = EglConfigs.choose(from);
    int n = found.length;
    if (out != null) {
      n = Math.min(n, Math.min(size, out.length - outAt));
      for (int i = 0; i < n; i++) {
        out[outAt + i] = config(found[i]);
      }
    }
    if (count != null) {
      count[countAt] = n;
    }
    return true;
  }

  /** Gives all. */
  @Implementation
  protected static boolean eglGetConfigs(
      EGLDisplay d, EGLConfig[] out, int outAt, int size, int[] count, int countAt) {
    return eglChooseConfig(d, null, 0, out, outAt, size, count, countAt);
  }

  private static EGLConfig config(long number) {
    return ReflectionHelpers.callConstructor(
        EGLConfig.class, ClassParameter.from(long.class, number));
  }

  /** An attribute of a configuration. */
  @Implementation
  protected static boolean eglGetConfigAttrib(
      EGLDisplay d, EGLConfig c, int attribute, int[] value, int at) {
    value[at] = EglConfigs.attribute(c.getNativeHandle(), attribute);
    return true;
  }

  /** What Android's own library says, without extensions. */
  @Implementation
  protected static String eglQueryString(EGLDisplay d, int name) {
    return switch (name) {
      case EGL14.EGL_VENDOR -> "Android";
      case EGL14.EGL_VERSION -> "1.5 Android META-EGL";
      case EGL14.EGL_CLIENT_APIS -> "OpenGL_ES";
      default -> "";
    };
  }

  /** Shows nothing, at the pace of frames. */
  @Implementation
  protected static boolean eglSwapBuffers(EGLDisplay d, EGLSurface s) {
    FramePace.await();
    return true;
  }

  /** Forgets a surface. */
  @Implementation
  protected static boolean eglDestroySurface(EGLDisplay d, EGLSurface s) {
    return true;
  }

  /** Stops the display. */
  @Implementation
  protected static boolean eglTerminate(EGLDisplay d) {
    return true;
  }

  /** Forgets a context. */
  @Implementation
  protected static boolean eglDestroyContext(EGLDisplay d, EGLContext c) {
    return true;
  }

  /** The thread has no context any more. */
  @Implementation
  protected static boolean eglReleaseThread() {
    return true;
  }

  /** OpenGL ES, the only one there is. */
  @Implementation
  protected static boolean eglBindAPI(int api) {
    return api == EGL14.EGL_OPENGL_ES_API;
  }

  /** Always OpenGL ES. */
  @Implementation
  protected static int eglQueryAPI() {
    return EGL14.EGL_OPENGL_ES_API;
  }

  /** Frames come at their own pace. */
  @Implementation
  protected static boolean eglSwapInterval(EGLDisplay d, int interval) {
    return true;
  }

  /** All is done already. */
  @Implementation
  protected static boolean eglWaitGL() {
    return true;
  }

  /** All is done already. */
  @Implementation
  protected static boolean eglWaitClient() {
    return true;
  }
}
