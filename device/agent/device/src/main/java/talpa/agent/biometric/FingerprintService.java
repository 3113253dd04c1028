package talpa.agent.biometric;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.hardware.biometrics.BiometricConstants;
import android.hardware.fingerprint.Fingerprint;
import android.hardware.fingerprint.IFingerprintService;
import android.hardware.fingerprint.IFingerprintServiceReceiver;
import android.os.IBinder;
import android.os.RemoteException;
import java.lang.reflect.Method;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.MadeUp;
import talpa.agent.process.Services;
import talpa.agent.standin.Screen;

/**
 * The system's side of FingerprintManager, of which apps before Android 9 make their own prompt.
 */
final class FingerprintService {
  private static final Fingerprint FINGER = new Fingerprint("Finger 1", 0, 1, 0);

  private FingerprintService() {}

  static void register() {
    Services.add(
        Context.FINGERPRINT_SERVICE, IFingerprintService.class, (p, m, args) -> called(m, args));
  }

  private static Object called(Method m, Object[] args) throws RemoteException {
    Biometrics b = Biometrics.get();
    return switch (m.getName()) {
      // Who holds no permission is never answered, as the service only logs it.
      case "authenticate" ->
          permitted()
              ? b.begin(new Asked((IBinder) args[0], (IFingerprintServiceReceiver) args[2]))
              : -1L;
      case "cancelAuthentication" -> {
        b.stop((IBinder) args[0]);
        yield null;
      }
      case "isHardwareDetected", "isHardwareDetectedDeprecated" -> permitted();
      case "hasEnrolledFingerprints", "hasEnrolledFingerprintsDeprecated" ->
          permitted() && b.enrolled();
      case "getEnrolledFingerprints" ->
          permitted() && b.enrolled() ? List.of(FINGER) : List.<Fingerprint>of();
      default -> MadeUp.answer(m);
    };
  }

  private static boolean permitted() {
    return held(Manifest.permission.USE_FINGERPRINT) || held(Manifest.permission.USE_BIOMETRIC);
  }

  private static boolean held(String permission) {
    return RuntimeEnvironment.getApplication().checkSelfPermission(permission)
        == PackageManager.PERMISSION_GRANTED;
  }

  /** An app that shows a screen of its own. */
  private record Asked(IBinder token, IFingerprintServiceReceiver app) implements Session {
    @Override
    public boolean prompt() {
      return false;
    }

    @Override
    public Screen screen(Runnable button) {
      throw new IllegalStateException("the app has a screen of its own");
    }

    @Override
    public boolean credential() {
      return false;
    }

    @Override
    public boolean finger() {
      return true;
    }

    @Override
    public void succeeded(boolean byFinger) throws RemoteException {
      app.onAuthenticationSucceeded(FINGER, 0, true);
    }

    @Override
    public void failed() throws RemoteException {
      app.onAuthenticationFailed();
    }

    @Override
    public void error(int code) throws RemoteException {
      app.onError(code, 0);
    }

    @Override
    public void cancelled(boolean byButton) throws RemoteException {
      error(BiometricConstants.BIOMETRIC_ERROR_USER_CANCELED);
    }
  }
}
