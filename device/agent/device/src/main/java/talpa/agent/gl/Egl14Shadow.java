package talpa.agent.gl;

import android.opengl.EGLConfig;
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
    return ShadowEGL14.eglInitialize(d, major, majorAt, minor, minorAt);
  }

  /** An attribute of the one configuration. */
  @Implementation
  protected static boolean eglGetConfigAttrib(
      EGLDisplay d, EGLConfig c, int attribute, int[] value, int at) {
    value[at] = EglConfigs.attribute(CONFIG, attribute);
    return true;
  }

  /** No extensions. */
  @Implementation
  protected static String eglQueryString(EGLDisplay d, int name) {
    return "";
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
}
