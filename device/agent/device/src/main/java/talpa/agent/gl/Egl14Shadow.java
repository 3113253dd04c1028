package talpa.agent.gl;

import android.opengl.EGL14;
import android.opengl.EGLConfig;
import android.opengl.EGLContext;
import android.opengl.EGLDisplay;
import android.opengl.EGLSurface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEGL14;

/** EGL as newer apps use it. */
@Implements(className = "android.opengl.EGL14")
public class Egl14Shadow extends ShadowEGL14 {
  /** Number of the configuration with 8 bits a colour, 24 of depth. */
  private static final int CONFIG = 2;

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

  /** An attribute of the one configuration. */
  @Implementation
  protected static boolean eglGetConfigAttrib(
      EGLDisplay d, EGLConfig c, int attribute, int[] value, int at) {
    value[at] = EglConfigs.attribute(CONFIG, attribute);
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
