package talpa.agent.media;

import android.media.audiofx.AudioEffect;
import android.media.audiofx.Equalizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEqualizer;

/**
 * The equalizer of a phone that mixes sound in software: five bands of 15 dB each way and ten
 * presets, as Android's own has them (frameworks/av, media/libeffects/lvm). Nothing is heard.
 *
 * <p>A parameter is a number, with the band or the preset that is meant after it; values are as
 * {@link Equalizer} reads them. Levels are in hundredths of a decibel, frequencies in thousandths
 * of a hertz.
 */
@Implements(className = "android.media.audiofx.Equalizer")
public class EqualizerShadow extends ShadowEqualizer {
  private static final short MOST = 1500;

  /** The number of no preset, where levels were set one by one. */
  private static final short CUSTOM = -1;

  /** The parameter of preset and levels at once, which the class keeps to itself. */
  private static final int PROPERTIES = 9;

  /** Where each band ends; the next one begins one above. */
  private static final int[] ENDS = {120_000, 460_000, 1_800_000, 7_000_000, 20_000_000};

  private static final int FIRST = 30_000;
  private static final int[] CENTERS = {60_000, 230_000, 910_000, 3_600_000, 14_000_000};

  private static final List<String> PRESETS =
      List.of(
          "Normal",
          "Classical",
          "Dance",
          "Flat",
          "Folk",
          "Heavy Metal",
          "Hip Hop",
          "Jazz",
          "Pop",
          "Rock");

  /** Of the presets, in decibels. */
  private static final int[][] LEVELS = {
    {3, 0, 0, 0, 3},
    {5, 3, -2, 4, 4},
    {6, 0, 2, 4, 1},
    {0, 0, 0, 0, 0},
    {3, 0, 0, 2, -1},
    {4, 1, 9, 3, 0},
    {5, 3, 0, 1, 3},
    {4, 2, -2, 2, 5},
    {-1, 2, 5, 1, -2},
    {5, 3, -1, 3, 5}
  };

  private final short[] levels = new short[CENTERS.length];
  private short preset;

  /** An equalizer with the first preset. */
  public EqualizerShadow() {
    use((short) 0);
  }

  private void use(short number) {
    preset = number;
    for (int band = 0; band < levels.length; band++) {
      levels[band] = (short) (100 * LEVELS[number][band]);
    }
  }

  @Override
  protected int native_getParameter(int size, byte[] parameter, int most, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(parameter, 0, size).order(ByteOrder.nativeOrder());
    ByteBuffer out = ByteBuffer.wrap(value, 0, most).order(ByteOrder.nativeOrder());
    int what = in.getInt();
    int of = in.remaining() >= Integer.BYTES ? in.getInt() : 0;
    if (!isThere(what, of) || out.remaining() < size(what)) {
      return AudioEffect.ERROR_BAD_VALUE;
    }
    write(what, of, out);
    return out.position();
  }

  /** Writes the value of a parameter, of a band, frequency or preset. */
  private void write(int what, int of, ByteBuffer out) {
    switch (what) {
      case Equalizer.PARAM_NUM_BANDS -> out.putShort((short) levels.length);
      case Equalizer.PARAM_LEVEL_RANGE -> out.putShort((short) -MOST).putShort(MOST);
      case Equalizer.PARAM_BAND_LEVEL -> out.putShort(levels[of]);
      case Equalizer.PARAM_CENTER_FREQ -> out.putInt(CENTERS[of]);
      case Equalizer.PARAM_BAND_FREQ_RANGE ->
          out.putInt(of == 0 ? FIRST : ENDS[of - 1] + 1).putInt(ENDS[of]);
      case Equalizer.PARAM_GET_BAND -> out.putShort(bandOf(of));
      case Equalizer.PARAM_CURRENT_PRESET -> out.putShort(preset);
      case Equalizer.PARAM_GET_NUM_OF_PRESETS -> out.putShort((short) PRESETS.size());
      case Equalizer.PARAM_GET_PRESET_NAME ->
          out.put(PRESETS.get(of).getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
      default -> { // all at once
        out.putShort(preset).putShort((short) levels.length);
        for (short level : levels) {
          out.putShort(level);
        }
      }
    }
  }

  /** Whether there is a parameter of that number, for a band or preset. */
  private boolean isThere(int what, int of) {
    return switch (what) {
      case Equalizer.PARAM_NUM_BANDS,
              Equalizer.PARAM_LEVEL_RANGE,
              Equalizer.PARAM_GET_BAND,
              Equalizer.PARAM_CURRENT_PRESET,
              Equalizer.PARAM_GET_NUM_OF_PRESETS,
              PROPERTIES ->
          true;
      case Equalizer.PARAM_BAND_LEVEL,
              Equalizer.PARAM_CENTER_FREQ,
              Equalizer.PARAM_BAND_FREQ_RANGE ->
          of >= 0 && of < levels.length;
      case Equalizer.PARAM_GET_PRESET_NAME -> of >= 0 && of < PRESETS.size();
      default -> false;
    };
  }

  /** The most bytes that a parameter's value takes. */
  private int size(int what) {
    return switch (what) {
      case Equalizer.PARAM_BAND_FREQ_RANGE -> 2 * Integer.BYTES;
      case Equalizer.PARAM_LEVEL_RANGE, Equalizer.PARAM_CENTER_FREQ -> Integer.BYTES;
      case Equalizer.PARAM_GET_PRESET_NAME -> Equalizer.PARAM_STRING_SIZE_MAX;
      case PROPERTIES -> Short.BYTES * (2 + levels.length);
      default -> Short.BYTES;
    };
  }

  private static short bandOf(int frequency) {
    short band = 0;
    while (band < ENDS.length && frequency > ENDS[band]) {
      band++;
    }
    return frequency < FIRST || band == ENDS.length ? CUSTOM : band;
  }

  @Override
  protected int native_setParameter(int size, byte[] parameter, int length, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(parameter, 0, size).order(ByteOrder.nativeOrder());
    ByteBuffer v = ByteBuffer.wrap(value, 0, length).order(ByteOrder.nativeOrder());
    int what = in.getInt();
    switch (what) {
      case Equalizer.PARAM_BAND_LEVEL -> {
        int band = in.getInt();
        short level = v.getShort();
        if (!isThere(what, band) || level < -MOST || level > MOST) {
          return AudioEffect.ERROR_BAD_VALUE;
        }
        levels[band] = level;
        preset = CUSTOM;
      }
      case Equalizer.PARAM_CURRENT_PRESET -> {
        short number = v.getShort();
        if (!isThere(Equalizer.PARAM_GET_PRESET_NAME, number)) {
          return AudioEffect.ERROR_BAD_VALUE;
        }
        use(number);
      }
      case PROPERTIES -> {
        short number = v.getShort();
        if (v.getShort() != levels.length
            || number != CUSTOM && !isThere(Equalizer.PARAM_GET_PRESET_NAME, number)) {
          return AudioEffect.ERROR_BAD_VALUE;
        }
        v.asShortBuffer().get(levels);
        preset = number;
      }
      default -> {
        return AudioEffect.ERROR_BAD_VALUE;
      }
    }
    return AudioEffect.SUCCESS;
  }
}
