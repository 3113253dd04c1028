package talpa.agent.media;

import android.media.audiofx.Visualizer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowVisualizer;

/**
 * What a phone can tell of the sound that it plays: the bounds of Android's own visualizer
 * (frameworks/av, media/libeffects/visualizer). All is silence.
 */
@Implements(className = "android.media.audiofx.Visualizer")
public class VisualizerShadow extends ShadowVisualizer {
  private static final int LEAST = 128;
  private static final int MOST = 1024;

  /** In thousandths of a hertz. */
  private static final int MOST_CAPTURES = 20_000;

  private static final int SAMPLES = 44_100_000;

  private int size = MOST;

  @Implementation
  protected static int[] getCaptureSizeRange() {
    return new int[] {LEAST, MOST};
  }

  @Implementation
  protected static int getMaxCaptureRate() {
    return MOST_CAPTURES;
  }

  @Override
  @Implementation
  protected int native_getSamplingRate() {
    return SAMPLES;
  }

  @Override
  @Implementation
  protected int native_setCaptureSize(int bytes) {
    if (bytes < LEAST || bytes > MOST || Integer.bitCount(bytes) != 1) {
      return Visualizer.ERROR_BAD_VALUE;
    }
    size = bytes;
    return super.native_setCaptureSize(bytes);
  }

  @Override
  @Implementation
  protected int native_getCaptureSize() {
    return size;
  }
}
