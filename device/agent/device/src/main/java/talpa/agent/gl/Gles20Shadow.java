package talpa.agent.gl;

import java.nio.IntBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** OpenGL ES 2.0. */
@Implements(className = "android.opengl.GLES20")
public class Gles20Shadow {
  /** Names of textures. */
  @Implementation
  protected static void glGenTextures(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of textures. */
  @Implementation
  protected static void glGenTextures(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of buffers. */
  @Implementation
  protected static void glGenBuffers(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of buffers. */
  @Implementation
  protected static void glGenBuffers(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of frame buffers. */
  @Implementation
  protected static void glGenFramebuffers(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of frame buffers. */
  @Implementation
  protected static void glGenFramebuffers(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of render buffers. */
  @Implementation
  protected static void glGenRenderbuffers(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of render buffers. */
  @Implementation
  protected static void glGenRenderbuffers(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** A limit. */
  @Implementation
  protected static void glGetIntegerv(int what, int[] out, int at) {
    GlState.integers(what, out, at);
  }

  /** A limit. */
  @Implementation
  protected static void glGetIntegerv(int what, IntBuffer out) {
    GlState.integers(what, out);
  }

  /** Who made it, and the like. */
  @Implementation
  protected static String glGetString(int what) {
    return GlState.string(what, "OpenGL ES 3.0");
  }

  /** The name of a shader. */
  @Implementation
  protected static int glCreateShader(int type) {
    return GlState.name();
  }

  /** The name of a program. */
  @Implementation
  protected static int glCreateProgram() {
    return GlState.name();
  }

  /** Every shader compiles. */
  @Implementation
  protected static void glGetShaderiv(int name, int what, int[] out, int at) {
    out[at] = GlState.status(what);
  }

  /** Every shader compiles. */
  @Implementation
  protected static void glGetShaderiv(int name, int what, IntBuffer out) {
    out.put(out.position(), GlState.status(what));
  }

  /** Nothing went wrong. */
  @Implementation
  protected static String glGetShaderInfoLog(int name) {
    return "";
  }

  /** Every program links. */
  @Implementation
  protected static void glGetProgramiv(int name, int what, int[] out, int at) {
    out[at] = GlState.status(what);
  }

  /** Every program links. */
  @Implementation
  protected static void glGetProgramiv(int name, int what, IntBuffer out) {
    out.put(out.position(), GlState.status(what));
  }

  /** Nothing went wrong. */
  @Implementation
  protected static String glGetProgramInfoLog(int name) {
    return "";
  }

  /** All frame buffers are complete. */
  @Implementation
  protected static int glCheckFramebufferStatus(int target) {
    return GlState.complete();
  }
}
