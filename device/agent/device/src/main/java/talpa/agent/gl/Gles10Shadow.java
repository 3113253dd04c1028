package talpa.agent.gl;

import java.nio.IntBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** OpenGL ES 1.0. */
@Implements(className = "android.opengl.GLES10")
public class Gles10Shadow {
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
    return GlState.string(what, "OpenGL ES-CM 1.1");
  }
}
