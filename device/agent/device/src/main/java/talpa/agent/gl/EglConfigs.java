package talpa.agent.gl;

import javax.microedition.khronos.egl.EGL10;

/** The configurations of a display, numbered from 1: those that every phone has. */
final class EglConfigs {
  /**
   * Bits of red, green, blue, alpha, depth and stencil; the deepest colours first, as EGL sorts.
   */
  private static final int[][] SIZES = {
    {8, 8, 8, 8, 0, 0},
    {8, 8, 8, 8, 24, 8},
    {8, 8, 8, 8, 16, 0},
    {8, 8, 8, 0, 0, 0},
    {8, 8, 8, 0, 24, 8},
    {8, 8, 8, 0, 16, 0},
    {5, 6, 5, 0, 0, 0},
    {5, 6, 5, 0, 24, 8},
    {5, 6, 5, 0, 16, 0},
  };

  private static final int[] SIZE_ATTRIBUTES = {
    EGL10.EGL_RED_SIZE,
    EGL10.EGL_GREEN_SIZE,
    EGL10.EGL_BLUE_SIZE,
    EGL10.EGL_ALPHA_SIZE,
    EGL10.EGL_DEPTH_SIZE,
    EGL10.EGL_STENCIL_SIZE,
  };

  /** OpenGL ES 1, 2 and 3. */
  private static final int RENDERABLE = 0x45;

  private static final int RENDERABLE_TYPE = 0x3040;

  private EglConfigs() {}

  /** The numbers of those with at least the wanted sizes; wanted ends with EGL_NONE, or is null. */
  static int[] choose(int[] wanted) {
    return java.util.stream.IntStream.rangeClosed(1, SIZES.length)
        .filter(config -> fits(config, wanted))
        .toArray();
  }

  private static boolean fits(int config, int[] wanted) {
    if (wanted == null) {
      return true;
    }
    for (int i = 0; i + 1 < wanted.length && wanted[i] != EGL10.EGL_NONE; i += 2) {
      for (int s = 0; s < SIZE_ATTRIBUTES.length; s++) {
        if (wanted[i] == SIZE_ATTRIBUTES[s] && SIZES[config - 1][s] < wanted[i + 1]) {
          return false;
        }
      }
    }
    return true;
  }

  /** An attribute of a configuration; 0 for those that say nothing here. */
  static int attribute(long config, int attribute) {
    if (config < 1 || config > SIZES.length) {
      return 0;
    }
    int[] sizes = SIZES[(int) config - 1];
    for (int s = 0; s < SIZE_ATTRIBUTES.length; s++) {
      if (attribute == SIZE_ATTRIBUTES[s]) {
        return sizes[s];
      }
    }
    return switch (attribute) {
      case EGL10.EGL_BUFFER_SIZE -> sizes[0] + sizes[1] + sizes[2] + sizes[3];
      case EGL10.EGL_CONFIG_ID -> (int) config;
      case EGL10.EGL_SURFACE_TYPE -> EGL10.EGL_WINDOW_BIT | EGL10.EGL_PBUFFER_BIT;
      case EGL10.EGL_CONFIG_CAVEAT -> EGL10.EGL_NONE;
      case RENDERABLE_TYPE -> RENDERABLE;
      default -> 0;
    };
  }
}
