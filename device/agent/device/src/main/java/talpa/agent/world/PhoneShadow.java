package talpa.agent.world;

import android.Manifest;
import android.content.Context;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Process;
import android.telephony.PhoneStateListener;
import android.telephony.TelephonyCallback;
import android.telephony.TelephonyManager;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.ClassName;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowTelephonyManager;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.bridge.Platform;
import talpa.agent.process.Behavior;
import talpa.agent.process.PerApp;

/**
 * The phone as its manager tells of it.
 *
 * <p>Numbers of the phone and its card that cannot be changed are kept from apps since Android 10:
 * who targets an older version and may read the phone's state gets null, all others an exception.
 * Before, who may read the phone's state got them.
 *
 * <p>Listeners hear where they were registered for, on their executor or looper, and what is so
 * already they hear after the call that registers them.
 */
@Implements(className = "android.telephony.TelephonyManager")
public class PhoneShadow extends ShadowTelephonyManager {
  // Those of an emulator.
  private static final String IMEI = "358240051111110";
  private static final String CARD = "89014103211118510720";
  private static final String SUBSCRIBER = "310260000000000";
  private static final String MEID = null; // of phones with another kind of radio

  @RealObject private TelephonyManager manager;

  /** The phone has one card, and this is its manager, whatever number of it an app has. */
  @Override
  @Implementation
  protected TelephonyManager createForSubscriptionId(int id) {
    return manager;
  }

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

  private static final PerApp<Map<Object, Executor>> EXECUTORS = PerApp.of(WeakHashMap::new);

  @Override
  @Implementation
  public void registerTelephonyCallback(
      Executor executor, @ClassName("android.telephony.TelephonyCallback") Object callback) {
    if (executor == null || callback == null) {
      throw new IllegalArgumentException("TelephonyCallback and executor must be non-null");
    }
    synchronized (EXECUTORS) {
      EXECUTORS.get().put(callback, executor);
    }
    super.registerTelephonyCallback(executor, callback);
  }

  @Override
  protected void initTelephonyCallback(Object callback) {
    executor(callback).execute(() -> super.initTelephonyCallback(callback));
  }

  @Override
  protected void initListener(PhoneStateListener listener, int events) {
    executor(listener).execute(() -> super.initListener(listener, events));
  }

  private static Executor executor(Object heard) {
    if (heard instanceof PhoneStateListener) {
      Object stub = ReflectionHelpers.getField(heard, "callback");
      return ReflectionHelpers.getField(stub, "mExecutor");
    }
    synchronized (EXECUTORS) {
      return EXECUTORS.get().get(heard);
    }
  }

  /** Tells those who hear of calls. */
  @SuppressWarnings("deprecation")
  void tell(int state, String number) {
    getListenersForFlags(PhoneStateListener.LISTEN_CALL_STATE)
        .forEach(l -> executor(l).execute(() -> l.onCallStateChanged(state, number)));
    if (!Platform.has(Build.VERSION_CODES.S)) {
      return;
    }
    getCallbackForListener(TelephonyCallback.CallStateListener.class)
        .forEach(l -> executor(l).execute(() -> l.onCallStateChanged(state)));
  }

  /** Whether somebody hears of calls. */
  boolean heard() {
    return getListenersForFlags(PhoneStateListener.LISTEN_CALL_STATE).iterator().hasNext()
        || Platform.has(Build.VERSION_CODES.S)
            && getCallbackForListener(TelephonyCallback.CallStateListener.class)
                .iterator()
                .hasNext();
  }
}
