package talpa.agent.media;

import android.media.AudioFormat;
import android.os.Looper;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;

/** Has a thread that plays or records wait for as long as the sound lasts, a frame at least. */
final class SoundPace {
  private SoundPace() {}

  /**
   * Waits, unless on the main thread or if that is not wanted.
   *
   * @param values samples of all channels together
   * @param rate samples a second of one channel
   */
  static void await(int values, int channels, int rate, boolean blocking) {
    if (!blocking || values <= 0 || Looper.myLooper() == Looper.getMainLooper()) {
      return;
    }
    long millis = values * 1000L / Math.max(1, channels) / Math.max(1, rate);
    try {
      Sleepers.sleep(Math.max(millis, FrameSource.period()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Bytes of one sample. */
  static int bytes(int encoding) {
    return switch (encoding) {
      case AudioFormat.ENCODING_PCM_8BIT -> 1;
      case AudioFormat.ENCODING_PCM_24BIT_PACKED -> 3;
      case AudioFormat.ENCODING_PCM_32BIT, AudioFormat.ENCODING_PCM_FLOAT -> 4;
      default -> 2;
    };
  }
}
