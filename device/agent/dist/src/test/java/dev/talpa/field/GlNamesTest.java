package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.opengl.EGL14;
import android.opengl.EGLConfig;
import android.opengl.EGLDisplay;
import android.opengl.GLES10;
import android.opengl.GLES11;
import android.opengl.GLES20;
import android.opengl.GLES30;
import android.os.SystemClock;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The names, limits and waits of OpenGL, of all its versions. */
class GlNamesTest extends FieldTest {
  /** What makes so many names into an array, from a place on. */
  private interface Array {
    void make(int n, int[] out, int at);
  }

  /** What makes so many names into a buffer. */
  private interface Fill {
    void make(int n, IntBuffer out);
  }

  private static final Map<String, Array> ARRAYS =
      Map.of(
          "textures", GLES20::glGenTextures,
          "buffers", GLES20::glGenBuffers,
          "frame buffers", GLES20::glGenFramebuffers,
          "render buffers", GLES20::glGenRenderbuffers,
          "vertex arrays", GLES30::glGenVertexArrays,
          "queries", GLES30::glGenQueries,
          "samplers", GLES30::glGenSamplers,
          "feedbacks", GLES30::glGenTransformFeedbacks,
          "old textures", GLES10::glGenTextures,
          "old buffers", GLES11::glGenBuffers);

  private static final Map<String, Fill> BUFFERS =
      Map.of(
          "textures", GLES20::glGenTextures,
          "buffers", GLES20::glGenBuffers,
          "frame buffers", GLES20::glGenFramebuffers,
          "render buffers", GLES20::glGenRenderbuffers,
          "vertex arrays", GLES30::glGenVertexArrays,
          "queries", GLES30::glGenQueries,
          "samplers", GLES30::glGenSamplers,
          "feedbacks", GLES30::glGenTransformFeedbacks,
          "old textures", GLES10::glGenTextures,
          "old buffers", GLES11::glGenBuffers);

  @Test
  void namesAreWrittenWhereTheyAreWantedAndAreAllDifferent() {
    List<Integer> all = new ArrayList<>();
    ARRAYS.forEach(
        (what, make) -> {
          int[] out = {-1, -1, -1, -1};
          make.make(2, out, 1);
          assertEquals(-1, out[0], what);
          assertEquals(-1, out[3], what);
          all.addAll(List.of(out[1], out[2]));
        });
    BUFFERS.forEach(
        (what, make) -> {
          IntBuffer out = IntBuffer.wrap(new int[] {-1, -1, -1, -1});
          out.position(1);
          make.make(2, out);
          assertEquals(-1, out.get(0), what);
          assertEquals(-1, out.get(3), what);
          assertEquals(1, out.position(), what + ": the position stays");
          all.addAll(List.of(out.get(1), out.get(2)));
        });
    assertEquals(40, new HashSet<>(all).size(), all.toString());
    assertTrue(all.stream().allMatch(n -> n > 0), all.toString());
  }

  @Test
  void noNamesAreNone() {
    int[] out = {-1};
    ARRAYS.values().forEach(make -> make.make(0, out, 0));
    assertEquals("[-1]", Arrays.toString(out));
  }

  @Test
  void everyVersionNamesItself() {
    String newest = GLES20.glGetString(GLES20.GL_VERSION);
    assertTrue(newest.startsWith("OpenGL ES 3."), newest);
    assertEquals(newest, GLES30.glGetString(GLES20.GL_VERSION), "the same context");
    assertTrue(GLES10.glGetString(GLES10.GL_VERSION).startsWith("OpenGL ES-CM 1.1"));
    assertTrue(
        GLES20.glGetString(GLES20.GL_SHADING_LANGUAGE_VERSION).startsWith("OpenGL ES GLSL ES 3."));
    assertFalse(GLES20.glGetString(GLES20.GL_VENDOR).isEmpty());
    assertEquals("", GLES30.glGetStringi(GLES20.GL_EXTENSIONS, 0));
  }

  /** Apps divide by them, and make arrays of them. */
  @Test
  void limitsAreThoseThatTheStandardDemandsAtLeast() {
    Map<Integer, Integer> least =
        Map.of(
            GLES20.GL_MAX_TEXTURE_SIZE, 2048,
            GLES20.GL_MAX_RENDERBUFFER_SIZE, 2048,
            GLES20.GL_MAX_CUBE_MAP_TEXTURE_SIZE, 2048,
            GLES20.GL_MAX_VERTEX_ATTRIBS, 16,
            GLES20.GL_MAX_TEXTURE_IMAGE_UNITS, 16,
            GLES20.GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 16,
            GLES20.GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 32,
            GLES20.GL_MAX_VERTEX_UNIFORM_VECTORS, 256,
            GLES20.GL_MAX_FRAGMENT_UNIFORM_VECTORS, 224,
            GLES20.GL_MAX_VARYING_VECTORS, 15);
    least.forEach(
        (what, wanted) -> {
          int[] v = {0};
          GLES20.glGetIntegerv(what, v, 0);
          assertTrue(v[0] >= wanted, Integer.toHexString(what) + ": " + v[0]);
        });
  }

