package talpa.agent.media;

import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.params.OutputConfiguration;
import android.os.Handler;
import android.os.Looper;
import android.view.Surface;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowCameraDeviceImpl;

/**
 * An open camera whose sessions are told of on the caller's thread where no handler is given, as
 * {@code CameraDevice.createCaptureSession} documents it.
 */
@Implements(className = "android.hardware.camera2.impl.CameraDeviceImpl")
public class CameraDeviceShadow extends ShadowCameraDeviceImpl {
  @Override
  @Implementation
  protected void createCaptureSession(
      List<Surface> outputs, CameraCaptureSession.StateCallback callback, Handler handler)
      throws CameraAccessException {
    super.createCaptureSession(outputs, callback, orOwn(handler));
  }

  @Implementation
  protected void createCaptureSessionByOutputConfigurations(
      List<OutputConfiguration> outputs,
      CameraCaptureSession.StateCallback callback,
      Handler handler)
      throws CameraAccessException {
    super.createCaptureSession(List.of(), callback, orOwn(handler));
  }

  private static Handler orOwn(Handler handler) {
    if (handler != null) {
      return handler;
    }
    Looper looper = Looper.myLooper();
    if (looper == null) {
      throw new IllegalArgumentException(
          "No handler given, and current thread has no looper!"); // CameraDeviceImpl.checkHandler
    }
    return new Handler(looper);
  }
}
