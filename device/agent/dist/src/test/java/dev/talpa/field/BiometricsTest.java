package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.KeyguardManager;
import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricManager.Authenticators;
import android.hardware.biometrics.BiometricPrompt;
import android.hardware.fingerprint.FingerprintManager;
import android.os.CancellationSignal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.Shadows;

/** Prompts for a finger, which the user's events answer. */
@SuppressWarnings("deprecation")
class BiometricsTest extends FieldTest {
  private PermitTest.Home home;

  @Override
  void prepare() {
    Shadows.shadowOf(app()).grantPermissions("android.permission.USE_BIOMETRIC");
    home = open(PermitTest.Home.class);
    said();
  }

  private static void finger(String how) {
    device("finger", Map.of("how", how));
  }

  private static List<?> registered() {
    Object all = device("wait", Map.of("ms", 0)).get("registered");
    return all == null ? List.of() : (List<?>) all;
  }

  /** Says what it hears. */
  private static final class Heard extends BiometricPrompt.AuthenticationCallback {
    @Override
    public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult r) {
      say("prompt yes " + r.getAuthenticationType() + " " + Thread.currentThread().getName());
    }

    @Override
    public void onAuthenticationFailed() {
      say("prompt no");
    }

    @Override
    public void onAuthenticationError(int code, CharSequence text) {
      say("prompt error " + code + " " + text);
    }
  }

  /** A prompt with a button, or one that takes the PIN too. */
  private CancellationSignal prompt(boolean pin) {
    CancellationSignal gone = new CancellationSignal();
    BiometricPrompt.Builder b = new BiometricPrompt.Builder(home).setTitle("Unlock");
    if (pin) {
      b.setAllowedAuthenticators(Authenticators.BIOMETRIC_WEAK | Authenticators.DEVICE_CREDENTIAL);
    } else {
      b.setNegativeButton("Not now", home.getMainExecutor(), (d, which) -> say("not now"));
    }
    main(() -> b.build().authenticate(gone, home.getMainExecutor(), new Heard()));
    return gone;
  }

  private CancellationSignal listen() {
    CancellationSignal gone = new CancellationSignal();
    FingerprintManager.AuthenticationCallback heard =
        new FingerprintManager.AuthenticationCallback() {
          @Override
          public void onAuthenticationSucceeded(FingerprintManager.AuthenticationResult r) {
            say("finger yes " + (r.getCryptoObject() == null));
          }

          @Override
          public void onAuthenticationFailed() {
            say("finger no");
          }

          @Override
          public void onAuthenticationError(int code, CharSequence text) {
            say("finger error " + code);
          }
        };
    main(() -> fingers().authenticate(null, gone, 0, heard, null));
    return gone;
  }

  private static FingerprintManager fingers() {
    return app().getSystemService(FingerprintManager.class);
  }

  private static int answer(int authenticators) {
    return app().getSystemService(BiometricManager.class).canAuthenticate(authenticators);
  }

  @Test
  void aFingerAnswersThePrompt() {
    assertEquals(BiometricManager.BIOMETRIC_SUCCESS, answer(Authenticators.BIOMETRIC_STRONG));
    assertFalse(registered().contains("finger:prompt"));
    prompt(false);
    assertTrue(registered().contains("finger:prompt"));
    finger("wrong");
    finger("ok");
    assertSaid("prompt no", "prompt yes 2 main");
    finger("ok");
    assertSaid("");
  }

  @Test
  void theButtonAndTheBackKeyLeaveThePrompt() {
    prompt(false);
    finger("cancel");
    assertSaid("not now");
    prompt(false);
    key("BACK");
    assertSaid("prompt error 10 Fingerprint operation canceled by user");
    assertFalse(home.isFinishing(), "the key was the prompt's");
    prompt(true);
    tap(10, 10);
    assertSaid("prompt error 10 Fingerprint operation canceled by user");
  }

  @Test
  void thePromptIsSeenAboveTheApp() {
    assertTrue(home.hasWindowFocus());
    prompt(false);
    assertTrue(node("Unlock").contains("package=\"com.android.systemui\""), dump());
    assertFalse(home.hasWindowFocus());
    press("Not now");
    assertSaid("not now");
    assertEquals("", node("Unlock"));
    assertTrue(home.hasWindowFocus());
    prompt(true);
    press("Use PIN");
    assertSaid("prompt yes 1 main");
    CancellationSignal gone = prompt(false);
    main(gone::cancel);
    assertEquals("", node("Unlock"));
  }

  @Test
  void wrongFingersLockTheSensorForHalfAMinute() {
    prompt(false);
    for (int i = 0; i < 5; i++) {
      finger("wrong");
    }
    String locked = "prompt error 7 Too many attempts. Use screen lock instead.";
    assertSaid("prompt no", "prompt no", "prompt no", "prompt no", "prompt no", locked);
    prompt(false);
    assertSaid(locked);
    prompt(true);
    finger("ok");
    assertSaid("prompt yes 1 main");
    rest(31_000);
    prompt(false);
    finger("ok");
    assertSaid("prompt yes 2 main");
  }

  @Test
  void aPhoneWithoutALockHasNoFinger() {
    KeyguardManager k = app().getSystemService(KeyguardManager.class);
    assertTrue(k.isKeyguardSecure() && k.isDeviceSecure());
    assertNotNull(k.createConfirmDeviceCredentialIntent("a", "b"));
    finger("none");
    assertFalse(k.isKeyguardSecure() || k.isDeviceSecure());
    assertNull(k.createConfirmDeviceCredentialIntent("a", "b"));
    assertEquals(
        BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED, answer(Authenticators.BIOMETRIC_WEAK));
    assertFalse(fingers().hasEnrolledFingerprints());
    prompt(false);
    assertTrue(said().startsWith("prompt error 11 "));
    finger("enrolled");
    assertTrue(fingers().hasEnrolledFingerprints());
  }

  @Test
  void theAppAndTheSystemEndAPrompt() {
    main(prompt(false)::cancel);
    assertSaid("prompt error 5 Fingerprint operation canceled");
    listen();
    device("home", Map.of());
    assertTrue(said().contains("finger error 5"));
    assertFalse(registered().contains("finger"));
  }

  @Test
  void screensOfTheAppsOwnHearTheSensor() {
    assertTrue(fingers().isHardwareDetected() && fingers().hasEnrolledFingerprints());
    CancellationSignal gone = listen();
    assertTrue(registered().contains("finger"));
    finger("cancel");
    assertSaid("");
    finger("wrong");
    finger("ok");
    assertSaid("finger no", "finger yes true");
    main(listen()::cancel);
    assertSaid("finger error 5");
    listen();
    finger("locked");
    assertSaid("finger error 7");
    main(gone::cancel);
    assertSaid("");
  }

  @Test
  void anAppWithoutThePermissionIsRefused() {
    Shadows.shadowOf(app()).denyPermissions("android.permission.USE_BIOMETRIC");
    SecurityException e =
        assertThrows(SecurityException.class, () -> answer(Authenticators.BIOMETRIC_WEAK));
    assertTrue(e.getMessage().startsWith("Must have USE_BIOMETRIC permission"), e.getMessage());
    assertFalse(fingers().isHardwareDetected());
  }
}
