package talpa.agent.permit;

import android.Manifest;
import android.content.Intent;
import android.os.Build;
import android.provider.Settings;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;

/**
 * Permissions that the user gives on a page of the settings and not in a dialog. Apps for Android 5
 * and older hold most of them from the installation on; for later ones an app operation decides,
 * while the permission itself is never held.
 */
public final class SpecialAccess {
  /**
   * The page of the settings for one of them.
   *
   * @param permission its name
   * @param title of the page
   * @param label of the switch
   */
  public record Page(String permission, String title, String label) {}

  private static final Page FILES =
      new Page(
          Manifest.permission.MANAGE_EXTERNAL_STORAGE,
          "All files access",
          "Allow access to manage all files");

  private static final Map<String, Page> PAGES =
      Map.of(
          Settings.ACTION_MANAGE_APP_ALL_FILES_ACCESS_PERMISSION,
          FILES,
          Settings.ACTION_MANAGE_ALL_FILES_ACCESS_PERMISSION,
          FILES,
          Settings.ACTION_MANAGE_OVERLAY_PERMISSION,
          new Page(
              Manifest.permission.SYSTEM_ALERT_WINDOW,
              "Display over other apps",
              "Allow display over other apps"),
          Settings.ACTION_MANAGE_WRITE_SETTINGS,
          new Page(
              Manifest.permission.WRITE_SETTINGS,
              "Modify system settings",
              "Allow modifying system settings"),
          Settings.ACTION_USAGE_ACCESS_SETTINGS,
          new Page(Manifest.permission.PACKAGE_USAGE_STATS, "Usage access", "Permit usage access"),
          Settings.ACTION_REQUEST_SCHEDULE_EXACT_ALARM,
          new Page(
              Manifest.permission.SCHEDULE_EXACT_ALARM,
              "Alarms & reminders",
              "Allow setting alarms and reminders"));

  private SpecialAccess() {}

  static boolean is(String permission) {
    return PAGES.values().stream().anyMatch(p -> p.permission().equals(permission));
  }

  /**
   * Whether the app may from the installation on, by its target version. Usage statistics are for
   * what the platform signs, else for whom the user lets. Exact alarms are denied by default since
   * Android 14, to apps for Android 13 and later.
   */
  static boolean installed(String permission) {
    return switch (permission) {
      case Manifest.permission.PACKAGE_USAGE_STATS -> false;
      case Manifest.permission.SCHEDULE_EXACT_ALARM ->
          Build.VERSION.SDK_INT < Build.VERSION_CODES.UPSIDE_DOWN_CAKE
              || target() < Build.VERSION_CODES.TIRAMISU;
      default -> old();
    };
  }

  /** Whether who may from the installation on also holds the permission itself. */
  static boolean granted(String permission) {
    return installed(permission)
        && (!permission.equals(Manifest.permission.SCHEDULE_EXACT_ALARM)
            || Build.VERSION.SDK_INT < Build.VERSION_CODES.UPSIDE_DOWN_CAKE);
  }

  /** Whether the app is for Android 5 or older. */
  static boolean old() {
    return target() < Build.VERSION_CODES.M;
  }

  private static int target() {
    return RuntimeEnvironment.getApplication().getApplicationInfo().targetSdkVersion;
  }

  /** The page that an intent shows; null for all other intents. */
  public static Page page(Intent i) {
    return i.getAction() == null ? null : PAGES.get(i.getAction());
  }

  /**
   * The user switches it on, or off with false. The page has no switch for an app whose manifest
   * does not ask for the permission.
   */
  public static void switchTo(Page p, boolean on) {
    if (Grants.requested(RuntimeEnvironment.getApplication()).contains(p.permission())) {
      Grants.get().switchTo(p.permission(), on);
    }
  }

  /** Whether the user has switched it on. */
  public static boolean on(Page p) {
    return Grants.get().allowed(p.permission());
  }
}
