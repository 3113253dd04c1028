package talpa.agent.gl;

import java.nio.IntBuffer;
import java.util.Map;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/** What is to be told of an OpenGL ES that draws nothing. Safe for use by all threads. */
public final class GlState {
  /** Of a small graphics processor, by the name that glGetIntegerv takes. */
  private static final Map<Integer, Integer> LIMITS =
      Map.ofEntries(
          Map.entry(0x0D33, 4096), // MAX_TEXTURE_SIZE
          Map.entry(0x0D3A, 4096), // MAX_VIEWPORT_DIMS: width; the height follows
          Map.entry(0x84E2, 8), // MAX_TEXTURE_UNITS
          Map.entry(0x84E8, 4096), // MAX_RENDERBUFFER_SIZE
          Map.entry(0x851C, 4096), // MAX_CUBE_MAP_TEXTURE_SIZE
          Map.entry(0x8869, 16), // MAX_VERTEX_ATTRIBS
          Map.entry(0x8872, 16), // MAX_TEXTURE_IMAGE_UNITS
          Map.entry(0x8B4C, 16), // MAX_VERTEX_TEXTURE_IMAGE_UNITS
          Map.entry(0x8B4D, 32), // MAX_COMBINED_TEXTURE_IMAGE_UNITS
          Map.entry(0x8DFB, 256), // MAX_VERTEX_UNIFORM_VECTORS
          Map.entry(0x8DFC, 15), // MAX_VARYING_VECTORS
          Map.entry(0x8DFD, 224)); // MAX_FRAGMENT_UNIFORM_VECTORS

  private static final int MAX_VIEWPORT_DIMS = 0x0D3A;
  private static final int COMPILE_STATUS = 0x8B81;
  private static final int LINK_STATUS = 0x8B82;
  private static final int VALIDATE_STATUS = 0x8B83;
  private static final int FRAMEBUFFER_COMPLETE = 0x8CD5;

  private static final PerApp<GlState> STATE = PerApp.of(GlState::new);

  private int names;
  private boolean reported;

  private GlState() {}

  /** Says once for an app that what it draws is not seen. */
  static synchronized void report() {
    GlState s = STATE.get();
    if (!s.reported) {
      s.reported = true;
      AppProcess.current()
          .wire()
          .notify("unsupported", Map.of("kind", "gles", "detail", "OpenGL draws nothing"));
    }
  }

  /** A name that no object has. */
  static synchronized int name() {
    return ++STATE.get().names;
  }

  static void names(int n, int[] out, int at) {
    for (int i = 0; i < n; i++) {
      out[at + i] = name();
    }
  }

  static void names(int n, IntBuffer out) {
    for (int i = 0; i < n; i++) {
      out.put(out.position() + i, name());
    }
  }

  static void integers(int what, int[] out, int at) {
    Integer limit = LIMITS.get(what);
    if (limit == null) {
      return;
    }
    out[at] = limit;
    if (what == MAX_VIEWPORT_DIMS && at + 1 < out.length) {
      out[at + 1] = limit;
    }
  }

  static void integers(int what, IntBuffer out) {
    int[] values = new int[out.remaining()];
    if (values.length > 0) {
      out.duplicate().get(values); // what is not asked for stays
      integers(what, values, 0);
      out.duplicate().put(values);
    }
  }

  /** A status of a shader or program: all is well. Lengths of logs and lists are 0. */
  static int status(int what) {
    return what == COMPILE_STATUS || what == LINK_STATUS || what == VALIDATE_STATUS ? 1 : 0;
  }

  /** Of a frame buffer. */
  static int complete() {
    return FRAMEBUFFER_COMPLETE;
  }

  /** What glGetString gives. */
  static String string(int what, String version) {
    return switch (what) {
      case 0x1F00 -> "talpa"; // VENDOR
      case 0x1F01 -> "draws nothing"; // RENDERER
      case 0x1F02 -> version;
      case 0x8B8C -> "OpenGL ES GLSL ES 3.00"; // SHADING_LANGUAGE_VERSION
      default -> "";
    };
  }
}
