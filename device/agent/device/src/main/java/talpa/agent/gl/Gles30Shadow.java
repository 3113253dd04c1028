package talpa.agent.gl;

import android.opengl.GLES30;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** OpenGL ES 3.0, beyond 2.0. */
@Implements(className = "android.opengl.GLES30")
public class Gles30Shadow {
  /** Names of vertex arrays. */
  @Implementation
  protected static void glGenVertexArrays(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of vertex arrays. */
  @Implementation
  protected static void glGenVertexArrays(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of queries. */
  @Implementation
  protected static void glGenQueries(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of queries. */
  @Implementation
  protected static void glGenQueries(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of samplers. */
  @Implementation
  protected static void glGenSamplers(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of samplers. */
  @Implementation
  protected static void glGenSamplers(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of transform feedbacks. */
  @Implementation
  protected static void glGenTransformFeedbacks(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of transform feedbacks. */
  @Implementation
  protected static void glGenTransformFeedbacks(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Memory that nobody reads. */
  @Implementation
  protected static Buffer glMapBufferRange(int target, int offset, int length, int access) {
    return ByteBuffer.allocateDirect(Math.max(0, length)).order(ByteOrder.nativeOrder());
  }

  /** All was written. */
  @Implementation
  protected static boolean glUnmapBuffer(int target) {
    return true;
  }

  /** A fence that is passed at once. */
  @Implementation
  protected static long glFenceSync(int condition, int flags) {
    return GlState.name();
  }

  /** The fence was passed. */
  @Implementation
  protected static int glClientWaitSync(long sync, int flags, long timeout) {
    return GLES30.GL_ALREADY_SIGNALED;
  }

  /** No extensions. */
  @Implementation
  protected static String glGetStringi(int what, int index) {
    return "";
  }
}
