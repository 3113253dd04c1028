package talpa.agent.intents;

import android.Manifest;
import android.app.Application;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.os.Process;
import android.provider.MediaStore;
import java.util.Arrays;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.intents.IntentResolver.Match;

/** The permission rules that the system checks before an activity of another app starts. */
public final class StartGuard {
  private static final Map<String, String> ACTION_PERMISSIONS =
      Map.of(
          Intent.ACTION_CALL,
          Manifest.permission.CALL_PHONE,
          MediaStore.ACTION_IMAGE_CAPTURE,
          Manifest.permission.CAMERA,
          MediaStore.ACTION_VIDEO_CAPTURE,
          Manifest.permission.CAMERA);

  private StartGuard() {}

  /**
   * Checks a start that resolved.
   *
   * @throws SecurityException in Android's words if the app may not start that activity
   */
  public static void check(Intent i, Match m) {
    if (!m.external()) {
      return;
    }
    Application app = RuntimeEnvironment.getApplication();
    if (!m.info().exported) {
      throw new SecurityException(denial(i, app) + " not exported from uid 1000");
    }
    if (m.info().permission != null && denied(app, m.info().permission)) {
      throw new SecurityException(denial(i, app) + " requires " + m.info().permission);
    }
    String p = ACTION_PERMISSIONS.get(String.valueOf(i.getAction()));
    if (p != null && declared(app, p) && denied(app, p)) {
      throw new SecurityException(denial(i, app) + " with revoked permission " + p);
    }
  }

  private static String denial(Intent i, Application app) {
    return "Permission Denial: starting "
        + i
        + " from ProcessRecord{"
        + Integer.toHexString(System.identityHashCode(app))
        + " "
        + Process.myPid()
        + ":"
        + app.getPackageName()
        + "/u0a"
        + Process.myUid() % 10000
        + "} (pid="
        + Process.myPid()
        + ", uid="
        + Process.myUid()
        + ")";
  }

  private static boolean denied(Application app, String permission) {
    return app.checkSelfPermission(permission) != PackageManager.PERMISSION_GRANTED;
  }

  private static boolean declared(Application app, String permission) {
    try {
      PackageInfo p =
          app.getPackageManager()
              .getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS);
      return p.requestedPermissions != null
          && Arrays.asList(p.requestedPermissions).contains(permission);
    } catch (PackageManager.NameNotFoundException e) {
      return false;
    }
  }
}
