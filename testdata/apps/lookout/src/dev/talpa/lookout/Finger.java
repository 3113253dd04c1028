package dev.talpa.lookout;

import android.annotation.TargetApi;
import android.app.Activity;
import android.content.DialogInterface;
import android.hardware.biometrics.BiometricPrompt;
import android.os.CancellationSignal;

/** Asks for a finger, and takes it for granted that a prompt ends before the sensor is locked. */
@TargetApi(28)
final class Finger extends BiometricPrompt.AuthenticationCallback {
  private Finger() {}

  static void ask(Activity a) {
    new BiometricPrompt.Builder(a)
        .setTitle("Who is it?")
        .setNegativeButton("Not now", a.getMainExecutor(), new DialogInterface.OnClickListener() {
          @Override
          public void onClick(DialogInterface d, int which) {
            Told.note("finger not now");
          }
        })
        .build()
        .authenticate(new CancellationSignal(), a.getMainExecutor(), new Finger());
  }

  @Override
  public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult r) {
    Told.note("finger yes");
  }

  @Override
  public void onAuthenticationFailed() {
    Told.note("finger no");
  }

  @Override
  public void onAuthenticationError(int code, CharSequence text) {
    if (code == BiometricPrompt.BIOMETRIC_ERROR_LOCKOUT) {
      throw new IllegalStateException("locked out");
    }
    Told.note("finger error " + code);
  }
}
