package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.ImageFormat;
import android.graphics.Rect;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.CaptureResult;
import android.hardware.camera2.impl.CameraMetadataNative;
import android.hardware.camera2.params.HighSpeedVideoConfiguration;
import android.hardware.camera2.params.ReprocessFormatsMap;
import android.hardware.camera2.params.StreamConfiguration;
import android.hardware.camera2.params.StreamConfigurationDuration;
import android.hardware.camera2.params.StreamConfigurationMap;
import android.os.Build;
import android.util.Range;
import android.util.Rational;
import android.util.Size;
import android.util.SizeF;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.reflector.Constructor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/** What a camera tells of itself: all that Android asks of one of level LIMITED. */
final class Characteristics {
  static final float ZOOM = 4f;
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 960;
  private static final int[][] SIZES = {{WIDTH, HEIGHT}, {1280, 720}, {640, 480}, {320, 240}};
  private static final long FRAME_NS = 33_333_333;
  private static final long STALL_NS = 200_000_000;

  /** The format of JPEG pictures inside the camera framework: apps ask by their own number. */
  private static final int BLOB = 0x21;

  /** The format of what nobody but the graphics processor reads, likewise. */
  private static final int OPAQUE = 0x22;

  private final CameraMetadataNative all = new CameraMetadataNative();

  private Characteristics() {}

  static CameraCharacteristics of(boolean back, int orientation) {
    Characteristics c = new Characteristics();
    c.camera(back, orientation);
    c.control(back);
    c.sensorAndLens(back);
    c.streams();
    c.processing();
    c.keys();
    return new CameraCharacteristics(c.all);
  }

  private <T> void set(CameraCharacteristics.Key<T> key, T value) {
    all.set(key, value);
  }

  private void camera(boolean back, int orientation) {
    set(
        CameraCharacteristics.LENS_FACING,
        back ? CameraMetadata.LENS_FACING_BACK : CameraMetadata.LENS_FACING_FRONT);
    set(CameraCharacteristics.SENSOR_ORIENTATION, orientation);
    set(CameraCharacteristics.FLASH_INFO_AVAILABLE, back);
    set(
        CameraCharacteristics.INFO_SUPPORTED_HARDWARE_LEVEL,
        CameraMetadata.INFO_SUPPORTED_HARDWARE_LEVEL_LIMITED);
    set(
        CameraCharacteristics.REQUEST_AVAILABLE_CAPABILITIES,
        new int[] {CameraMetadata.REQUEST_AVAILABLE_CAPABILITIES_BACKWARD_COMPATIBLE});
    set(CameraCharacteristics.SYNC_MAX_LATENCY, CameraMetadata.SYNC_MAX_LATENCY_UNKNOWN);
  }

  /** A camera in front has no flash and a fixed focus, as most have. */
  private void control(boolean back) {
    set(
        CameraCharacteristics.CONTROL_AE_AVAILABLE_MODES,
        back
            ? new int[] {
              CameraMetadata.CONTROL_AE_MODE_ON,
              CameraMetadata.CONTROL_AE_MODE_ON_AUTO_FLASH,
              CameraMetadata.CONTROL_AE_MODE_ON_ALWAYS_FLASH
            }
            : new int[] {CameraMetadata.CONTROL_AE_MODE_ON});
    set(CameraCharacteristics.CONTROL_AE_AVAILABLE_ANTIBANDING_MODES, new int[] {0, 1, 2, 3});
    set(CameraCharacteristics.CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES, frames());
    set(CameraCharacteristics.CONTROL_AE_COMPENSATION_RANGE, new Range<>(-6, 6));
    set(CameraCharacteristics.CONTROL_AE_COMPENSATION_STEP, new Rational(1, 3));
    set(CameraCharacteristics.CONTROL_AE_LOCK_AVAILABLE, true);
    set(
        CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES,
        back
            ? new int[] {
              CameraMetadata.CONTROL_AF_MODE_OFF,
              CameraMetadata.CONTROL_AF_MODE_AUTO,
              CameraMetadata.CONTROL_AF_MODE_MACRO,
              CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_VIDEO,
              CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE
            }
            : new int[] {CameraMetadata.CONTROL_AF_MODE_OFF});
    set(CameraCharacteristics.CONTROL_AVAILABLE_EFFECTS, new int[] {0});
    set(
        CameraCharacteristics.CONTROL_AVAILABLE_MODES,
        new int[] {CameraMetadata.CONTROL_MODE_OFF, CameraMetadata.CONTROL_MODE_AUTO});
    set(CameraCharacteristics.CONTROL_AVAILABLE_SCENE_MODES, new int[] {0});
    set(CameraCharacteristics.CONTROL_AVAILABLE_VIDEO_STABILIZATION_MODES, new int[] {0});
    set(CameraCharacteristics.CONTROL_AWB_AVAILABLE_MODES, new int[] {1, 2, 3, 5, 6});
    set(CameraCharacteristics.CONTROL_AWB_LOCK_AVAILABLE, true);
    set(CameraCharacteristics.CONTROL_MAX_REGIONS_AE, 1);
    set(CameraCharacteristics.CONTROL_MAX_REGIONS_AF, back ? 1 : 0);
    set(CameraCharacteristics.CONTROL_MAX_REGIONS_AWB, 0);
    set(CameraCharacteristics.CONTROL_ZOOM_RATIO_RANGE, new Range<>(1f, ZOOM));
  }

