package talpa.agent.media;

import android.media.AudioRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.robolectric.shadows.ShadowAudioRecord;

/** A microphone in a silent room: as much silence as is asked for, at the pace of time. */
public final class Microphone implements ShadowAudioRecord.AudioRecordSource {
  private final AudioRecord record;

  /** What a record hears. */
  public Microphone(AudioRecord record) {
    this.record = record;
  }

  private int give(int size, int values, boolean blocking) {
    SoundPace.await(values, record.getChannelCount(), record.getSampleRate(), blocking);
    return size;
  }

  private int bytes(int size, boolean blocking) {
    return give(size, size / SoundPace.bytes(record.getAudioFormat()), blocking);
  }

  @Override
  public int readInByteArray(byte[] data, int at, int size, boolean blocking) {
    Arrays.fill(data, at, at + size, (byte) 0);
    return bytes(size, blocking);
  }

  @Override
  public int readInShortArray(short[] data, int at, int size, boolean blocking) {
    Arrays.fill(data, at, at + size, (short) 0);
    return give(size, size, blocking);
  }

  @Override
  public int readInFloatArray(float[] data, int at, int size, boolean blocking) {
    Arrays.fill(data, at, at + size, 0);
    return give(size, size, blocking);
  }

  @Override
  public int readInDirectBuffer(ByteBuffer data, int size, boolean blocking) {
    return bytes(size, blocking);
  }
}
