package talpa.agent.service;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Process;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTelephonyManager;

/**
 * Numbers of the phone and its card that cannot be changed are kept from apps since Android 10: who
 * targets an older version and may read the phone's state gets null, all others an exception.
 */
@Implements(className = "android.telephony.TelephonyManager")
public class DeviceIdentifiers extends ShadowTelephonyManager {
  @Override
  @Implementation
  protected String getDeviceId() {
    return refuse("getDeviceId");
  }

  @Override
  @Implementation
  protected String getDeviceId(int slot) {
    return refuse("getDeviceId");
  }

  @Override
  @Implementation
  protected String getImei() {
    return refuse("getImeiForSlot");
  }

  @Override
  @Implementation
  protected String getImei(int slot) {
    return refuse("getImeiForSlot");
  }

  @Override
  @Implementation
  protected String getMeid() {
    return refuse("getMeidForSlot");
  }

  @Override
  @Implementation
  protected String getMeid(int slot) {
    return refuse("getMeidForSlot");
  }

  @Override
  @Implementation
  protected String getSimSerialNumber() {
    return refuse("getIccSerialNumberForSubscriber");
  }

  @Override
  @Implementation
  protected String getSubscriberId() {
    return refuse("getSubscriberIdForSubscriber");
  }

  private static String refuse(String call) {
    Context app = RuntimeEnvironment.getApplication();
    boolean old = app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.Q;
    if (old
        && app.checkSelfPermission(Manifest.permission.READ_PHONE_STATE)
            == PackageManager.PERMISSION_GRANTED) {
      return null;
    }
    throw new SecurityException(
        call
            + ": The user "
            + Process.myUid()
            + " does not meet the requirements to access device identifiers.");
  }
}
