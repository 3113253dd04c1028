package talpa.agent.gl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import javax.microedition.khronos.egl.EGL10;
import org.junit.jupiter.api.Test;

class EglConfigsTest {
  private static final int OPENGL_ES_2 = 4;
  private static final int RENDERABLE_TYPE = 0x3040;

  private static int[] chosen(int attribute, int least) {
    return EglConfigs.choose(new int[] {attribute, least, EGL10.EGL_NONE});
  }

  /** As eglChooseConfig has it: sizes are the least, all else leaves none out. */
  @Test
  void aSizeThatIsWantedIsTheLeast() {
    int[] all = EglConfigs.choose(null);
    assertArrayEquals(all, EglConfigs.choose(new int[] {EGL10.EGL_NONE}));
    assertArrayEquals(all, EglConfigs.choose(new int[0]));
    assertArrayEquals(all, chosen(RENDERABLE_TYPE, OPENGL_ES_2));
    for (int size :
        new int[] {
          EGL10.EGL_RED_SIZE, EGL10.EGL_ALPHA_SIZE, EGL10.EGL_DEPTH_SIZE, EGL10.EGL_STENCIL_SIZE,
        }) {
      for (int least : new int[] {1, 5, 8, 16, 24, 32}) {
        int[] want =
            IntStream.of(all).filter(c -> EglConfigs.attribute(c, size) >= least).toArray();
        assertArrayEquals(want, chosen(size, least), size + " at least " + least);
      }
    }
    assertEquals(0, chosen(EGL10.EGL_DEPTH_SIZE, 32).length);
  }

  @Test
  void whatBehindTheEndOfAListIsAskedForDoesNotCount() {
    int[] wanted = {EGL10.EGL_NONE, 0, EGL10.EGL_RED_SIZE, 99};
    assertArrayEquals(EglConfigs.choose(null), EglConfigs.choose(wanted));
    int[] odd = {EGL10.EGL_RED_SIZE}; // a name without a value
    assertArrayEquals(EglConfigs.choose(null), EglConfigs.choose(odd));
  }

  /** GLSurfaceView's own chooser takes the first with exactly the sizes of its default. */
  @Test
  void theConfigurationThatGlSurfaceViewWantsIsThere() {
    for (int depth : new int[] {0, 16}) {
      assertTrue(
          Arrays.stream(chosen(EGL10.EGL_DEPTH_SIZE, depth))
              .anyMatch(
                  c ->
                      EglConfigs.attribute(c, EGL10.EGL_RED_SIZE) == 8
                          && EglConfigs.attribute(c, EGL10.EGL_ALPHA_SIZE) == 0
                          && EglConfigs.attribute(c, EGL10.EGL_STENCIL_SIZE) == 0
                          && EglConfigs.attribute(c, EGL10.EGL_DEPTH_SIZE) >= depth));
    }
  }

  @Test
  void eachTellsItsNumberAndTheSumOfItsColours() {
    int last = Integer.MAX_VALUE;
    for (int c : EglConfigs.choose(null)) {
      assertEquals(c, EglConfigs.attribute(c, EGL10.EGL_CONFIG_ID));
      int sum =
          EglConfigs.attribute(c, EGL10.EGL_RED_SIZE)
              + EglConfigs.attribute(c, EGL10.EGL_GREEN_SIZE)
              + EglConfigs.attribute(c, EGL10.EGL_BLUE_SIZE)
              + EglConfigs.attribute(c, EGL10.EGL_ALPHA_SIZE);
      assertEquals(sum, EglConfigs.attribute(c, EGL10.EGL_BUFFER_SIZE));
      assertTrue(sum <= last, "the deepest colours first");
      last = sum;
      int surfaces = EGL10.EGL_WINDOW_BIT | EGL10.EGL_PBUFFER_BIT;
      assertEquals(surfaces, EglConfigs.attribute(c, EGL10.EGL_SURFACE_TYPE));
      assertEquals(EGL10.EGL_NONE, EglConfigs.attribute(c, EGL10.EGL_CONFIG_CAVEAT));
      assertTrue((EglConfigs.attribute(c, RENDERABLE_TYPE) & OPENGL_ES_2) != 0);
      assertEquals(0, EglConfigs.attribute(c, EGL10.EGL_SAMPLES), "no multisampling");
    }
    assertEquals(16, last, "565, which old apps ask for");
    assertEquals(0, EglConfigs.attribute(0, EGL10.EGL_RED_SIZE), "no such configuration");
    assertEquals(0, EglConfigs.attribute(99, EGL10.EGL_RED_SIZE), "no such configuration");
  }
}
