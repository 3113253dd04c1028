package talpa.agent.media;

import android.graphics.ImageFormat;
import android.graphics.Rect;
import android.hardware.Camera;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraManager;
import android.hardware.camera2.params.StreamConfigurationMap;
import android.util.Size;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowCamera;
import org.robolectric.shadows.ShadowCameraCharacteristics;
import org.robolectric.shadows.ShadowCameraManager;
import org.robolectric.shadows.StreamConfigurationMapBuilder;

/** Two cameras, one on the back and one in front. They open; what they see is nothing. */
@SuppressWarnings("deprecation")
public final class Cameras {
  private static final int QUARTER = 90;

  /** The format of JPEG pictures inside the camera framework: apps ask by their own number. */
  private static final int BLOB = 0x21;

  private Cameras() {}

  public static void install() {
    ShadowCamera.clearCameraInfo();
    ShadowCameraManager m =
        Shadow.extract(RuntimeEnvironment.getApplication().getSystemService(CameraManager.class));
    for (int i = 0; i < 2; i++) {
      Camera.CameraInfo info = new Camera.CameraInfo();
      info.facing = i; // CAMERA_FACING_BACK is 0, CAMERA_FACING_FRONT 1
      info.orientation = i == 0 ? QUARTER : 3 * QUARTER;
      info.canDisableShutterSound = true;
      ShadowCamera.addCameraInfo(i, info);
      CameraCharacteristics c = ShadowCameraCharacteristics.newCameraCharacteristics();
      ShadowCameraCharacteristics s = Shadow.extract(c);
      s.set(
          CameraCharacteristics.LENS_FACING,
          i == 0
              ? CameraCharacteristics.LENS_FACING_BACK
              : CameraCharacteristics.LENS_FACING_FRONT);
      s.set(CameraCharacteristics.SENSOR_ORIENTATION, info.orientation);
      s.set(CameraCharacteristics.FLASH_INFO_AVAILABLE, i == 0);
      s.set(
          CameraCharacteristics.INFO_SUPPORTED_HARDWARE_LEVEL,
          CameraCharacteristics.INFO_SUPPORTED_HARDWARE_LEVEL_LIMITED);
      s.set(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP, sizes());
      s.set(CameraCharacteristics.SENSOR_INFO_ACTIVE_ARRAY_SIZE, new Rect(0, 0, 1280, 960));
      s.set(CameraCharacteristics.SCALER_AVAILABLE_MAX_DIGITAL_ZOOM, 4f);
      m.addCamera(String.valueOf(i), c);
    }
  }

  /** The sizes of pictures, for what apps ask for: JPEG, previews and films. */
  private static StreamConfigurationMap sizes() {
    StreamConfigurationMapBuilder b = StreamConfigurationMapBuilder.newBuilder();
    for (int[] s : new int[][] {{1280, 960}, {1280, 720}, {640, 480}, {320, 240}}) {
      Size size = new Size(s[0], s[1]);
      b.addOutputSize(BLOB, size);
      b.addOutputSize(ImageFormat.YUV_420_888, size);
      b.addOutputSize(ImageFormat.PRIVATE, size);
    }
    return b.build();
  }
}
