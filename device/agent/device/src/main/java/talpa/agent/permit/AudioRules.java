package talpa.agent.permit;

import android.app.NotificationManager;
import android.content.Context;
import android.media.AudioManager;
import android.os.Build;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowAudioManager;

/**
 * The rule of AudioService that silence is Do Not Disturb: apps for Android 7 and later need the
 * user's leave to enter or end it. The device has no vibrator, as emulators have none, so the
 * volume zero of the ring stream means silence.
 */
@Implements(className = "android.media.AudioManager")
public class AudioRules extends ShadowAudioManager {
  @RealObject private AudioManager manager;

  @Override
  @Implementation
  protected void setStreamVolume(int stream, int index, int flags) {
    if (stream == AudioManager.STREAM_RING || stream == AudioManager.STREAM_NOTIFICATION) {
      check(index == 0 ? AudioManager.RINGER_MODE_SILENT : AudioManager.RINGER_MODE_NORMAL);
    }
    super.setStreamVolume(stream, index, flags);
  }

  /** What sound code reads before it opens a track: the emulators' figures. */
  @Implementation
  protected String getProperty(String key) {
    if (key == null) {
      return null;
    }
    return switch (key) {
      case AudioManager.PROPERTY_OUTPUT_SAMPLE_RATE -> "48000";
      case AudioManager.PROPERTY_OUTPUT_FRAMES_PER_BUFFER -> "192";
      case AudioManager.PROPERTY_SUPPORT_MIC_NEAR_ULTRASOUND,
              AudioManager.PROPERTY_SUPPORT_SPEAKER_NEAR_ULTRASOUND,
              AudioManager.PROPERTY_SUPPORT_AUDIO_SOURCE_UNPROCESSED ->
          "false";
      default -> null;
    };
  }

  @Override
  @Implementation
  protected void setRingerMode(int mode) {
    check(mode);
    super.setRingerMode(mode);
  }

  private void check(int mode) {
    boolean silent = manager.getRingerMode() == AudioManager.RINGER_MODE_SILENT;
    if (silent == (mode == AudioManager.RINGER_MODE_SILENT)) {
      return;
    }
    Context c = RuntimeEnvironment.getApplication();
    NotificationManager n = c.getSystemService(NotificationManager.class);
    if (c.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.N
        && !n.isNotificationPolicyAccessGranted()) {
      throw new SecurityException("Not allowed to change Do Not Disturb state");
    }
  }
}
