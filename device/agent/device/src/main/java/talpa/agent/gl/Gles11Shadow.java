package talpa.agent.gl;

import java.nio.IntBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** OpenGL ES 1.1, beyond 1.0. */
@Implements(className = "android.opengl.GLES11")
public class Gles11Shadow {
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
}
