package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.Color;
import android.graphics.ImageFormat;
import android.graphics.SurfaceTexture;
import android.hardware.Camera;
import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.TotalCaptureResult;
import android.hardware.camera2.params.OutputConfiguration;
import android.hardware.camera2.params.SessionConfiguration;
import android.hardware.camera2.params.StreamConfigurationMap;
import android.media.Image;
import android.media.ImageReader;
import android.util.Size;
import android.view.Surface;
import android.view.SurfaceHolder;
import android.view.TextureView;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** Cameras: what they tell of themselves, what can be asked of them, and their pictures. */
@SuppressWarnings("deprecation")
class CameraTest extends FieldTest {
  private CameraManager manager;
  private CameraDevice camera;
  private CameraCaptureSession session;

  @Override
  void prepare() {
    manager = app().getSystemService(CameraManager.class);
  }

  private static <T> T asked(Callable<T> c) {
    try {
      return c.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thereAreTwoCameras() throws CameraAccessException {
    assertEquals(2, Camera.getNumberOfCameras());
    assertArrayEquals(new String[] {"0", "1"}, manager.getCameraIdList());
    for (int i = 0; i < 2; i++) {
      Camera.CameraInfo old = new Camera.CameraInfo();
      Camera.getCameraInfo(i, old);
      assertEquals(i, old.facing);
      CameraCharacteristics c = manager.getCameraCharacteristics(String.valueOf(i));
      assertEquals(1 - i, c.get(CameraCharacteristics.LENS_FACING));
      assertEquals(old.orientation, c.get(CameraCharacteristics.SENSOR_ORIENTATION));
      assertEquals(i == 0, c.get(CameraCharacteristics.FLASH_INFO_AVAILABLE));
    }
    Camera c = Camera.open(0);
    assertNotNull(c.getParameters());
    c.release();
  }

  /** What CameraCharacteristics documents as present on all devices, or from LIMITED on. */
  @Test
  void aCameraTellsAllThatEachOneHas() throws CameraAccessException {
    for (String id : manager.getCameraIdList()) {
      CameraCharacteristics c = manager.getCameraCharacteristics(id);
      List<CameraCharacteristics.Key<?>> told = c.getKeys();
      for (CameraCharacteristics.Key<?> k :
          List.<CameraCharacteristics.Key<?>>of(
              CameraCharacteristics.COLOR_CORRECTION_AVAILABLE_ABERRATION_MODES,
              CameraCharacteristics.CONTROL_AE_AVAILABLE_ANTIBANDING_MODES,
              CameraCharacteristics.CONTROL_AE_AVAILABLE_MODES,
              CameraCharacteristics.CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES,
              CameraCharacteristics.CONTROL_AE_COMPENSATION_RANGE,
              CameraCharacteristics.CONTROL_AE_COMPENSATION_STEP,
              CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES,
              CameraCharacteristics.CONTROL_AVAILABLE_EFFECTS,
              CameraCharacteristics.CONTROL_AVAILABLE_SCENE_MODES,
              CameraCharacteristics.CONTROL_AVAILABLE_VIDEO_STABILIZATION_MODES,
              CameraCharacteristics.CONTROL_AWB_AVAILABLE_MODES,
              CameraCharacteristics.INFO_SUPPORTED_HARDWARE_LEVEL,
              CameraCharacteristics.JPEG_AVAILABLE_THUMBNAIL_SIZES,
              CameraCharacteristics.LENS_INFO_AVAILABLE_FOCAL_LENGTHS,
              CameraCharacteristics.NOISE_REDUCTION_AVAILABLE_NOISE_REDUCTION_MODES,
              CameraCharacteristics.REQUEST_AVAILABLE_CAPABILITIES,
              CameraCharacteristics.REQUEST_PIPELINE_MAX_DEPTH,
              CameraCharacteristics.SCALER_AVAILABLE_MAX_DIGITAL_ZOOM,
              CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP,
              CameraCharacteristics.SENSOR_INFO_ACTIVE_ARRAY_SIZE,
              CameraCharacteristics.SENSOR_INFO_PHYSICAL_SIZE,
              CameraCharacteristics.SENSOR_INFO_PIXEL_ARRAY_SIZE,
              CameraCharacteristics.SENSOR_INFO_TIMESTAMP_SOURCE,
              CameraCharacteristics.STATISTICS_INFO_AVAILABLE_FACE_DETECT_MODES,
              CameraCharacteristics.SYNC_MAX_LATENCY)) {
        assertNotNull(c.get(k), k.getName());
        assertTrue(told.contains(k), k.getName());
      }
      assertTrue(c.get(CameraCharacteristics.CONTROL_AE_COMPENSATION_RANGE).contains(0));
      assertTrue(c.getAvailableCaptureRequestKeys().contains(CaptureRequest.CONTROL_AF_TRIGGER));
      assertTrue(c.getAvailableCaptureResultKeys().contains(CaptureResult.CONTROL_AF_STATE));
      assertTrue(c.getPhysicalCameraIds().isEmpty());
    }
  }

  @Test
  void picturesHaveSizesForAllThatTakesThem() throws CameraAccessException {
    StreamConfigurationMap m =
        manager
            .getCameraCharacteristics("0")
            .get(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP);
    Size vga = new Size(640, 480);
    for (int format : new int[] {ImageFormat.JPEG, ImageFormat.YUV_420_888, ImageFormat.PRIVATE}) {
      assertTrue(m.isOutputSupportedFor(format));
      assertTrue(List.of(m.getOutputSizes(format)).contains(vga));
      assertTrue(m.getOutputMinFrameDuration(format, vga) > 0);
    }
    assertTrue(List.of(m.getOutputSizes(SurfaceTexture.class)).contains(vga));
    assertTrue(List.of(m.getOutputSizes(SurfaceHolder.class)).contains(vga));
    assertNull(m.getOutputSizes(ImageFormat.RAW_SENSOR));
  }

  /** Opens a camera with a session for these surfaces. */
  private void start(Surface... surfaces) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission.CAMERA");
    CameraCaptureSession.StateCallback told =
        new CameraCaptureSession.StateCallback() {
          @Override
          public void onConfigured(CameraCaptureSession s) {
            session = s;
            say("configured on " + Thread.currentThread().getName());
          }

          @Override
          public void onConfigureFailed(CameraCaptureSession s) {
            say("failed");
          }

          @Override
          public void onClosed(CameraCaptureSession s) {
            say("session closed");
          }
        };
    CameraDevice.StateCallback opened =
        new CameraDevice.StateCallback() {
          @Override
          public void onOpened(CameraDevice c) {
            camera = c;
            asked(
                () -> {
                  c.createCaptureSession(List.of(surfaces), told, null);
                  return null;
                });
          }

          @Override
          public void onDisconnected(CameraDevice c) {}

          @Override
          public void onError(CameraDevice c, int error) {}

          @Override
          public void onClosed(CameraDevice c) {
            say("camera closed");
          }
        };
    main(
        () ->
            asked(
                () -> {
                  manager.openCamera("0", opened, null);
                  return null;
                }));
    assertSaid("configured on main");
  }

  private CaptureRequest.Builder request(int template, Surface target) {
    CaptureRequest.Builder b = asked(() -> camera.createCaptureRequest(template));
    b.addTarget(target);
    return b;
  }

  /** Says what becomes of requests. */
  private static final class Heard extends CameraCaptureSession.CaptureCallback {
    private int pictures;
    private TotalCaptureResult last;

    @Override
    public void onCaptureStarted(CameraCaptureSession s, CaptureRequest r, long at, long frame) {
      assertEquals(pictures, frame);
    }

    @Override
    public void onCaptureCompleted(
        CameraCaptureSession s, CaptureRequest r, TotalCaptureResult result) {
      assertSame(r, result.getRequest());
      assertEquals(pictures++, result.getFrameNumber());
      last = result;
    }

    @Override
    public void onCaptureSequenceCompleted(CameraCaptureSession s, int sequence, long frame) {
      say("sequence of " + (frame + 1));
    }
  }

  @Test
  void aRequestKeepsWhatItAsksFor() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    start(reader.getSurface());
    CaptureRequest.Builder b = request(CameraDevice.TEMPLATE_STILL_CAPTURE, reader.getSurface());
    assertEquals(
        CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE, b.get(CaptureRequest.CONTROL_AF_MODE));
    b.set(CaptureRequest.JPEG_ORIENTATION, 270);
    b.setTag("mine");
    CaptureRequest r = b.build();
    assertEquals(270, r.get(CaptureRequest.JPEG_ORIENTATION));
    assertEquals("mine", r.getTag());
    b.set(CaptureRequest.JPEG_ORIENTATION, 0);
    assertEquals(270, r.get(CaptureRequest.JPEG_ORIENTATION), "it is made");
    assertEquals(
        CameraMetadata.CONTROL_CAPTURE_INTENT_STILL_CAPTURE,
        r.get(CaptureRequest.CONTROL_CAPTURE_INTENT));
    assertTrue(r.getKeys().contains(CaptureRequest.JPEG_ORIENTATION));
  }

