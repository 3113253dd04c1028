package talpa.agent.media;

import android.media.AudioTrack;
import java.nio.ByteBuffer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowAudioTrack;

/** Tracks that take all sound, at the pace at which it would be heard. */
@Implements(className = "android.media.AudioTrack")
public class TrackShadow extends ShadowAudioTrack {
  @RealObject private AudioTrack track;

  private int take(int size, int values, boolean blocking) {
    SoundPace.await(values, track.getChannelCount(), track.getSampleRate(), blocking);
    return size;
  }

  /** Takes bytes. */
  @Override
  @Implementation
  protected int native_write_byte(byte[] data, int at, int size, int format, boolean blocking) {
    return take(size, size / SoundPace.bytes(format), blocking);
  }

  /** Takes samples. */
  @Implementation
  protected int native_write_short(short[] data, int at, int size, int format, boolean blocking) {
    return take(size, size, blocking);
  }

  /** Takes samples. */
  @Implementation
  protected int native_write_float(float[] data, int at, int size, int format, boolean blocking) {
    return take(size, size, blocking);
  }

  /** Takes bytes. */
  @Implementation(methodName = "native_write_native_bytes")
  protected int writeBytes(ByteBuffer data, int at, int size, int format, boolean blocking) {
    return take(size, size / SoundPace.bytes(format), blocking);
  }
}
