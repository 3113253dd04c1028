package talpa.agent.camera;

import android.hardware.Camera;
import android.os.Handler;
import android.os.Looper;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowCamera;

/**
 * A camera that takes pictures of a grey wall, some time after it is asked to. It answers where a
 * phone's does: on the thread that opened it if that has a looper, else on the main one.
 */
@Implements(className = "android.hardware.Camera")
@SuppressWarnings("deprecation")
public class CameraShadow extends ShadowCamera {
  private static final int FOCUS_MS = 100;
  private static final int SHUTTER_MS = 200;

  @RealObject private Camera camera;

  private final Handler handler =
      new Handler(Looper.myLooper() == null ? Looper.getMainLooper() : Looper.myLooper());

  /** Made when they are first asked for: the camera is there then. */
  private OldParameters parameters;

  private final boolean back = getLastOpenedCameraId() == 0;

  private OldParameters parameters() {
    if (parameters == null) {
      parameters = new OldParameters(camera, back);
    }
    return parameters;
  }

  @Override
  @Implementation
  protected Camera.Parameters getParameters() {
    return parameters().copy();
  }

  @Override
  @Implementation
  protected void setParameters(Camera.Parameters p) {
    parameters().set(p, isPreviewing());
  }

  /** Counts what begins or ends a search for the focus: an older one tells nobody any more. */
  private int focusing;

  /**
   * Robolectric's wants a callback, and forgets one that the callback itself asks with, as apps do
   * that keep the picture sharp.
   */
  @Override
  @Implementation
  protected void autoFocus(Camera.AutoFocusCallback callback) {
    int asked = ++focusing;
    handler.postDelayed(
        () -> {
          if (callback != null && asked == focusing && !isReleased()) {
            callback.onAutoFocus(true, camera);
          }
        },
        FOCUS_MS);
  }

  @Override
  @Implementation
  protected void cancelAutoFocus() {
    focusing++;
  }

  @Override
  @Implementation
  protected void takePicture(
      Camera.ShutterCallback shutter, Camera.PictureCallback raw, Camera.PictureCallback jpeg) {
    takePicture(shutter, raw, null, jpeg);
  }

  /** The form with a callback for the picture as it is shown. */
  @Implementation
  protected void takePicture(
      Camera.ShutterCallback shutter,
      Camera.PictureCallback raw,
      Camera.PictureCallback shown,
      Camera.PictureCallback jpeg) {
    if (!isPreviewing()) {
      throw new RuntimeException("takePicture failed");
    }
    stopPreview();
    Camera.Size size = camera.getParameters().getPictureSize();
    handler.postDelayed(
        () -> {
          if (isReleased()) {
            return;
          }
          if (shutter != null) {
            shutter.onShutter();
          }
          if (raw != null) {
            raw.onPictureTaken(null, camera);
          }
          if (shown != null) {
            shown.onPictureTaken(null, camera);
          }
          if (jpeg != null) {
            jpeg.onPictureTaken(Wall.jpeg(size.width, size.height), camera);
          }
        },
        SHUTTER_MS);
  }
}
