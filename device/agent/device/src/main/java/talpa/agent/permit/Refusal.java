package talpa.agent.permit;

import android.Manifest.permission;
import android.app.Application;
import android.os.Build.VERSION_CODES;
import android.os.Process;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.robolectric.RuntimeEnvironment;

/**
 * What the system throws at an app that lacks a permission, in its words. {@code
 * talpa/agent/refusals.txt} says where each applies.
 */
@SuppressWarnings("unused") // the constants are found by name
public enum Refusal {
  /** A place. */
  LOCATION(
      "uid %u does not have android.permission.ACCESS_COARSE_LOCATION or"
          + " android.permission.ACCESS_FINE_LOCATION.",
      permission.ACCESS_FINE_LOCATION, permission.ACCESS_COARSE_LOCATION),
  /** What the satellites say. */
  EXACT_LOCATION("%n android.permission.ACCESS_FINE_LOCATION.", permission.ACCESS_FINE_LOCATION),
  /** The camera of the old interface. */
  CAMERA("Fail to connect to camera service", permission.CAMERA) {
    @Override
    RuntimeException exception(String message) {
      return new RuntimeException(message);
    }
  },
  /** The microphone: a source of sound that the sound system refused never got ready. */
  RECORD("startRecording() called on an uninitialized AudioRecord.", permission.RECORD_AUDIO) {
    @Override
    RuntimeException exception(String message) {
      return new IllegalStateException(message);
    }
  },
  /** The camera. */
  CAMERA_DEVICE(
      "validateClientPermissionsLocked: Caller \"%p\" (PID %i, UID %u) cannot open camera without"
          + " camera permission",
      permission.CAMERA),
  /** A message to send. */
  MESSAGES(
      "Sending SMS message: uid %u does not have android.permission.SEND_SMS.",
      permission.SEND_SMS),
  /** The number of the phone; to read the phone's state is not enough since Android 11. */
  PHONE_NUMBER(
      "getLine1NumberForDisplay: %n android.permission.READ_PHONE_STATE,"
          + " android.permission.READ_SMS, or android.permission.READ_PHONE_NUMBERS.",
      permission.READ_SMS, permission.READ_PHONE_NUMBERS, permission.READ_PHONE_STATE),
  /** Whether the phone rings. */
  CALL_STATE(
      "getCallState API requires READ_PHONE_STATE for API version 31+",
      target -> target >= VERSION_CODES.S,
      permission.READ_PHONE_STATE),
  /** The kind of network of the phone. */
  NETWORK_TYPE(
      "getNetworkTypeForSubscriber: %n android.permission.READ_PHONE_STATE.",
      target -> target >= VERSION_CODES.R, permission.READ_PHONE_STATE),
  /** The kind of network for data. */
  DATA_NETWORK_TYPE(
      "getDataNetworkTypeForSubscriber: %n android.permission.READ_PHONE_STATE.",
      permission.READ_PHONE_STATE),
  /** The cells around. */
  CELLS("Not allowed to access cell info", permission.ACCESS_FINE_LOCATION),
  /** The cell that the phone is in. */
  CELL("Not allowed to access cell location", permission.ACCESS_FINE_LOCATION),
  /** Looking for devices by Bluetooth. */
  BLUETOOTH_SCAN(
      "Need android.permission.BLUETOOTH_SCAN permission for %p",
      target -> target >= VERSION_CODES.S, permission.BLUETOOTH_SCAN),
  /** Talking to devices by Bluetooth. */
  BLUETOOTH_CONNECT(
      "Need android.permission.BLUETOOTH_CONNECT permission for %p",
      target -> target >= VERSION_CODES.S, permission.BLUETOOTH_CONNECT),
  /** An alarm at its minute. */
  EXACT_ALARM(
      "Caller %p needs to hold android.permission.SCHEDULE_EXACT_ALARM or"
          + " android.permission.USE_EXACT_ALARM to set exact alarms.",
      permission.SCHEDULE_EXACT_ALARM) {
    @Override
    boolean passes() {
      return Grants.exactAlarms();
    }
  },
  /** What the WLAN is. */
  WIFI_STATE("WifiService: %n android.permission.ACCESS_WIFI_STATE.", permission.ACCESS_WIFI_STATE),
  /** Changes of the WLAN. */
  WIFI_CHANGE(
      "WifiService: %n android.permission.CHANGE_WIFI_STATE.", permission.CHANGE_WIFI_STATE),
  /** What the network is. */
  NETWORK_STATE(
      "ConnectivityService: %n android.permission.ACCESS_NETWORK_STATE.",
      permission.ACCESS_NETWORK_STATE),
  /** The vibrator, which the device lacks. */
  VIBRATE("vibrate: %n android.permission.VIBRATE.", permission.VIBRATE),
  /** Keeping the device awake. */
  WAKE_LOCK("%n android.permission.WAKE_LOCK.", permission.WAKE_LOCK);

  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final String message;
  private final IntPredicate targets;
  private final String[] permissions;

  Refusal(String message, String... permissions) {
    this(message, target -> true, permissions);
  }

  Refusal(String message, IntPredicate targets, String... permissions) {
    this.message = message;
    this.targets = targets;
    this.permissions = permissions;
  }

  /** Throws what a rule says if the app makes the call and holds none of its permissions. */
  public static void check(String rule) {
    Refusal r = valueOf(rule);
    Application app = RuntimeEnvironment.application;
    if (app == null
        || !r.targets.test(app.getApplicationInfo().targetSdkVersion)
        || r.passes()
        || !byApp()) {
      return;
    }
    throw r.exception(
        r.message
            .replace("%n", "Neither user %u nor current process has")
            .replace("%u", Integer.toString(Process.myUid()))
            .replace("%i", Integer.toString(Process.myPid()))
            .replace("%p", app.getPackageName()));
  }

  /** Whether a source of sound gets ready. */
  public static boolean mayRecord() {
    return Grants.held(permission.RECORD_AUDIO);
  }

  RuntimeException exception(String message) {
    return new SecurityException(message);
  }

  /** Whether the app holds what it needs. */
  boolean passes() {
    return Arrays.stream(permissions).anyMatch(Grants::held);
  }

  /**
   * Whether code of the app made the call: the nearest frame that is neither the framework's nor
   * Robolectric's is not the agent's.
   */
  private static boolean byApp() {
    ClassLoader own = Refusal.class.getClassLoader();
    return CALLERS.walk(
        frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .filter(c -> c.getClassLoader() != own || agent(c))
                .filter(c -> c.getClassLoader() != null)
                .findFirst()
                .map(c -> c.getClassLoader() != own)
                .orElse(false));
  }

  private static boolean agent(Class<?> c) {
    return c.getName().startsWith("talpa.agent.")
        && !c.getName().startsWith("talpa.agent.permit.")
        && !c.getSimpleName().endsWith("Shadow");
  }
}
