package talpa.agent.media;

import android.Manifest;
import android.hardware.Camera;
import android.os.SystemClock;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.permit.Grants;

/**
 * The native methods of a media recorder, with the states of the platform's mediarecorder.cpp:
 * calls in the wrong order throw {@code IllegalStateException} without a message, what the media
 * server refuses throws {@code RuntimeException}. What is recorded is the head of an MPEG-4 file
 * without sound or pictures.
 */
@Implements(className = "android.media.MediaRecorder")
public class RecorderShadow {
  private enum State {
    IDLE,
    INITIALIZED,
    CONFIGURED,
    PREPARED,
    RECORDING,
    PAUSED,
    RELEASED
  }

  private static final byte[] HEAD =
      "\0\0\0\30ftypmp42\0\0\0\0isommp42".getBytes(StandardCharsets.ISO_8859_1);

  private State state = State.IDLE;
  private boolean sound;
  private boolean picture;
  private boolean soundEncoder;
  private boolean pictureEncoder;
  private boolean output;
  private long started;

  private void need(boolean ok) {
    if (!ok || state == State.RELEASED) {
      throw new IllegalStateException();
    }
  }

  private void source(String call, boolean again, String permission) {
    need(state == State.IDLE || state == State.INITIALIZED && !again);
    if (!Grants.held(permission)) {
      throw new RuntimeException(call + " failed.");
    }
    state = State.INITIALIZED;
  }

  @Implementation
  protected void setAudioSource(int source) {
    source("setAudioSource", sound, Manifest.permission.RECORD_AUDIO);
    sound = true;
  }

  @Implementation
  protected void setVideoSource(int source) {
    source("setVideoSource", picture, Manifest.permission.CAMERA);
    picture = true;
  }

  @Implementation
  protected void setCamera(Camera camera) {
    need(state == State.IDLE);
  }

  @Implementation
  protected void setOutputFormat(int format) {
    need(state == State.INITIALIZED);
    state = State.CONFIGURED;
  }

  @Implementation
  protected void setAudioEncoder(int encoder) {
    need(state == State.CONFIGURED && sound && !soundEncoder);
    soundEncoder = true;
  }

  @Implementation
  protected void setVideoEncoder(int encoder) {
    need(state == State.CONFIGURED && picture && !pictureEncoder);
    pictureEncoder = true;
  }

  @Implementation
  protected void setVideoSize(int width, int height) {
    need(state == State.CONFIGURED && picture);
  }

  @Implementation
  protected void setVideoFrameRate(int rate) {
    need(state == State.CONFIGURED && picture);
  }

  @Implementation
  protected void setParameter(String nameAndValue) {
    need(state != State.IDLE);
  }

  @Implementation
  @SuppressWarnings("resource") // the descriptor is the caller's
  protected void _setOutputFile(FileDescriptor file) throws IOException {
    need(state == State.CONFIGURED && !output);
    output = true;
    new FileOutputStream(file).write(HEAD);
  }

  @Implementation
  protected void _prepare() {
    need(state == State.CONFIGURED && sound == soundEncoder && picture == pictureEncoder);
    state = State.PREPARED;
  }

  @Implementation
  protected void start() {
    need(state == State.PREPARED);
    state = State.RECORDING;
    started = SystemClock.uptimeMillis();
  }

  @Implementation
  protected void pause() {
    need(state == State.RECORDING);
    state = State.PAUSED;
  }

  @Implementation
  protected void resume() {
    need(state == State.PAUSED || state == State.RECORDING);
    state = State.RECORDING;
  }

  /** Ends the recording; fails if there was no time to record anything. */
  @Implementation
  protected void stop() {
    need(state == State.RECORDING || state == State.PAUSED);
    idle();
    if (SystemClock.uptimeMillis() == started) {
      throw new RuntimeException("stop failed.");
    }
  }

  private void idle() {
    state = State.IDLE;
    sound = false;
    picture = false;
    soundEncoder = false;
    pictureEncoder = false;
    output = false;
  }

  @Implementation
  protected void native_reset() {
    need(true);
    idle();
  }

  @Implementation
  protected void release() {
    state = State.RELEASED;
  }

  /** The loudest sound since the last call: silence. */
  @Implementation
  protected int getMaxAmplitude() {
    need(true);
    return 0;
  }
}
