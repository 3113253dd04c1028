package talpa.agent.service;

import android.Manifest.permission;
import android.app.MissingForegroundServiceTypeException;
import android.app.Service;
import android.content.ComponentName;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ServiceInfo;
import android.os.Build;
import android.os.Process;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import talpa.agent.permit.Grants;

/** What a service must have to enter the foreground, by the rules of ActiveServices. */
final class ForegroundRules {
  private static final String PREFIX = permission.FOREGROUND_SERVICE + "_";

  private record Type(String label, String permission, String... oneOf) {}

  /** The types that take a permission of their own since Android 14. */
  private static final Map<Integer, Type> TYPES =
      new TreeMap<>(
          Map.of(
              ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC,
              new Type("dataSync", PREFIX + "DATA_SYNC"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK,
              new Type("mediaPlayback", PREFIX + "MEDIA_PLAYBACK"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_PHONE_CALL,
              new Type("phoneCall", PREFIX + "PHONE_CALL"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION,
              new Type(
                  "location",
                  PREFIX + "LOCATION",
                  permission.ACCESS_COARSE_LOCATION,
                  permission.ACCESS_FINE_LOCATION),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_CONNECTED_DEVICE,
              new Type("connectedDevice", PREFIX + "CONNECTED_DEVICE"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_CAMERA,
              new Type("camera", PREFIX + "CAMERA", permission.CAMERA),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_MICROPHONE,
              new Type("microphone", PREFIX + "MICROPHONE", permission.RECORD_AUDIO),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_HEALTH,
              new Type("health", PREFIX + "HEALTH"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_REMOTE_MESSAGING,
              new Type("remoteMessaging", PREFIX + "REMOTE_MESSAGING"),
              ServiceInfo.FOREGROUND_SERVICE_TYPE_SPECIAL_USE,
              new Type("specialUse", PREFIX + "SPECIAL_USE")));

  private ForegroundRules() {}

  /**
   * The types with which a service asks to enter the foreground. Throws what the activity manager
   * does before it takes that as an answer to a promise.
   *
   * @param type the types that it names, or those of the manifest
   */
  static int types(Service s, int type) {
    int target = s.getApplicationInfo().targetSdkVersion;
    if (target >= Build.VERSION_CODES.P && !Grants.held(permission.FOREGROUND_SERVICE)) {
      throw new SecurityException(
          "Permission Denial: startForeground from pid="
              + Process.myPid()
              + ", uid="
              + Process.myUid()
              + " requires "
              + permission.FOREGROUND_SERVICE);
    }
    int declared = declared(s);
    int types = type == ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST ? declared : type;
    if ((types & ~declared) != 0) {
      throw new IllegalArgumentException(
          String.format(
              "foregroundServiceType 0x%08X is not a subset of foregroundServiceType attribute"
                  + " 0x%08X in service element of manifest file",
              types, declared));
    }
    return types;
  }

  /** Throws what the activity manager does if a service may not enter with these types. */
  static void check(Service s, int types) {
    int target = s.getApplicationInfo().targetSdkVersion;
    if (target < Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
      return;
    }
    String app = "callerApp=ProcessRecord{" + Process.myPid() + ":" + s.getPackageName() + "}";
    if (types == 0) {
      throw new MissingForegroundServiceTypeException(
          "Starting FGS without a type  " + app + " targetSDK=" + target);
    }
    TYPES.forEach(
        (bit, t) -> {
          if ((types & bit) != 0 && !allowed(t)) {
            throw new SecurityException(refused(t, app, target));
          }
        });
  }

  private static boolean allowed(Type t) {
    return Grants.held(t.permission())
        && (t.oneOf().length == 0 || Arrays.stream(t.oneOf()).anyMatch(Grants::held));
  }

  private static String refused(Type t, String app, int target) {
    String all =
        "Starting FGS with type "
            + t.label()
            + " "
            + app
            + " targetSDK="
            + target
            + " requires permissions: all of the permissions allOf=true ["
            + t.permission()
            + "]";
    return t.oneOf().length == 0
        ? all
        : all + " any of the permissions allOf=false " + Arrays.toString(t.oneOf());
  }

  private static int declared(Service s) {
    try {
      ServiceInfo info =
          s.getPackageManager().getServiceInfo(new ComponentName(s, s.getClass()), 0);
      return info.getForegroundServiceType();
    } catch (NameNotFoundException e) {
      return 0;
    }
  }
}
