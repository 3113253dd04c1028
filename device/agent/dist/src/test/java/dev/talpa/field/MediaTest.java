package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.media.AudioFormat;
import android.media.AudioManager;
import android.media.AudioRecord;
import android.media.AudioTrack;
import android.media.MediaMetadata;
import android.media.MediaPlayer;
import android.media.MediaRecorder;
import android.media.SoundPool;
import android.media.audiofx.Equalizer;
import android.media.audiofx.Visualizer;
import android.media.session.MediaController;
import android.media.session.MediaSession;
import android.media.session.PlaybackState;
import android.net.Uri;
import android.os.SystemClock;
import android.provider.Settings;
import android.speech.tts.TextToSpeech;
import android.view.KeyEvent;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** Players and recorders with their states, sessions, speech, and the pace of sound. */
@SuppressWarnings("deprecation")
class MediaTest extends FieldTest {
  private static void permit(String name) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission." + name);
  }

  // ---- short sounds ----

  @Test
  void aShortSoundIsLoadedAMomentLater() {
    int[] id = new int[1];
    main(
        () -> {
          try {
            SoundPool pool = new SoundPool.Builder().build();
            pool.setOnLoadCompleteListener((p, which, status) -> say(which + " " + status));
            id[0] = pool.load(sound().getPath(), 1);
            assertEquals(0, pool.load("/sdcard/none.ogg", 1));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    rest(100);
    assertSaid(id[0] + " 0");
  }

  /** Sounds are numbered in each pool from 1, and who does not listen is not told. */
  @Test
  void soundsOfOnePoolAreToldApart() throws IOException {
    String path = sound().getPath();
    main(
        () -> {
          SoundPool heard = new SoundPool.Builder().build();
          heard.setOnLoadCompleteListener((p, which, status) -> say(which + " " + status));
          assertEquals(1, heard.load(path, 1));
          assertEquals(2, heard.load(path, 1));
          assertEquals(1, new SoundPool.Builder().build().load(path, 1));
        });
    rest(100);
    assertSaid("1 0", "2 0");
  }

  // ---- players ----

  private static File sound() throws IOException {
    File f = new File(app().getFilesDir(), "a.mp3");
    Files.write(f.toPath(), new byte[100]);
    return f;
  }

  private static MediaPlayer player() {
    MediaPlayer p = new MediaPlayer();
    p.setOnPreparedListener(m -> say("prepared"));
    p.setOnCompletionListener(m -> say("complete"));
    p.setOnErrorListener(
        (m, what, extra) -> {
          say("error " + what + " " + extra);
          return true;
        });
    return p;
  }

  @Test
  void aSourceThatIsThereIsPlayedToItsEnd() throws IOException {
    String path = sound().getPath();
    MediaPlayer[] p = {null};
    main(
        () -> {
          p[0] = player();
          try {
            p[0].setDataSource(path);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          p[0].prepareAsync();
          assertEquals("", said());
        });
    assertSaid("prepared");
    assertEquals(3000, p[0].getDuration());
    assertFalse(p[0].isPlaying());
    long[] began = {0};
    main(
        () -> {
          began[0] = SystemClock.uptimeMillis();
          p[0].start();
          assertTrue(p[0].isPlaying());
        });
    rest(3100);
    assertSaid("complete");
    assertTrue(SystemClock.uptimeMillis() - began[0] >= 3000);
    main(() -> p[0].seekTo(1000));
    assertEquals(1000, p[0].getCurrentPosition());
    main(p[0]::release);
    assertTrue(traces().isEmpty());
  }

  @Test
  void aPlayerGoesOnFromWhereItWasSent() throws IOException {
    String path = sound().getPath();
    MediaPlayer[] p = {null};
    long[] began = {0};
    Runnable play =
        () -> {
          began[0] = SystemClock.uptimeMillis();
          p[0].seekTo(2000);
          p[0].start();
          assertEquals(2000, p[0].getCurrentPosition());
        };
    main(
        () -> {
          p[0] = new MediaPlayer();
          p[0].setOnCompletionListener(
              m -> say("over after " + (SystemClock.uptimeMillis() - began[0]) / 100));
          try {
            p[0].setDataSource(path);
            p[0].prepare();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    for (int i = 0; i < 2; i++) {
      main(play);
      rest(1100);
      assertSaid("over after 10");
    }
    main(p[0]::release);
    assertTrue(traces().isEmpty());
  }

  /** As media/java/android/media/MediaPlayer.java documents its states. */
  @Test
  void whatTheStateDoesNotAllowThrows() {
    Map<String, Consumer<MediaPlayer>> wrong = new LinkedHashMap<>();
    wrong.put("start", MediaPlayer::start);
    wrong.put("pause", MediaPlayer::pause);
    wrong.put("stop", MediaPlayer::stop);
    wrong.put("seekTo", m -> m.seekTo(1));
    wrong.put("prepareAsync", MediaPlayer::prepareAsync);
    main(
        () ->
            wrong.forEach(
                (name, call) -> {
                  MediaPlayer p = new MediaPlayer();
                  if (name.equals("prepareAsync")) {
                    Exception e =
                        assertThrows(IllegalStateException.class, () -> call.accept(p), name);
                    assertNull(e.getMessage());
                  }
                  p.release();
                  Exception e =
                      assertThrows(IllegalStateException.class, () -> call.accept(p), name);
                  assertNull(e.getMessage(), name);
                }));
  }

  @Test
  void aSourceThatIsMissingFailsAtOnceAndOneOfTheNetworkLater() {
    main(
        () -> {
          MediaPlayer p = player();
          for (String path : List.of("/none/a.mp3", app().getFilesDir() + "/none.mp3")) {
            Exception e = assertThrows(IOException.class, () -> p.setDataSource(path), path);
            assertEquals("setDataSource failed.: status=0x80000000", e.getMessage());
          }
          assertThrows(
              IOException.class,
              () -> p.setDataSource(app(), Uri.parse("content://dev.talpa.none/1")));
          assertNull(MediaPlayer.create(app(), 0x7f990000), "no such resource");
          assertNotNull(MediaPlayer.create(app(), Settings.System.DEFAULT_RINGTONE_URI));
          try {
            MediaPlayer net = player();
            net.setDataSource("https://example.org/a.mp3");
            Exception e = assertThrows(IOException.class, net::prepare);
            assertEquals("Prepare failed.: status=0x1", e.getMessage());
            MediaPlayer later = player();
            later.setDataSource("https://example.org/a.mp3");
            later.prepareAsync();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    rest(1100);
    assertSaid("error 1 -1004");
  }

  // ---- recorders ----

  private static MediaRecorder ready(File to) {
    MediaRecorder r = new MediaRecorder();
    r.setAudioSource(MediaRecorder.AudioSource.MIC);
    r.setOutputFormat(MediaRecorder.OutputFormat.MPEG_4);
    r.setAudioEncoder(MediaRecorder.AudioEncoder.AAC);
    r.setOutputFile(to.getPath());
    return r;
  }

  @Test
  void aRecorderWritesTheHeadOfAFile() throws IOException {
    permit("RECORD_AUDIO");
    File f = new File(app().getFilesDir(), "r.mp4");
    MediaRecorder r = ready(f);
    r.prepare();
    r.start();
    rest(500);
    assertEquals(0, r.getMaxAmplitude());
    r.pause();
    r.resume();
    r.stop();
    byte[] head = Files.readAllBytes(f.toPath());
    assertEquals("ftypmp42", new String(head, 4, 8, StandardCharsets.ISO_8859_1));
    r.reset();
    r.release();
  }

  /** States of mediarecorder.cpp; the words of android_media_MediaRecorder.cpp. */
  @Test
  void aRecorderRefusesCallsInTheWrongOrder() {
    assertEquals(
        "setAudioSource failed.",
        assertThrows(
                RuntimeException.class,
                () -> new MediaRecorder().setAudioSource(MediaRecorder.AudioSource.MIC))
            .getMessage());
    permit("RECORD_AUDIO");
    File f = new File(app().getFilesDir(), "r.mp4");
    Map<String, Consumer<MediaRecorder>> wrong = new LinkedHashMap<>();
    wrong.put("format first", r -> r.setOutputFormat(1));
    wrong.put("encoder first", r -> r.setAudioEncoder(1));
    wrong.put("start first", MediaRecorder::start);
    wrong.put("stop first", MediaRecorder::stop);
    wrong.put("pause first", MediaRecorder::pause);
    wrong.put(
        "two sources",
        r -> {
          r.setAudioSource(1);
          r.setAudioSource(1);
        });
    wrong.put(
        "encoder before format",
        r -> {
          r.setAudioSource(1);
          r.setAudioEncoder(1);
        });
    wrong.put(
        "size of no picture",
        r -> {
          r.setAudioSource(1);
          r.setOutputFormat(2);
          r.setVideoSize(1, 1);
        });
    wrong.put(
        "start unprepared",
        r -> {
          r.setAudioSource(1);
          r.setOutputFormat(2);
          r.setAudioEncoder(3);
          r.start();
        });
    wrong.put(
        "released",
        r -> {
          r.release();
          r.setAudioSource(1);
        });
    wrong.forEach(
        (name, calls) -> {
          Exception e =
              assertThrows(
                  IllegalStateException.class, () -> calls.accept(new MediaRecorder()), name);
          assertNull(e.getMessage(), name);
        });
    MediaRecorder r = ready(f);
    assertEquals(
        "stop failed.",
        assertThrows(
                RuntimeException.class,
                () -> {
                  r.prepare();
                  r.start();
                  r.stop();
                })
            .getMessage(),
        "there was no time to record");
  }

  // ---- sound ----

  @Test
  void aMicrophoneHearsSilenceAndATrackTakesAllSound() {
    permit("RECORD_AUDIO");
    AudioTrack track =
        new AudioTrack(
            AudioManager.STREAM_MUSIC,
            8000,
            AudioFormat.CHANNEL_OUT_MONO,
            AudioFormat.ENCODING_PCM_16BIT,
            4096,
            AudioTrack.MODE_STREAM);
    AudioRecord record =
        new AudioRecord(
            MediaRecorder.AudioSource.MIC,
            8000,
            AudioFormat.CHANNEL_IN_MONO,
            AudioFormat.ENCODING_PCM_16BIT,
            4096);
    assertEquals(AudioRecord.STATE_INITIALIZED, record.getState());
    main(
        () -> {
          track.play();
          assertEquals(100, track.write(new short[100], 0, 100));
          assertEquals(100, track.write(new byte[100], 0, 100));
          assertEquals(
              100, track.write(ByteBuffer.allocateDirect(100), 100, AudioTrack.WRITE_NON_BLOCKING));
          record.startRecording();
          short[] heard = {7, 7, 7, 7};
          assertEquals(3, record.read(heard, 0, 3));
          assertArrayEquals(new short[] {0, 0, 0, 7}, heard);
          record.release();
          track.release();
        });
    assertTrue(traces().isEmpty());
  }

  // ---- sessions ----

  private static final class Controls extends MediaSession.Callback {
    @Override
    public void onPlay() {
      say("play");
    }

    @Override
    public void onPause() {
      say("pause");
    }

    @Override
    public void onSkipToNext() {
      say("next");
    }

    @Override
    public void onSeekTo(long ms) {
      say("seek " + ms);
    }

    @Override
    public boolean onMediaButtonEvent(Intent i) {
      KeyEvent e = i.getParcelableExtra(Intent.EXTRA_KEY_EVENT, KeyEvent.class);
      say("button " + e.getKeyCode());
      return super.onMediaButtonEvent(i);
    }
  }

  private static PlaybackState state(int state) {
    return new PlaybackState.Builder()
        .setState(state, 5, 1)
        .setActions(PlaybackState.ACTION_PLAY | PlaybackState.ACTION_PAUSE)
        .build();
  }

  @Test
  void controllersHearWhatTheSessionTellsAndReachIt() {
    MediaSession[] s = {null};
    MediaController[] c = {null};
    main(
        () -> {
          s[0] = new MediaSession(app(), "one");
          s[0].setCallback(new Controls());
          c[0] = new MediaController(app(), s[0].getSessionToken());
          c[0].registerCallback(
              new MediaController.Callback() {
                @Override
                public void onPlaybackStateChanged(PlaybackState p) {
                  say("state " + p.getState());
                }

                @Override
                public void onMetadataChanged(MediaMetadata m) {
                  say("title " + m.getString(MediaMetadata.METADATA_KEY_TITLE));
                }
              });
          assertNull(c[0].getPlaybackState());
          s[0].setPlaybackState(state(PlaybackState.STATE_PLAYING));
          s[0].setMetadata(
              new MediaMetadata.Builder()
                  .putString(MediaMetadata.METADATA_KEY_TITLE, "Song")
                  .build());
        });
    assertSaid("state 3", "title Song");
    assertEquals(PlaybackState.STATE_PLAYING, c[0].getPlaybackState().getState());
    main(
        () -> {
          c[0].getTransportControls().play();
          c[0].getTransportControls().pause();
          c[0].getTransportControls().skipToNext();
          c[0].getTransportControls().seekTo(9);
        });
    assertSaid("play", "pause", "next", "seek 9");
  }

  @Test
  void mediaKeysReachTheActiveSession() {
    MediaSession[] s = {null};
    main(
        () -> {
          s[0] = new MediaSession(app(), "one");
          s[0].setCallback(new Controls());
          s[0].setPlaybackState(state(PlaybackState.STATE_PAUSED));
        });
    open(TasksTest.Root.class);
    said();
    key("MEDIA_PLAY");
    assertSaid("");
    main(() -> s[0].setActive(true));
    key("MEDIA_PLAY");
    assertSaid("button 126", "play", "button 126"); // it goes down and up
    main(() -> s[0].setActive(false));
    key("MEDIA_PLAY");
    assertSaid("");
  }

  // ---- speech ----

  @Test
  void speechIsReadyAMomentLater() {
    main(
        () -> {
          new TextToSpeech(app(), status -> say("ready " + status));
          assertEquals("", said());
        });
    assertSaid("ready 0");
  }

  // ---- effects ----

  @Test
  void theEqualizerHasTheBandsAndPresetsOfAPhone() {
    Equalizer e = new Equalizer(0, 1);
    assertEquals(5, e.getNumberOfBands());
    assertArrayEquals(new short[] {-1500, 1500}, e.getBandLevelRange());
    int end = 29_999;
    for (short band = 0; band < 5; band++) {
      int[] range = e.getBandFreqRange(band);
      assertEquals(end + 1, range[0], "the bands lie side by side");
      end = range[1];
      assertEquals(band, e.getBand(e.getCenterFreq(band)));
    }
    assertEquals(20_000_000, end);
    assertEquals(-1, e.getBand(20_000_001));
    assertEquals(10, e.getNumberOfPresets());
    assertEquals("Normal", e.getPresetName((short) 0));
    assertEquals("Rock", e.getPresetName((short) 9));
    assertThrows(RuntimeException.class, () -> e.getBandLevel((short) 5));
    assertThrows(RuntimeException.class, () -> e.getCenterFreq((short) -1));
  }

  @Test
  void aPresetSetsTheLevelsAndALevelLeavesThePreset() {
    Equalizer e = new Equalizer(0, 1);
    assertEquals(0, e.getCurrentPreset());
    e.usePreset((short) 8);
    assertEquals(8, e.getCurrentPreset());
    assertEquals(500, e.getBandLevel((short) 2));
    e.setBandLevel((short) 2, (short) -1500);
    assertEquals(-1500, e.getBandLevel((short) 2));
    assertEquals(-1, e.getCurrentPreset());
    assertThrows(IllegalArgumentException.class, () -> e.setBandLevel((short) 2, (short) 1501));
    assertThrows(IllegalArgumentException.class, () -> e.usePreset((short) 10));
    Equalizer.Settings all = e.getProperties();
    assertEquals("-100 200 -1500 100 -200", levels(all.bandLevels));
    all.curPreset = 3;
    all.bandLevels[0] = 700;
    e.setProperties(all);
    assertEquals(700, e.getBandLevel((short) 0));
    assertEquals(3, e.getCurrentPreset());
  }

  private static String levels(short[] all) {
    StringBuilder s = new StringBuilder();
    for (short level : all) {
      s.append(s.isEmpty() ? "" : " ").append(level);
    }
    return s.toString();
  }

  @Test
  void theVisualizerHasTheBoundsOfAPhone() {
    assertArrayEquals(new int[] {128, 1024}, Visualizer.getCaptureSizeRange());
    assertEquals(20_000, Visualizer.getMaxCaptureRate());
    permit("RECORD_AUDIO");
    Visualizer v = new Visualizer(0);
    assertEquals(1024, v.getCaptureSize());
    assertEquals(44_100_000, v.getSamplingRate());
    assertEquals(Visualizer.SUCCESS, v.setCaptureSize(256));
    assertEquals(256, v.getCaptureSize());
    assertThrows(IllegalArgumentException.class, () -> v.setCaptureSize(100));
    assertThrows(IllegalArgumentException.class, () -> v.setCaptureSize(2048));
    assertEquals(256, v.getCaptureSize());
    v.release();
  }
}
