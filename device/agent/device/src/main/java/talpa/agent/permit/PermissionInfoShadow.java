package talpa.agent.permit;

import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.PermissionGroupInfo;
import android.content.pm.PermissionInfo;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** A package manager that knows the platform's permissions and groups beside those of apps. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PermissionInfoShadow extends ShadowApplicationPackageManager {
  @Override
  @Implementation
  protected PermissionInfo getPermissionInfo(String name, int flags) throws NameNotFoundException {
    PermissionInfo p = PlatformPermissions.permission(name);
    return p == null ? super.getPermissionInfo(name, flags) : p;
  }

  @Override
  @Implementation
  protected PermissionGroupInfo getPermissionGroupInfo(String name, int flags)
      throws NameNotFoundException {
    PermissionGroupInfo g = PlatformPermissions.group(name);
    return g == null ? super.getPermissionGroupInfo(name, flags) : g;
  }
}
