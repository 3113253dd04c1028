package talpa.agent.camera;

import android.graphics.Rect;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraMetadata;
import android.hardware.camera2.CaptureRequest;
import android.util.Range;
import java.util.List;

/** What a request asks for as it is made from a template, and what one can ask for. */
final class Requests {
  static final List<CaptureRequest.Key<?>> KEYS =
      List.of(
          CaptureRequest.COLOR_CORRECTION_ABERRATION_MODE,
          CaptureRequest.CONTROL_AE_ANTIBANDING_MODE,
          CaptureRequest.CONTROL_AE_EXPOSURE_COMPENSATION,
          CaptureRequest.CONTROL_AE_LOCK,
          CaptureRequest.CONTROL_AE_MODE,
          CaptureRequest.CONTROL_AE_PRECAPTURE_TRIGGER,
          CaptureRequest.CONTROL_AE_REGIONS,
          CaptureRequest.CONTROL_AE_TARGET_FPS_RANGE,
          CaptureRequest.CONTROL_AF_MODE,
          CaptureRequest.CONTROL_AF_REGIONS,
          CaptureRequest.CONTROL_AF_TRIGGER,
          CaptureRequest.CONTROL_AWB_LOCK,
          CaptureRequest.CONTROL_AWB_MODE,
          CaptureRequest.CONTROL_CAPTURE_INTENT,
          CaptureRequest.CONTROL_EFFECT_MODE,
          CaptureRequest.CONTROL_MODE,
          CaptureRequest.CONTROL_SCENE_MODE,
          CaptureRequest.CONTROL_VIDEO_STABILIZATION_MODE,
          CaptureRequest.CONTROL_ZOOM_RATIO,
          CaptureRequest.EDGE_MODE,
          CaptureRequest.FLASH_MODE,
          CaptureRequest.JPEG_ORIENTATION,
          CaptureRequest.JPEG_QUALITY,
          CaptureRequest.JPEG_THUMBNAIL_QUALITY,
          CaptureRequest.JPEG_THUMBNAIL_SIZE,
          CaptureRequest.LENS_FOCAL_LENGTH,
          CaptureRequest.NOISE_REDUCTION_MODE,
          CaptureRequest.SCALER_CROP_REGION,
          CaptureRequest.STATISTICS_FACE_DETECT_MODE);

  private static final byte JPEG_QUALITY = 95;

  private Requests() {}

  /** Sets what the template stands for; each one's intent has its number. */
  static void fill(CaptureRequest.Builder b, int template, CameraCharacteristics c) {
    b.set(CaptureRequest.CONTROL_CAPTURE_INTENT, template);
    b.set(CaptureRequest.CONTROL_MODE, CameraMetadata.CONTROL_MODE_AUTO);
    b.set(CaptureRequest.CONTROL_AE_MODE, CameraMetadata.CONTROL_AE_MODE_ON);
    b.set(CaptureRequest.CONTROL_AE_ANTIBANDING_MODE, 3);
    b.set(CaptureRequest.CONTROL_AE_EXPOSURE_COMPENSATION, 0);
    b.set(CaptureRequest.CONTROL_AE_LOCK, false);
    b.set(CaptureRequest.CONTROL_AE_TARGET_FPS_RANGE, new Range<>(film(template) ? 30 : 15, 30));
    b.set(CaptureRequest.CONTROL_AF_MODE, focus(template, c));
    b.set(CaptureRequest.CONTROL_AF_TRIGGER, CameraMetadata.CONTROL_AF_TRIGGER_IDLE);
    b.set(CaptureRequest.CONTROL_AWB_LOCK, false);
    b.set(CaptureRequest.CONTROL_AWB_MODE, CameraMetadata.CONTROL_AWB_MODE_AUTO);
    b.set(CaptureRequest.CONTROL_EFFECT_MODE, 0);
    b.set(CaptureRequest.CONTROL_SCENE_MODE, 0);
    b.set(CaptureRequest.CONTROL_VIDEO_STABILIZATION_MODE, 0);
    b.set(CaptureRequest.CONTROL_ZOOM_RATIO, 1f);
    b.set(CaptureRequest.FLASH_MODE, CameraMetadata.FLASH_MODE_OFF);
    b.set(CaptureRequest.JPEG_ORIENTATION, 0);
    b.set(CaptureRequest.JPEG_QUALITY, JPEG_QUALITY);
    Rect whole = c.get(CameraCharacteristics.SENSOR_INFO_ACTIVE_ARRAY_SIZE);
    b.set(CaptureRequest.SCALER_CROP_REGION, whole);
  }

  private static boolean film(int template) {
    return template == CameraDevice.TEMPLATE_RECORD
        || template == CameraDevice.TEMPLATE_VIDEO_SNAPSHOT;
  }

  private static int focus(int template, CameraCharacteristics c) {
    if (c.get(CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES).length == 1) {
      return CameraMetadata.CONTROL_AF_MODE_OFF;
    }
    return film(template)
        ? CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_VIDEO
        : CameraMetadata.CONTROL_AF_MODE_CONTINUOUS_PICTURE;
  }
}
