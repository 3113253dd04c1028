package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraCaptureSession;
import android.hardware.camera2.CameraCharacteristics;
import android.hardware.camera2.CaptureRequest;
import android.hardware.camera2.impl.CameraDeviceImpl;
import android.hardware.camera2.params.OutputConfiguration;
import android.hardware.camera2.params.SessionConfiguration;
import android.os.Handler;
import android.os.Looper;
import android.view.Surface;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowCameraDeviceImpl;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/**
 * An open camera with one session at a time. Sessions are told of on the caller's thread where no
 * handler is given, as {@code CameraDevice.createCaptureSession} documents it.
 */
@Implements(className = "android.hardware.camera2.impl.CameraDeviceImpl")
public class CameraDeviceShadow extends ShadowCameraDeviceImpl {
  @RealObject private CameraDeviceImpl device;
  private CaptureSessionShadow current;

  /** A request asks for what its template stands for. */
  @Override
  @Implementation
  protected CaptureRequest.Builder createCaptureRequest(int template) {
    CaptureRequest.Builder b = super.createCaptureRequest(template);
    Requests.fill(b, template, reflector(Real.class, device).getCharacteristics());
    return b;
  }

  @Override
  @Implementation
  protected void createCaptureSession(
      List<Surface> outputs, CameraCaptureSession.StateCallback callback, Handler handler)
      throws CameraAccessException {
    super.createCaptureSession(outputs, new Told(callback), orOwn(handler));
  }

  @Implementation
  protected void createCaptureSessionByOutputConfigurations(
      List<OutputConfiguration> outputs,
      CameraCaptureSession.StateCallback callback,
      Handler handler)
      throws CameraAccessException {
    super.createCaptureSession(List.of(), new Told(callback), orOwn(handler));
  }

  @Override
  @Implementation
  protected void createCaptureSession(SessionConfiguration c) throws CameraAccessException {
    super.createCaptureSession(
        new SessionConfiguration(
            c.getSessionType(),
            c.getOutputConfigurations(),
            c.getExecutor(),
            new Told(c.getStateCallback())));
  }

  /** All sizes that the camera tells of go together. */
  @Implementation
  protected boolean isSessionConfigurationSupported(SessionConfiguration c) {
    checkIfCameraClosedOrInError();
    return true;
  }

  /** The session ends with its camera. */
  @Override
  @Implementation
  protected void close() {
    end();
    super.close();
  }

  private void end() {
    CaptureSessionShadow s = current;
    current = null;
    if (s != null) {
      s.end();
    }
  }

  static Handler orOwn(Handler handler) {
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

  /** Who hears of a session; the one before ends when it is there. */
  private final class Told extends CameraCaptureSession.StateCallback {
    private final CameraCaptureSession.StateCallback app;

    Told(CameraCaptureSession.StateCallback app) {
      this.app = app;
    }

    @Override
    public void onConfigured(CameraCaptureSession session) {
      end();
      current = Shadow.extract(session);
      app.onConfigured(session);
    }

    @Override
    public void onConfigureFailed(CameraCaptureSession session) {
      app.onConfigureFailed(session);
    }

    @Override
    public void onClosed(CameraCaptureSession session) {
      app.onClosed(session);
    }
  }

  /** What the camera tells of itself. */
  @ForType(CameraDeviceImpl.class)
  interface Real {
    @Accessor("mCharacteristics")
    CameraCharacteristics getCharacteristics();
  }
}
