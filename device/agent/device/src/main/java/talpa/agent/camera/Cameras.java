package talpa.agent.camera;

import android.hardware.Camera;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CameraManager;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowCamera;
import org.robolectric.shadows.ShadowCameraManager;

/** Two cameras, one on the back and one in front. They see a grey wall. */
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
      CameraCharacteristics c = Characteristics.of(/* back= */ i == 0, info.orientation);
      m.addCamera(String.valueOf(i), c);
    }
  }
}