  @Test
  void logsOfWhatCompilesAreEmpty() {
    int shader = GLES20.glCreateShader(GLES20.GL_FRAGMENT_SHADER);
    int[] length = {-1};
    GLES20.glGetShaderiv(shader, GLES20.GL_INFO_LOG_LENGTH, length, 0);
    assertEquals(0, length[0]);
    assertEquals("", GLES20.glGetShaderInfoLog(shader));
    int program = GLES20.glCreateProgram();
    IntBuffer b = IntBuffer.allocate(1);
    GLES20.glGetProgramiv(program, GLES20.GL_ACTIVE_UNIFORMS, b);
    assertEquals(0, b.get(0));
    GLES20.glGetProgramiv(program, GLES20.GL_VALIDATE_STATUS, b);
    assertEquals(GLES20.GL_TRUE, b.get(0));
    GLES20.glGetShaderiv(shader, GLES20.GL_COMPILE_STATUS, b);
    assertEquals(GLES20.GL_TRUE, b.get(0));
    assertEquals("", GLES20.glGetProgramInfoLog(program));
  }

  @Test
  void mappedMemoryIsTheSizeThatWasAskedFor() {
    Buffer b = GLES30.glMapBufferRange(GLES20.GL_ARRAY_BUFFER, 0, 64, GLES30.GL_MAP_WRITE_BIT);
    assertEquals(64, b.capacity());
    ((ByteBuffer) b).putFloat(0, 1f);
    assertTrue(GLES30.glUnmapBuffer(GLES20.GL_ARRAY_BUFFER));
    long sync = GLES30.glFenceSync(GLES30.GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    assertNotEquals(0, sync);
    assertEquals(GLES30.GL_ALREADY_SIGNALED, GLES30.glClientWaitSync(sync, 0, 1));
  }

  @Test
  void configurationsAreChosenByWhatTheyHave() {
    EGLDisplay d = EGL14.eglGetDisplay(EGL14.EGL_DEFAULT_DISPLAY);
    EGLConfig[] all = new EGLConfig[16];
    int[] count = {0};
    assertTrue(EGL14.eglGetConfigs(d, all, 0, 16, count, 0));
    assertTrue(count[0] > 1 && all[count[0] - 1] != null && all[count[0]] == null);
    int[] wanted = {-1, EGL14.EGL_DEPTH_SIZE, 16, EGL14.EGL_ALPHA_SIZE, 8, EGL14.EGL_NONE};
    EGLConfig[] fit = new EGLConfig[3];
    assertTrue(EGL14.eglChooseConfig(d, wanted, 1, fit, 1, 2, count, 0));
    assertTrue(fit[0] == null && fit[1] != null && count[0] <= 2);
    for (int i = 1; i <= count[0]; i++) {
      assertTrue(attribute(d, fit[i], EGL14.EGL_DEPTH_SIZE) >= 16);
      assertEquals(8, attribute(d, fit[i], EGL14.EGL_ALPHA_SIZE));
    }
    int[] more = {EGL14.EGL_DEPTH_SIZE, 64, EGL14.EGL_NONE};
    assertTrue(EGL14.eglChooseConfig(d, more, 0, fit, 0, 3, count, 0));
    assertEquals(0, count[0], "no phone has that");
    assertTrue(EGL14.eglChooseConfig(d, wanted, 1, null, 0, 0, count, 0));
    assertTrue(count[0] > 0, "how many there are");
  }

  private static int attribute(EGLDisplay d, EGLConfig c, int which) {
    int[] v = {0};
    assertTrue(EGL14.eglGetConfigAttrib(d, c, which, v, 0));
    return v[0];
  }

  /** A renderer of its own that draws for ever: at most one frame while a frame passes. */
  @Test
  void aThreadThatDrawsGoesAtThePaceOfFrames() {
    EGLDisplay d = EGL14.eglGetDisplay(EGL14.EGL_DEFAULT_DISPLAY);
    int[] frames = {0};
    main(
        () ->
            new Thread(
                    () -> {
                      while (frames[0] < 10) {
                        frames[0]++;
                        EGL14.eglSwapBuffers(d, EGL14.EGL_NO_SURFACE);
                      }
                      say("drawn");
                    })
                .start());
    long begin = SystemClock.uptimeMillis();
    rest(1000);
    assertSaid("drawn");
    assertEquals(1000, SystemClock.uptimeMillis() - begin);
    main(
        () -> {
          long now = SystemClock.uptimeMillis();
          EGL14.eglSwapBuffers(d, EGL14.EGL_NO_SURFACE);
          assertEquals(now, SystemClock.uptimeMillis(), "the main thread is not held up");
        });
  }
}
