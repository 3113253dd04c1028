package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.BitmapFactory;
import android.graphics.ImageFormat;
import android.graphics.SurfaceTexture;
import android.hardware.Camera;
import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.params.StreamConfigurationMap;
import android.media.AudioManager;
import android.media.MediaMetadataRetriever;
import android.media.MediaPlayer;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** What is in media files, and what cameras make. */
@SuppressWarnings("deprecation")
class MediaFilesTest extends FieldTest {
  private static File file(String name, String head) throws IOException {
    File f = new File(app().getFilesDir(), name);
    byte[] data = new byte[100];
    byte[] begin = head.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(begin, 0, data, 0, begin.length);
    Files.write(f.toPath(), data);
    return f;
  }

  private static String of(MediaMetadataRetriever r, int key) {
    return r.extractMetadata(key);
  }

  @Test
  void aSoundHasADurationAndAKind() throws IOException {
    MediaMetadataRetriever r = new MediaMetadataRetriever();
    String path = file("a.mp3", "ID3\3").getPath();
    main(() -> r.setDataSource(path));
    assertTrue(Long.parseLong(of(r, MediaMetadataRetriever.METADATA_KEY_DURATION)) > 0);
    assertEquals("audio/mpeg", of(r, MediaMetadataRetriever.METADATA_KEY_MIMETYPE));
    assertEquals("yes", of(r, MediaMetadataRetriever.METADATA_KEY_HAS_AUDIO));
    assertNull(of(r, MediaMetadataRetriever.METADATA_KEY_HAS_VIDEO));
    assertNull(of(r, MediaMetadataRetriever.METADATA_KEY_TITLE));
    assertTrue(events("unsupported").toString().contains("tags are not read"));
  }

  @Test
  void aPlayerWithoutASourceTellsOfAnErrorWhereItsLengthIsAsked() {
    MediaPlayer p = new MediaPlayer();
    p.setOnErrorListener(
        (player, what, extra) -> {
          say("error " + what);
          return true;
        });
    main(() -> say("length " + p.getDuration()));
    assertSaid("length 0", "error -38");
    main(p::release);
    assertThrows(IllegalStateException.class, p::getDuration);
  }

  @Test
  void aDescriptorIsReadWhereItIsAsked() throws IOException {
    try (FileInputStream in = new FileInputStream(file("a.mp4", "\0\0\0\20ftypisom"))) {
      MediaMetadataRetriever r = new MediaMetadataRetriever();
      r.setDataSource(in.getFD());
      assertEquals("yes", of(r, MediaMetadataRetriever.METADATA_KEY_HAS_VIDEO));
      assertEquals(0, in.getChannel().position());
    }
  }

  @Test
  void whatIsNoMediaIsRefused() throws IOException {
    MediaMetadataRetriever r = new MediaMetadataRetriever();
    String text = file("a.txt", "hello").getPath();
    assertThrows(RuntimeException.class, () -> r.setDataSource(text));
    assertThrows(IllegalArgumentException.class, () -> r.setDataSource("/sdcard/none.mp3"));
    assertThrows(IllegalArgumentException.class, () -> r.setDataSource((String) null));
    assertNull(of(r, MediaMetadataRetriever.METADATA_KEY_DURATION));
  }

