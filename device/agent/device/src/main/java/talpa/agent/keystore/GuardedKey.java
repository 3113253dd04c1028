package talpa.agent.keystore;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.UserNotAuthenticatedException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import talpa.agent.biometric.Biometrics;

/** A secret key that is used only for a while after the user has shown a finger or the PIN. */
final class GuardedKey extends SecretKeySpec {
  private static final long serialVersionUID = 1;

  /** For so long after it; 0 is for each use, which the cipher does not ask for. */
  private final int seconds;

  GuardedKey(SecretKey k, int seconds) {
    super(k.getEncoded(), k.getAlgorithm());
    this.seconds = seconds;
  }

  /** Whether the phone can hold a key to what its specification asks for. */
  static void check(KeyGenParameterSpec s) throws InvalidAlgorithmParameterException {
    if (s.isUserAuthenticationRequired() && !Biometrics.secure()) {
      throw new InvalidAlgorithmParameterException(
          new IllegalStateException(
              s.getUserAuthenticationValidityDurationSeconds() > 0
                  ? "Secure lock screen must be enabled to create keys requiring user"
                      + " authentication"
                  : "At least one biometric must be enrolled to create keys requiring user"
                      + " authentication for every use"));
    }
  }

  /** Refuses the key to a cipher. */
  void check() throws InvalidKeyException {
    if (!Biometrics.secure()) {
      throw new KeyPermanentlyInvalidatedException();
    }
    if (seconds > 0 && !Biometrics.authenticated(seconds)) {
      throw new UserNotAuthenticatedException();
    }
  }
}
