package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.opengl.EGL14;
import android.opengl.EGLConfig;
import android.opengl.EGLContext;
import android.opengl.EGLDisplay;
import android.opengl.EGLSurface;
import android.opengl.GLES20;
import android.opengl.GLES30;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** OpenGL that draws nothing: every call succeeds, and what is made has names of its own. */
class GlTest extends FieldTest {
  private static final int[] RGB = {
    EGL14.EGL_RENDERABLE_TYPE, EGL14.EGL_OPENGL_ES2_BIT, EGL14.EGL_RED_SIZE, 8, EGL14.EGL_NONE
  };

  @Test
  void anAppMakesAContextAndASurfaceOfItsOwn() {
    EGLDisplay d = EGL14.eglGetDisplay(EGL14.EGL_DEFAULT_DISPLAY);
    assertNotEquals(EGL14.EGL_NO_DISPLAY, d);
    int[] version = new int[2];
    assertTrue(EGL14.eglInitialize(d, version, 0, version, 1));
    assertEquals("1.5", version[0] + "." + version[1]);
    assertEquals("Android", EGL14.eglQueryString(d, EGL14.EGL_VENDOR));
    assertTrue(EGL14.eglQueryString(d, EGL14.EGL_VERSION).startsWith("1.5 "));
    EGLConfig[] configs = new EGLConfig[1];
    int[] count = {0};
    assertTrue(EGL14.eglChooseConfig(d, RGB, 0, configs, 0, 1, count, 0));
    assertEquals(1, count[0]);
    int[] red = {0};
    assertTrue(EGL14.eglGetConfigAttrib(d, configs[0], EGL14.EGL_RED_SIZE, red, 0));
    assertEquals(8, red[0]);
    int[] two = {EGL14.EGL_CONTEXT_CLIENT_VERSION, 2, EGL14.EGL_NONE};
    EGLContext c = EGL14.eglCreateContext(d, configs[0], EGL14.EGL_NO_CONTEXT, two, 0);
    assertNotEquals(EGL14.EGL_NO_CONTEXT, c);
    int[] size = {EGL14.EGL_WIDTH, 4, EGL14.EGL_HEIGHT, 3, EGL14.EGL_NONE};
    EGLSurface s = EGL14.eglCreatePbufferSurface(d, configs[0], size, 0);
    assertNotEquals(EGL14.EGL_NO_SURFACE, s);
    assertTrue(EGL14.eglMakeCurrent(d, s, s, c));
    assertEquals(EGL14.EGL_SUCCESS, EGL14.eglGetError());
    assertTrue(EGL14.eglSwapInterval(d, 1));
    assertTrue(EGL14.eglWaitGL() && EGL14.eglWaitClient());
    assertTrue(EGL14.eglBindAPI(EGL14.EGL_OPENGL_ES_API));
    assertEquals(EGL14.EGL_OPENGL_ES_API, EGL14.eglQueryAPI());
    assertTrue(EGL14.eglDestroySurface(d, s));
    assertTrue(EGL14.eglDestroyContext(d, c));
    assertTrue(EGL14.eglReleaseThread() && EGL14.eglTerminate(d));
  }

  private String failed = "";

  private void check(boolean ok, String what) {
    failed += ok ? "" : what + " ";
  }

  @Test
  void allThatARendererAsksForWorks() {
    check(GLES20.glGetString(GLES20.GL_VERSION).startsWith("OpenGL ES "), "version");
    check(GLES20.glGetString(GLES20.GL_EXTENSIONS) != null, "extensions");
    check(GLES20.glGetString(GLES20.GL_RENDERER) != null, "renderer");
    int shader = GLES20.glCreateShader(GLES20.GL_VERTEX_SHADER);
    check(shader > 0, "shader");
    GLES20.glShaderSource(shader, "void main() {}");
    GLES20.glCompileShader(shader);
    int[] v = {0};
    GLES20.glGetShaderiv(shader, GLES20.GL_COMPILE_STATUS, v, 0);
    check(v[0] == GLES20.GL_TRUE, "compiled");
    int program = GLES20.glCreateProgram();
    check(program > 0 && program != shader, "program");
    GLES20.glAttachShader(program, shader);
    GLES20.glLinkProgram(program);
    v[0] = 0;
    GLES20.glGetProgramiv(program, GLES20.GL_LINK_STATUS, v, 0);
    check(v[0] == GLES20.GL_TRUE, "linked");
    check(GLES20.glGetAttribLocation(program, "a") >= 0, "attribute");
    check(GLES20.glGetUniformLocation(program, "u") >= 0, "uniform");
    Set<Integer> names = new LinkedHashSet<>();
    int[] four = new int[4];
    GLES20.glGenTextures(4, four, 0);
    for (int n : four) {
      names.add(n);
    }
    check(names.size() == 4 && !names.contains(0), "textures");
    IntBuffer b = IntBuffer.allocate(1);
    GLES20.glGenBuffers(1, b);
    check(b.get(0) > 0, "buffer");
    GLES30.glGenVertexArrays(1, four, 0);
    check(four[0] > 0, "array");
    GLES20.glGenFramebuffers(1, four, 0);
    GLES20.glBindFramebuffer(GLES20.GL_FRAMEBUFFER, four[0]);
    check(
        GLES20.glCheckFramebufferStatus(GLES20.GL_FRAMEBUFFER) == GLES20.GL_FRAMEBUFFER_COMPLETE,
        "frame");
    GLES20.glGetIntegerv(GLES20.GL_MAX_TEXTURE_SIZE, v, 0);
    check(v[0] >= 2048, "size");
    check(GLES20.glGetError() == GLES20.GL_NO_ERROR, "error");
    assertEquals("", failed);
  }

  // ---- limits ----

  @Test
  void aQuestionWritesItsAnswerOnly() {
    int[] v = {1, 2, 3, 4};
    GLES20.glGetIntegerv(GLES20.GL_MAX_VIEWPORT_DIMS, v, 1);
    assertEquals("[1, 4096, 4096, 4]", Arrays.toString(v));
    GLES20.glGetIntegerv(-1, v, 0);
    assertEquals("[1, 4096, 4096, 4]", Arrays.toString(v));
    IntBuffer b = IntBuffer.wrap(new int[] {1, 2, 3, 4});
    b.position(1);
    GLES20.glGetIntegerv(GLES20.GL_MAX_TEXTURE_SIZE, b);
    assertEquals("[1, 4096, 3, 4]", Arrays.toString(b.array()));
    GLES20.glGetIntegerv(-1, b);
    assertEquals("[1, 4096, 3, 4]", Arrays.toString(b.array()));
    int[] last = {0};
    GLES20.glGetIntegerv(GLES20.GL_MAX_VIEWPORT_DIMS, last, 0);
    assertEquals(4096, last[0], "without room for the height");
  }

  @Test
  void thatNothingIsSeenIsSaidOnce() {
    int[] v = new int[2];
    for (int i = 0; i < 2; i++) {
      EGL14.eglInitialize(EGL14.eglGetDisplay(EGL14.EGL_DEFAULT_DISPLAY), v, 0, v, 1);
    }
    rest(0);
    assertEquals(
        1L, events("unsupported").stream().filter(e -> "gles".equals(e.get("kind"))).count());
  }
}
