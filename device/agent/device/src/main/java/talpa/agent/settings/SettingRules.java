package talpa.agent.settings;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.Manifest;
import android.app.AppOpsManager;
import android.app.Application;
import android.content.pm.PackageManager;
import android.os.Build;
import android.os.Process;
import android.provider.Settings;
import android.util.Log;
import java.util.HashSet;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;

/** Which settings an app may write, in the words of the provider of settings. */
final class SettingRules {
  private static final String TAG = "Settings";

  private SettingRules() {}

  /** A setting that only the system writes, or who holds a permission that apps do not get. */
  static void secure() {
    if (!holdsSecure()) {
      throw new SecurityException(
          "Permission denial: writing to settings requires:"
              + Manifest.permission.WRITE_SECURE_SETTINGS);
    }
  }

  private static boolean holdsSecure() {
    return RuntimeEnvironment.getApplication()
            .checkSelfPermission(Manifest.permission.WRITE_SECURE_SETTINGS)
        == PackageManager.PERMISSION_GRANTED;
  }

  /** Whether a setting of the user is changed: one that has moved elsewhere is not. */
  static boolean system(String name) {
    Names names = reflector(Names.class);
    if (names.getSecure().contains(name)) {
      moved(name, "Secure");
      return false;
    }
    if (names.getGlobal().contains(name) || names.getOther().contains(name)) {
      moved(name, "Global");
      return false;
    }
    Application app = RuntimeEnvironment.getApplication();
    if (!holdsSecure()) {
      Settings.isCallingPackageAllowedToPerformAppOpsProtectedOperation(
          app,
          Process.myUid(),
          app.getPackageName(),
          true,
          AppOpsManager.OP_WRITE_SETTINGS,
          new String[] {Manifest.permission.WRITE_SETTINGS},
          false);
    }
    if (!Settings.System.PUBLIC_SETTINGS.contains(name)) {
      hidden(app, name);
    }
    return true;
  }

  private static void moved(String name, String where) {
    Log.w(
        TAG,
        "Setting "
            + name
            + " has moved from android.provider.Settings.System to android.provider.Settings."
            + where
            + ", value is unchanged.");
  }

  /** A name that is none of the public ones: refused to apps for Android 6 and later. */
  private static void hidden(Application app, String name) {
    boolean known = Settings.System.PRIVATE_SETTINGS.contains(name);
    if (app.getApplicationInfo().targetSdkVersion > Build.VERSION_CODES.LOLLIPOP_MR1) {
      throw new IllegalArgumentException(
          known
              ? "You cannot change private secure settings."
              : "You cannot keep your settings in the secure settings.");
    }
    Log.w(
        TAG,
        known
            ? "You shouldn't not change private system settings. This will soon become an error."
            : "You shouldn't keep your settings in the secure settings."
                + " This will soon become an error.");
  }

  /** Names that the framework keeps to itself. */
  @ForType(Settings.System.class)
  interface Names {
    @Static
    @Accessor("MOVED_TO_SECURE")
    HashSet<String> getSecure();

    @Static
    @Accessor("MOVED_TO_GLOBAL")
    HashSet<String> getGlobal();

    @Static
    @Accessor("MOVED_TO_SECURE_THEN_GLOBAL")
    HashSet<String> getOther();
  }
}