  @Test
  void aRepeatedRequestGivesPicturesUntilItEnds() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    int[] seen = {0};
    Heard heard = new Heard();
    start(reader.getSurface());
    main(
        () -> {
          reader.setOnImageAvailableListener(
              r -> {
                try (Image i = r.acquireLatestImage()) {
                  assertEquals(ImageFormat.YUV_420_888, i.getFormat());
                  Image.Plane[] planes = i.getPlanes();
                  assertEquals(3, planes.length);
                  assertEquals(640 * 480, planes[0].getBuffer().remaining());
                  assertEquals((byte) 0x80, planes[2].getBuffer().get(0));
                  assertTrue(planes[1].getRowStride() >= 320);
                  seen[0]++;
                }
              },
              null);
          CaptureRequest r = request(CameraDevice.TEMPLATE_PREVIEW, reader.getSurface()).build();
          asked(() -> session.setRepeatingRequest(r, heard, null));
        });
    assertTrue(seen[0] >= 3, "pictures: " + seen[0]);
    assertEquals(seen[0], heard.pictures);
    TotalCaptureResult last = heard.last;
    assertEquals(
        CameraMetadata.CONTROL_AE_STATE_CONVERGED, last.get(CaptureResult.CONTROL_AE_STATE));
    assertEquals(
        CameraMetadata.CONTROL_AF_STATE_PASSIVE_FOCUSED, last.get(CaptureResult.CONTROL_AF_STATE));
    assertEquals(
        CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE, last.get(CaptureResult.CONTROL_AF_MODE));
    assertTrue(last.getKeys().contains(CaptureResult.SENSOR_TIMESTAMP));
    main(
        () ->
            asked(
                () -> {
                  session.stopRepeating();
                  return null;
                }));
    int all = heard.pictures;
    assertSaid("sequence of " + all);
    rest(500);
    assertEquals(all, heard.pictures);
  }

  /** A focus that is asked for is found: apps wait for it before they take the picture. */
  @Test
  void focusIsFoundWhereItIsAskedFor() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    Heard heard = new Heard();
    start(reader.getSurface());
    CaptureRequest.Builder b = request(CameraDevice.TEMPLATE_PREVIEW, reader.getSurface());
    b.set(CaptureRequest.CONTROL_AF_TRIGGER, CameraMetadata.CONTROL_AF_TRIGGER_START);
    main(() -> asked(() -> session.capture(b.build(), heard, null)));
    assertSaid("sequence of 1");
    assertEquals(
        CameraMetadata.CONTROL_AF_STATE_FOCUSED_LOCKED,
        heard.last.get(CaptureResult.CONTROL_AF_STATE));
  }

  @Test
  void aPictureIsAGreyWallOfItsSize() {
    ImageReader reader = ImageReader.newInstance(1280, 960, ImageFormat.JPEG, 1);
    start(reader.getSurface());
    CaptureRequest r = request(CameraDevice.TEMPLATE_STILL_CAPTURE, reader.getSurface()).build();
    main(() -> asked(() -> session.capture(r, null, null)));
    Image i = reader.acquireNextImage();
    ByteBuffer b = i.getPlanes()[0].getBuffer();
    byte[] bytes = new byte[b.remaining()];
    b.get(bytes);
    Bitmap picture = BitmapFactory.decodeByteArray(bytes, 0, bytes.length);
    assertEquals(1280, picture.getWidth());
    assertEquals(960, picture.getHeight());
    assertEquals(Color.red(Color.GRAY), Color.red(picture.getPixel(640, 480)), 8);
    assertThrows(IllegalStateException.class, reader::acquireNextImage, "one at a time");
    i.close();
    assertThrows(IllegalStateException.class, i::getPlanes);
    assertNull(reader.acquireNextImage());
  }

  @Test
  void aPreviewShowsTheWall() {
    TasksTest.Root root = open(TasksTest.Root.class);
    TextureView[] v = {null};
    main(
        () -> {
          v[0] = new TextureView(root);
          root.setContentView(v[0]);
        });
    rest(100);
    said();
    Surface s = new Surface(v[0].getSurfaceTexture());
    start(s);
    CaptureRequest r = request(CameraDevice.TEMPLATE_PREVIEW, s).build();
    main(() -> asked(() -> session.setRepeatingRequest(r, null, null)));
    Bitmap seen = v[0].getBitmap();
    assertEquals(Color.GRAY, seen.getPixel(seen.getWidth() / 2, seen.getHeight() / 2));
  }

  @Test
  void aSessionThatIsClosedTakesNothing() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    Heard heard = new Heard();
    start(reader.getSurface());
    CaptureRequest r = request(CameraDevice.TEMPLATE_PREVIEW, reader.getSurface()).build();
    main(
        () -> {
          asked(() -> session.setRepeatingRequest(r, heard, null));
          camera.close();
        });
    assertSaid("session closed", "camera closed");
    assertEquals(0, heard.pictures);
    assertThrows(IllegalStateException.class, () -> session.capture(r, null, null));
    assertThrows(
        IllegalStateException.class,
        () -> camera.createCaptureRequest(CameraDevice.TEMPLATE_PREVIEW));
  }

  @Test
  void aRequestWithoutATargetIsRefused() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    start(reader.getSurface());
    CaptureRequest r =
        asked(() -> camera.createCaptureRequest(CameraDevice.TEMPLATE_PREVIEW)).build();
    assertThrows(IllegalArgumentException.class, () -> session.capture(r, null, null));
    assertThrows(IllegalArgumentException.class, () -> session.capture(null, null, null));
  }

  /** Apps of today describe the session by an object, with an executor. */
  @Test
  void aSessionIsMadeByItsDescription() {
    ImageReader reader = ImageReader.newInstance(640, 480, ImageFormat.YUV_420_888, 2);
    start(reader.getSurface());
    CameraCaptureSession before = session;
    CameraCaptureSession.StateCallback told =
        new CameraCaptureSession.StateCallback() {
          @Override
          public void onConfigured(CameraCaptureSession s) {
            say("another");
          }

          @Override
          public void onConfigureFailed(CameraCaptureSession s) {}
        };
    SessionConfiguration c =
        new SessionConfiguration(
            SessionConfiguration.SESSION_REGULAR,
            List.of(new OutputConfiguration(reader.getSurface())),
            app().getMainExecutor(),
            told);
    assertTrue(asked(() -> camera.isSessionConfigurationSupported(c)));
    main(
        () ->
            asked(
                () -> {
                  camera.createCaptureSession(c);
                  return null;
                }));
    assertSaid("session closed", "another");
    CaptureRequest r = request(CameraDevice.TEMPLATE_PREVIEW, reader.getSurface()).build();
    assertThrows(IllegalStateException.class, () -> before.capture(r, null, null));
  }
}
