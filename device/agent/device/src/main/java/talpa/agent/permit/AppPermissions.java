package talpa.agent.permit;

import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.PermissionInfo;
import org.robolectric.RuntimeEnvironment;

/** The permissions that the app declares itself, beside the platform's. */
public final class AppPermissions {
  private static final String PLATFORM_GROUPS = "android.permission-group.";

  /** Android's words for what a permission is for that does not say. */
  private static final String UNKNOWN = "perform an unknown action";

  private AppPermissions() {}

  /**
   * The group of a permission: "CAMERA" of the platform, else the name that its manifest gives, or
   * its own. Null if the user does not decide on it.
   */
  static String group(String name) {
    String platform = PermissionTable.group(name);
    PermissionInfo p = platform == null ? find(name) : null;
    if (p == null || p.getProtection() != PermissionInfo.PROTECTION_DANGEROUS) {
      return platform;
    }
    if (p.group == null) {
      return name;
    }
    return p.group.startsWith(PLATFORM_GROUPS)
        ? p.group.substring(PLATFORM_GROUPS.length())
        : p.group;
  }

  /** What a permission lets the app do, for a dialog. */
  public static String purpose(String name) {
    PermissionInfo p = find(name);
    CharSequence text = p == null ? null : p.loadDescription(manager());
    return text == null || text.length() == 0 ? UNKNOWN : text.toString();
  }

  private static PackageManager manager() {
    return RuntimeEnvironment.getApplication().getPackageManager();
  }

  private static PermissionInfo find(String name) {
    try {
      return manager().getPermissionInfo(name, 0);
    } catch (NameNotFoundException e) {
      return null;
    }
  }
}
