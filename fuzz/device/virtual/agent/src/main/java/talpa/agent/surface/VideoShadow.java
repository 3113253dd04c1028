package talpa.agent.surface;

import android.media.MediaPlayer;
import android.net.Uri;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** A VideoView that never gets ready: there is no video. */
@Implements(className = "android.widget.VideoView")
public class VideoShadow extends SurfaceViewShadow {
  private enum State {
    IDLE,
    PLAYING,
    PAUSED,
    STOPPED
  }

  private State state = State.IDLE;
  private int position;

  /** Never told. */
  @Implementation
  protected void setOnPreparedListener(MediaPlayer.OnPreparedListener l) {}

  /** Never told. */
  @Implementation
  protected void setOnErrorListener(MediaPlayer.OnErrorListener l) {}

  /** Never told. */
  @Implementation
  protected void setOnCompletionListener(MediaPlayer.OnCompletionListener l) {}

  /** Opens nothing. */
  @Implementation
  protected void setVideoPath(String path) {}

  /** Opens nothing. */
  @Implementation
  protected void setVideoURI(Uri uri) {}

  /** Opens nothing. */
  @Implementation
  protected void setVideoURI(Uri uri, Map<String, String> headers) {}

  /** Remembered only. */
  @Implementation
  protected void start() {
    state = State.PLAYING;
  }

  /** Remembered only. */
  @Implementation
  protected void stopPlayback() {
    state = State.STOPPED;
  }

  /** Remembered only. */
  @Implementation
  protected void suspend() {
    state = State.STOPPED;
  }

  /** Remembered only. */
  @Implementation
  protected void pause() {
    state = State.PAUSED;
  }

  /** Remembered only. */
  @Implementation
  protected void resume() {
    state = State.PLAYING;
  }

  /** Whether it was started. */
  @Implementation
  protected boolean isPlaying() {
    return state == State.PLAYING;
  }

  /** Whether it may be paused. */
  @Implementation
  protected boolean canPause() {
    return state == State.PLAYING || state == State.IDLE;
  }

  /** Remembered only. */
  @Implementation
  protected void seekTo(int millis) {
    position = millis;
  }

  /** Where it was set to, in milliseconds. */
  @Implementation
  protected int getCurrentPosition() {
    return position;
  }

  /** Not known. */
  @Implementation
  protected int getDuration() {
    return 0;
  }
}
