package talpa.agent.biometric;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.hardware.biometrics.BiometricAuthenticator;
import android.hardware.biometrics.BiometricConstants;
import android.hardware.biometrics.BiometricManager.Authenticators;
import android.hardware.biometrics.BiometricPrompt;
import android.hardware.biometrics.IAuthService;
import android.hardware.biometrics.IBiometricServiceReceiver;
import android.hardware.biometrics.PromptInfo;
import android.os.IBinder;
import android.os.RemoteException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.MadeUp;
import talpa.agent.process.Services;
import talpa.agent.standin.FingerPrompt;
import talpa.agent.standin.Screen;

/** The system's side of BiometricManager and BiometricPrompt. */
final class PromptService {
  private static final String NAME = "auth"; // Context.AUTH_SERVICE is for the system

  private PromptService() {}

  static void register() {
    Services.add(NAME, IAuthService.class, (p, m, args) -> called(m, args));
  }

  private static Object called(Method m, Object[] args) throws RemoteException {
    return switch (m.getName()) {
      case "authenticate" -> {
        permit();
        PromptInfo info = (PromptInfo) args[5];
        yield Biometrics.get()
            .begin(new Prompt((IBinder) args[0], (IBiometricServiceReceiver) args[3], info));
      }
      case "cancelAuthentication" -> {
        permit();
        Biometrics.get().stop((IBinder) args[0]);
        yield null;
      }
      case "canAuthenticate" -> {
        permit();
        yield answer((int) args[2]);
      }
      case "hasEnrolledBiometrics" -> Biometrics.get().enrolled();
      default -> MadeUp.answer(m);
    };
  }

  /** What the service refuses who holds neither permission. */
  private static void permit() {
    Context app = RuntimeEnvironment.getApplication();
    if (app.checkSelfPermission(Manifest.permission.USE_FINGERPRINT)
        != PackageManager.PERMISSION_GRANTED) {
      app.enforceCallingOrSelfPermission(
          Manifest.permission.USE_BIOMETRIC, "Must have USE_BIOMETRIC permission");
    }
  }

  private static boolean fingers(int authenticators) {
    return (authenticators & Authenticators.BIOMETRIC_WEAK) != 0;
  }

  private static boolean credential(int authenticators) {
    return (authenticators & Authenticators.DEVICE_CREDENTIAL) != 0;
  }

  /** Whether the user could be asked; the sensor is as good as any. */
  private static int answer(int authenticators) {
    if (Biometrics.get().enrolled()) {
      return BiometricConstants.BIOMETRIC_SUCCESS;
    }
    return fingers(authenticators)
        ? BiometricConstants.BIOMETRIC_ERROR_NO_BIOMETRICS
        : BiometricConstants.BIOMETRIC_ERROR_NO_DEVICE_CREDENTIAL;
  }

  /** A prompt in front of the app. */
  private record Prompt(IBinder token, IBiometricServiceReceiver app, PromptInfo info)
      implements Session {
    @Override
    public boolean prompt() {
      return true;
    }

    @Override
    public Screen screen(Runnable button) {
      CharSequence label = credential() ? "Use PIN" : info.getNegativeButtonText();
      List<CharSequence> texts =
          Arrays.asList(info.getTitle(), info.getSubtitle(), info.getDescription());
      return new FingerPrompt(texts, label, button);
    }

    @Override
    @SuppressWarnings("deprecation")
    public boolean credential() {
      return info.isDeviceCredentialAllowed() || PromptService.credential(info.getAuthenticators());
    }

    @Override
    public boolean finger() {
      // Without a word on what serves it is a finger.
      return info.getAuthenticators() == 0 || fingers(info.getAuthenticators());
    }

    @Override
    public void succeeded(boolean byFinger) throws RemoteException {
      app.onAuthenticationSucceeded(
          byFinger
              ? BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC
              : BiometricPrompt.AUTHENTICATION_RESULT_TYPE_DEVICE_CREDENTIAL);
    }

    @Override
    public void failed() throws RemoteException {
      app.onAuthenticationFailed();
    }

    @Override
    public void error(int code) throws RemoteException {
      app.onError(BiometricAuthenticator.TYPE_FINGERPRINT, code, 0);
    }

    @Override
    public void cancelled(boolean byButton) throws RemoteException {
      if (byButton && info.getNegativeButtonText() != null) {
        app.onDialogDismissed(BiometricPrompt.DISMISSED_REASON_NEGATIVE);
      } else {
        error(BiometricConstants.BIOMETRIC_ERROR_USER_CANCELED);
      }
    }
  }
}
