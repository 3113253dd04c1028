package talpa.agent.view;

import java.util.Map;
import javax.microedition.khronos.egl.EGL10;
import javax.microedition.khronos.egl.EGLConfig;
import javax.microedition.khronos.egl.EGLContext;
import javax.microedition.khronos.egl.EGLDisplay;
import javax.microedition.khronos.egl.EGLSurface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.app.AppProcess;

/**
 * OpenGL that draws nothing: every call works, so that renderers run their own code. Reported as
 * unsupported once.
 */
@Implements(className = "com.google.android.gles_jni.EGLImpl", isInAndroidSdk = false)
public class EglStub {
  private static boolean reported;

  /** Loads the class without native code. */
  @Implementation
  protected static void _nativeClassInit() {}

  /** Starts the display. */
  @Implementation
  protected boolean eglInitialize(EGLDisplay d, int[] version) {
    report();
    if (version != null && version.length > 1) {
      version[0] = 1;
      version[1] = 4;
    }
    return true;
  }

  /** The next app is reported again. */
  static synchronized void forget() {
    reported = false;
  }

  private static synchronized void report() {
    if (!reported) {
      reported = true;
      AppProcess.current()
          .wire()
          .notify("unsupported", Map.of("kind", "gles", "detail", "OpenGL draws nothing"));
    }
  }

  /** Gives the one configuration there is. */
  @Implementation
  protected boolean eglChooseConfig(
      EGLDisplay d, int[] wanted, EGLConfig[] out, int size, int[] count) {
    if (out != null && out.length > 0 && size > 0) {
      out[0] =
          (EGLConfig)
              ReflectionHelpers.callConstructor(
                  ReflectionHelpers.loadClass(
                      EglStub.class.getClassLoader(), "com.google.android.gles_jni.EGLConfigImpl"),
                  ClassParameter.from(long.class, 1L));
    }
    if (count != null && count.length > 0) {
      count[0] = 1;
    }
    return true;
  }

  /** Eight bits a colour, 24 of depth. */
  @Implementation
  protected boolean eglGetConfigAttrib(EGLDisplay d, EGLConfig c, int attribute, int[] value) {
    value[0] =
        switch (attribute) {
          case EGL10.EGL_RED_SIZE,
                  EGL10.EGL_GREEN_SIZE,
                  EGL10.EGL_BLUE_SIZE,
                  EGL10.EGL_ALPHA_SIZE,
                  EGL10.EGL_STENCIL_SIZE ->
              8;
          case EGL10.EGL_DEPTH_SIZE -> 24;
          default -> 0;
        };
    return true;
  }

  /** No error ever. */
  @Implementation
  protected int eglGetError() {
    return EGL10.EGL_SUCCESS;
  }

  /** Binds nothing. */
  @Implementation
  protected boolean eglMakeCurrent(EGLDisplay d, EGLSurface draw, EGLSurface read, EGLContext c) {
    return true;
  }

  /** Shows nothing. */
  @Implementation
  protected boolean eglSwapBuffers(EGLDisplay d, EGLSurface s) {
    return true;
  }

  /** Forgets a context. */
  @Implementation
  protected boolean eglDestroyContext(EGLDisplay d, EGLContext c) {
    return true;
  }

  /** Forgets a surface. */
  @Implementation
  protected boolean eglDestroySurface(EGLDisplay d, EGLSurface s) {
    return true;
  }

  /** Stops the display. */
  @Implementation
  protected boolean eglTerminate(EGLDisplay d) {
    return true;
  }

  /** A display that is not EGL_NO_DISPLAY. */
  @Implementation
  protected long _eglGetDisplay(Object nativeDisplay) {
    return 1;
  }

  /** A context that is not EGL_NO_CONTEXT. */
  @Implementation
  protected long _eglCreateContext(EGLDisplay d, EGLConfig c, EGLContext shared, int[] attributes) {
    return 1;
  }

  /** A surface that is not EGL_NO_SURFACE. */
  @Implementation
  protected long _eglCreateWindowSurface(
      EGLDisplay d, EGLConfig c, Object nativeWindow, int[] attributes) {
    return 1;
  }

  /** A surface that is not EGL_NO_SURFACE. */
  @Implementation
  protected long _eglCreatePbufferSurface(EGLDisplay d, EGLConfig c, int[] attributes) {
    return 1;
  }
}