  /** A variable rate, and one for films. */
  @SuppressWarnings({"rawtypes", "unchecked"})
  private static Range<Integer>[] frames() {
    return new Range[] {new Range<>(15, 30), new Range<>(30, 30)};
  }

  private void sensorAndLens(boolean back) {
    Rect array = new Rect(0, 0, WIDTH, HEIGHT);
    set(CameraCharacteristics.SENSOR_INFO_ACTIVE_ARRAY_SIZE, array);
    set(CameraCharacteristics.SENSOR_INFO_PRE_CORRECTION_ACTIVE_ARRAY_SIZE, array);
    set(CameraCharacteristics.SENSOR_INFO_PIXEL_ARRAY_SIZE, new Size(WIDTH, HEIGHT));
    set(CameraCharacteristics.SENSOR_INFO_PHYSICAL_SIZE, new SizeF(3.2f, 2.4f));
    set(
        CameraCharacteristics.SENSOR_INFO_TIMESTAMP_SOURCE,
        CameraMetadata.SENSOR_INFO_TIMESTAMP_SOURCE_REALTIME);
    set(CameraCharacteristics.SENSOR_AVAILABLE_TEST_PATTERN_MODES, new int[] {0});
    set(CameraCharacteristics.LENS_INFO_AVAILABLE_FOCAL_LENGTHS, new float[] {3.3f});
    set(CameraCharacteristics.LENS_INFO_AVAILABLE_APERTURES, new float[] {2f});
    set(CameraCharacteristics.LENS_INFO_AVAILABLE_OPTICAL_STABILIZATION, new int[] {0});
    set(CameraCharacteristics.LENS_INFO_MINIMUM_FOCUS_DISTANCE, back ? 10f : 0f);
    set(CameraCharacteristics.LENS_INFO_HYPERFOCAL_DISTANCE, 0.2f);
    set(CameraCharacteristics.SCALER_AVAILABLE_MAX_DIGITAL_ZOOM, ZOOM);
    set(
        CameraCharacteristics.SCALER_CROPPING_TYPE,
        CameraMetadata.SCALER_CROPPING_TYPE_CENTER_ONLY);
  }

  private void streams() {
    set(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP, sizes());
    set(CameraCharacteristics.REQUEST_MAX_NUM_OUTPUT_PROC, 3);
    set(CameraCharacteristics.REQUEST_MAX_NUM_OUTPUT_PROC_STALLING, 1);
    set(CameraCharacteristics.REQUEST_MAX_NUM_OUTPUT_RAW, 0);
    set(CameraCharacteristics.REQUEST_PIPELINE_MAX_DEPTH, (byte) 4);
    set(CameraCharacteristics.REQUEST_PARTIAL_RESULT_COUNT, 1);
    set(
        CameraCharacteristics.JPEG_AVAILABLE_THUMBNAIL_SIZES,
        new Size[] {new Size(0, 0), new Size(320, 240)});
  }

  /** The sizes as the parameters of older cameras list them, the largest first. */
  static String sizesAsText() {
    return Arrays.stream(SIZES).map(s -> s[0] + "x" + s[1]).collect(Collectors.joining(","));
  }

