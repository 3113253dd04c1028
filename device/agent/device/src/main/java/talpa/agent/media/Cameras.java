package talpa.agent.media;

import android.hardware.Camera;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraManager;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowCamera;
import org.robolectric.shadows.ShadowCameraCharacteristics;
import org.robolectric.shadows.ShadowCameraManager;

/** Two cameras, one on the back and one in front. They open; what they see is nothing. */
@SuppressWarnings("deprecation")
public final class Cameras {
  private static final int QUARTER = 90;

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
      m.addCamera(String.valueOf(i), c);
    }
  }
}
