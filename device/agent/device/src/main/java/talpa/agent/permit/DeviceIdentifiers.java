package talpa.agent.permit;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Process;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTelephonyManager;
import talpa.agent.process.Behavior;

/**
 * Numbers of the phone and its card that cannot be changed are kept from apps since Android 10: who
 * targets an older version and may read the phone's state gets null, all others an exception.
 * Before, who may read the phone's state got them.
 */
@Implements(className = "android.telephony.TelephonyManager")
public class DeviceIdentifiers extends ShadowTelephonyManager {
  // Those of an emulator.
  private static final String IMEI = "358240051111110";
  private static final String CARD = "89014103211118510720";
  private static final String SUBSCRIBER = "310260000000000";
  private static final String MEID = null; // of phones with another kind of radio

  @Override
  @Implementation
  protected String getDeviceId() {
    return ask("getDeviceId", IMEI);
  }

  @Override
  @Implementation
  protected String getDeviceId(int slot) {
    return ask("getDeviceId", IMEI);
  }

  @Override
  @Implementation
  protected String getImei() {
    return ask("getImeiForSlot", IMEI);
  }

  @Override
  @Implementation
  protected String getImei(int slot) {
    return ask("getImeiForSlot", IMEI);
  }

  @Override
  @Implementation
  protected String getMeid() {
    return ask("getMeidForSlot", MEID);
  }

  @Override
  @Implementation
  protected String getMeid(int slot) {
    return ask("getMeidForSlot", MEID);
  }

  @Override
  @Implementation
  protected String getSimSerialNumber() {
    return ask("getIccSerialNumberForSubscriber", CARD);
  }

  @Override
  @Implementation
  protected String getSubscriberId() {
    return ask("getSubscriberIdForSubscriber", SUBSCRIBER);
  }

  private static String ask(String call, String number) {
    Context app = RuntimeEnvironment.getApplication();
    boolean held =
        app.checkSelfPermission(Manifest.permission.READ_PHONE_STATE)
            == PackageManager.PERMISSION_GRANTED;
    if (!Behavior.has("device-identifiers")) {
      if (held) {
        return number;
      }
      throw new SecurityException(
          call
              + ": Neither user "
              + Process.myUid()
              + " nor current process has android.permission.READ_PHONE_STATE.");
    }
    if (held && app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.Q) {
      return null;
    }
    throw new SecurityException(
        call
            + ": The user "
            + Process.myUid()
            + " does not meet the requirements to access device identifiers.");
  }
}