  private static Camera camera() {
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission.CAMERA");
    Camera c = Camera.open(0);
    try {
      c.setPreviewTexture(new SurfaceTexture(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return c;
  }

  @Test
  void aCameraFocusesAndTakesAPicture() {
    byte[][] picture = {null};
    main(
        () -> {
          Camera c = camera();
          c.startPreview();
          c.autoFocus(
              (focused, cam) -> {
                say("focused " + focused);
                cam.takePicture(() -> say("shutter"), null, (data, taken) -> picture[0] = data);
              });
        });
    rest(1000);
    assertSaid("focused true", "shutter");
    assertNotNull(BitmapFactory.decodeByteArray(picture[0], 0, picture[0].length));
  }

  @Test
  void aCallbackOfTheFocusMayBeMissingAskAgainAndBeCancelled() {
    main(
        () -> {
          Camera c = camera();
          c.startPreview();
          c.autoFocus(null);
        });
    rest(300);
    main(
        () ->
            camera()
                .autoFocus(
                    (focused, cam) -> {
                      say("first");
                      cam.autoFocus((again, same) -> say("second"));
                    }));
    rest(300);
    assertSaid("first", "second");
    main(
        () -> {
          Camera c = camera();
          c.autoFocus((focused, cam) -> say("cancelled"));
          c.cancelAutoFocus();
        });
    rest(300);
    assertSaid();
  }

  @Test
  void aCameraThatShowsNothingTakesNone() {
    main(
        () -> {
          Camera c = camera();
          assertThrows(RuntimeException.class, () -> c.takePicture(null, null, null));
        });
  }

  @Test
  void aCameraTellsAllItsParametersAndKeepsToThem() {
    main(
        () -> {
          Camera c = camera();
          Camera.Parameters p = c.getParameters();
          Camera.Size film = p.getPreferredPreviewSizeForVideo();
          assertTrue(p.getSupportedPreviewSizes().contains(film));
          assertTrue(p.getSupportedVideoSizes().contains(film));
          assertTrue(p.getSupportedPictureSizes().contains(p.getPictureSize()));
          assertEquals(90, p.getJpegQuality());
          assertEquals(320, p.getJpegThumbnailSize().width);
          assertTrue(p.getHorizontalViewAngle() > p.getVerticalViewAngle());
          assertTrue(p.getFocalLength() > 3);
          assertEquals(p.getMaxZoom() + 1, p.getZoomRatios().size());
          assertTrue(p.getSupportedWhiteBalance().contains(p.getWhiteBalance()));
          int[] rate = new int[2];
          p.getPreviewFpsRange(rate);
          assertArrayEquals(rate, p.getSupportedPreviewFpsRange().get(0));
          float[] distances = new float[3];
          p.getFocusDistances(distances);
          p.setFlashMode("torch");
          p.setPreviewSize(film.width, film.height);
          p.setZoom(12);
          assertEquals("off", c.getParameters().getFlashMode(), "a copy");
          c.setParameters(p);
          assertEquals("torch", c.getParameters().getFlashMode());
          p.setZoom(13);
          assertThrows(RuntimeException.class, () -> c.setParameters(p));
          p.setZoom(0);
          p.setPreviewSize(123, 45);
          assertThrows(RuntimeException.class, () -> c.setParameters(p));
          Camera.Parameters other = c.getParameters();
          other.setPreviewSize(640, 480);
          c.startPreview();
          assertThrows(RuntimeException.class, () -> c.setParameters(other));
          c.stopPreview();
          c.setParameters(other);
          assertEquals(640, c.getParameters().getPreviewSize().width);
          assertEquals("fixed", Camera.open(1).getParameters().getFocusMode());
        });
  }

  @Test
  void theSizesOfPicturesAreKnown() throws CameraAccessException {
    CameraManager m = app().getSystemService(CameraManager.class);
    StreamConfigurationMap sizes =
        m.getCameraCharacteristics("0").get(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP);
    assertEquals(4, sizes.getOutputSizes(ImageFormat.JPEG).length);
    assertEquals(4, sizes.getOutputSizes(SurfaceTexture.class).length);
  }

  @Test
  void theFiguresOfSoundAreNumbers() {
    AudioManager m = app().getSystemService(AudioManager.class);
    assertTrue(Integer.parseInt(m.getProperty(AudioManager.PROPERTY_OUTPUT_SAMPLE_RATE)) > 0);
    assertTrue(Integer.parseInt(m.getProperty(AudioManager.PROPERTY_OUTPUT_FRAMES_PER_BUFFER)) > 0);
    assertNull(m.getProperty("no such"));
  }
}
