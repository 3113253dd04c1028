package talpa.agent.gl;

import javax.microedition.khronos.egl.EGL10;
import javax.microedition.khronos.egl.EGLConfig;
import javax.microedition.khronos.egl.EGLContext;
import javax.microedition.khronos.egl.EGLDisplay;
import javax.microedition.khronos.egl.EGLSurface;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;

/** EGL as GLSurfaceView and old apps use it. */
@Implements(className = "com.google.android.gles_jni.EGLImpl", isInAndroidSdk = false)
public class Egl10Shadow {
  /** Loads the class without native code. */
  @Implementation
  protected static void _nativeClassInit() {}

  /** Starts the display. */
  @Implementation
  protected boolean eglInitialize(EGLDisplay d, int[] version) {
    GlState.report();
    if (version != null && version.length > 1) {
      version[0] = 1;
      version[1] = 4;
    }
    return true;
  }

  /** Gives those that fit. */
  @Implementation
  protected boolean eglChooseConfig(
      EGLDisplay d, int[] wanted, EGLConfig[] out, int size, int[] count) {
    int[] found = EglConfigs.choose(wanted);
    int n = found.length;
    if (out != null) {
      n = Math.min(n, Math.min(size, out.length));
      for (int i = 0; i < n; i++) {
        out[i] = config(found[i]);
      }
    }
    if (count != null && count.length > 0) {
      count[0] = n;
    }
    return true;
  }

  /** Gives all. */
  @Implementation
  protected boolean eglGetConfigs(EGLDisplay d, EGLConfig[] out, int size, int[] count) {
    return eglChooseConfig(d, null, out, size, count);
  }

  private static EGLConfig config(long number) {
    Class<?> c =
        ReflectionHelpers.loadClass(
            Egl10Shadow.class.getClassLoader(), "com.google.android.gles_jni.EGLConfigImpl");
    return (EGLConfig)
        ReflectionHelpers.callConstructor(c, ClassParameter.from(long.class, number));
  }

  /** An attribute of a configuration. */
  @Implementation
  protected boolean eglGetConfigAttrib(EGLDisplay d, EGLConfig c, int attribute, int[] value) {
    value[0] = EglConfigs.attribute(Reflector.reflector(Config.class, c).getNumber(), attribute);
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

  /** Shows nothing, at the pace of frames. */
  @Implementation
  protected boolean eglSwapBuffers(EGLDisplay d, EGLSurface s) {
    FramePace.await();
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

  /** No extensions. */
  @Implementation
  protected String eglQueryString(EGLDisplay d, int name) {
    return name == EGL10.EGL_VERSION ? "1.4" : "";
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
  protected long _eglCreateWindowSurfaceTexture(
      EGLDisplay d, EGLConfig c, Object texture, int[] attributes) {
    return 1;
  }

  /** A surface that is not EGL_NO_SURFACE. */
  @Implementation
  protected long _eglCreatePbufferSurface(EGLDisplay d, EGLConfig c, int[] attributes) {
    return 1;
  }

  /** The number of a configuration. */
  @ForType(className = "com.google.android.gles_jni.EGLConfigImpl")
  interface Config {
    @Accessor("mEGLConfig")
    long getNumber();
  }
}
