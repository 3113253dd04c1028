package talpa.agent.nfc;

import android.Manifest;
import android.app.PendingIntent;
import android.content.Context;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.nfc.IAppCallback;
import android.nfc.INfcAdapter;
import android.nfc.NfcAdapter;
import android.nfc.TechListParcel;
import java.lang.reflect.Method;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.MadeUp;
import talpa.agent.process.Services;

/** The system's side of NfcAdapter. */
final class NfcService {
  private NfcService() {}

  static void register() {
    Services.add(Context.NFC_SERVICE, INfcAdapter.class, (p, m, args) -> called(m, args));
  }

  private static Object called(Method m, Object[] args) {
    Nfc nfc = Nfc.get();
    switch (m.getName()) {
      case "getState":
        return nfc.on() ? NfcAdapter.STATE_ON : NfcAdapter.STATE_OFF;
      case "getNfcTagInterface":
        return nfc.tags();
      case "setForegroundDispatch":
        permit();
        TechListParcel techs = (TechListParcel) args[2];
        nfc.foreground(
            (PendingIntent) args[0],
            (IntentFilter[]) args[1],
            techs == null ? null : techs.getTechLists());
        return null;
      case "setReaderMode":
        permit();
        nfc.reader((IAppCallback) args[1], (int) args[2]);
        return null;
      case "enable", "disable":
        enforce(
            Manifest.permission.WRITE_SECURE_SETTINGS, "WRITE_SECURE_SETTINGS permission required");
        return true;
      case "verifyNfcPermission", "setAppCallback":
        permit();
        return null;
      case "ignore":
        permit();
        return false;
      case "deviceSupportsNfcSecure", "isNfcSecureEnabled", "isObserveModeSupported":
      case "isReaderOptionSupported", "isControllerAlwaysOnSupported", "isWlcEnabled":
      case "isTagIntentAppPreferenceSupported":
        return ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
      default:
        return MadeUp.answer(m);
    }
  }

  static boolean permitted() {
    return RuntimeEnvironment.getApplication().checkSelfPermission(Manifest.permission.NFC)
        == PackageManager.PERMISSION_GRANTED;
  }

  /** What the service refuses who does not hold the permission. */
  static void permit() {
    enforce(Manifest.permission.NFC, "NFC permission required");
  }

  private static void enforce(String permission, String words) {
    RuntimeEnvironment.getApplication().enforceCallingOrSelfPermission(permission, words);
  }
}
