package talpa.agent.gl;

import java.nio.IntBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The OpenGL ES 1 that renderers are given. */
@Implements(className = "com.google.android.gles_jni.GLImpl", isInAndroidSdk = false)
public class GlImplShadow {
  /** Loads the class without native code. */
  @Implementation
  protected static void _nativeClassInit() {}

  /** Names of textures. */
  @Implementation
  protected void glGenTextures(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of textures. */
  @Implementation
  protected void glGenTextures(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of buffers. */
  @Implementation
  protected void glGenBuffers(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of buffers. */
  @Implementation
  protected void glGenBuffers(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of frame buffers. */
  @Implementation
  protected void glGenFramebuffersOES(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of frame buffers. */
  @Implementation
  protected void glGenFramebuffersOES(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** Names of render buffers. */
  @Implementation
  protected void glGenRenderbuffersOES(int n, int[] out, int at) {
    GlState.names(n, out, at);
  }

  /** Names of render buffers. */
  @Implementation
  protected void glGenRenderbuffersOES(int n, IntBuffer out) {
    GlState.names(n, out);
  }

  /** A limit. */
  @Implementation
  protected void glGetIntegerv(int what, int[] out, int at) {
    GlState.integers(what, out, at);
  }

  /** A limit. */
  @Implementation
  protected void glGetIntegerv(int what, IntBuffer out) {
    GlState.integers(what, out);
  }

  /** Who made it, and the like. */
  @Implementation
  protected String _glGetString(int what) {
    return GlState.string(what, "OpenGL ES-CM 1.1");
  }

  /** All frame buffers are complete. */
  @Implementation
  protected int glCheckFramebufferStatusOES(int target) {
    return GlState.complete();
  }
}