  /** The sizes of pictures, for what apps ask for: JPEG, previews and films. */
  private static StreamConfigurationMap sizes() {
    List<StreamConfiguration> streams = new ArrayList<>();
    List<StreamConfigurationDuration> frames = new ArrayList<>();
    List<StreamConfigurationDuration> stalls = new ArrayList<>();
    for (int format : new int[] {BLOB, OPAQUE, ImageFormat.YUV_420_888}) {
      for (int[] s : SIZES) {
        streams.add(new StreamConfiguration(format, s[0], s[1], /* input= */ false));
        frames.add(new StreamConfigurationDuration(format, s[0], s[1], FRAME_NS));
        stalls.add(
            new StreamConfigurationDuration(format, s[0], s[1], format == BLOB ? STALL_NS : 0));
      }
    }
    if (!Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      return reflector(Eleven.class)
          .create(
              streams.toArray(StreamConfiguration[]::new),
              frames.toArray(StreamConfigurationDuration[]::new),
              stalls.toArray(StreamConfigurationDuration[]::new),
              /* depth... */ null,
              null,
              null,
              /* dynamicDepth... */ null,
              null,
              null,
              /* heic... */ null,
              null,
              null,
              new HighSpeedVideoConfiguration[0],
              null,
              false);
    }
    return new StreamConfigurationMap(
        streams.toArray(StreamConfiguration[]::new),
        frames.toArray(StreamConfigurationDuration[]::new),
        stalls.toArray(StreamConfigurationDuration[]::new),
        /* depthConfigurations= */ null,
        null,
        null,
        /* dynamicDepthConfigurations= */ null,
        null,
        null,
        /* heicConfigurations= */ null,
        null,
        null,
        /* jpegRConfigurations= */ null,
        null,
        null,
        new HighSpeedVideoConfiguration[0],
        /* inputOutputFormatsMap= */ null,
        /* listHighResolution= */ false);
  }

  /** The map as it was on Android 11, which knew no JPEG with depths of light. */
  @ForType(StreamConfigurationMap.class)
  interface Eleven {
    @Constructor
    StreamConfigurationMap create(
        StreamConfiguration[] streams,
        StreamConfigurationDuration[] frames,
        StreamConfigurationDuration[] stalls,
        StreamConfiguration[] depth,
        StreamConfigurationDuration[] depthFrames,
        StreamConfigurationDuration[] depthStalls,
        StreamConfiguration[] dynamicDepth,
        StreamConfigurationDuration[] dynamicDepthFrames,
        StreamConfigurationDuration[] dynamicDepthStalls,
        StreamConfiguration[] heic,
        StreamConfigurationDuration[] heicFrames,
        StreamConfigurationDuration[] heicStalls,
        HighSpeedVideoConfiguration[] fast,
        ReprocessFormatsMap formats,
        boolean highResolution);
  }

  private void processing() {
    set(CameraCharacteristics.COLOR_CORRECTION_AVAILABLE_ABERRATION_MODES, new int[] {1});
    set(CameraCharacteristics.EDGE_AVAILABLE_EDGE_MODES, new int[] {0, 1});
    set(CameraCharacteristics.HOT_PIXEL_AVAILABLE_HOT_PIXEL_MODES, new int[] {1});
    set(CameraCharacteristics.NOISE_REDUCTION_AVAILABLE_NOISE_REDUCTION_MODES, new int[] {0, 1});
    set(CameraCharacteristics.STATISTICS_INFO_AVAILABLE_FACE_DETECT_MODES, new int[] {0});
    set(CameraCharacteristics.STATISTICS_INFO_MAX_FACE_COUNT, 0);
  }

  /** Lists what can be asked for, what is answered, and what is told here. */
  private void keys() {
    List<String> requests = new ArrayList<>();
    for (CaptureRequest.Key<?> k : Requests.KEYS) {
      requests.add(k.getName());
    }
    List<String> results = new ArrayList<>(requests);
    for (CaptureResult.Key<?> k : Results.KEYS) {
      results.add(k.getName());
    }
    set(CameraCharacteristics.REQUEST_AVAILABLE_REQUEST_KEYS, tags(requests));
    set(CameraCharacteristics.REQUEST_AVAILABLE_RESULT_KEYS, tags(results));
    MetadataShadow own = Shadow.extract(all);
    set(CameraCharacteristics.REQUEST_AVAILABLE_CHARACTERISTICS_KEYS, tags(own.names()));
  }

  private static int[] tags(Iterable<String> names) {
    return StreamSupport.stream(names.spliterator(), false).mapToInt(MetadataShadow::tag).toArray();
  }
}
