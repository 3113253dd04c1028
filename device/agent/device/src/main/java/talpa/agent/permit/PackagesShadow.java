package talpa.agent.permit;

import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.PermissionGroupInfo;
import android.content.pm.PermissionInfo;
import android.content.pm.ResolveInfo;
import android.graphics.drawable.Drawable;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/**
 * A package manager that knows the platform's permissions and groups beside those of apps, and of
 * each package its icon: the app's own, the default one of others. Content is looked up by the type
 * that its provider tells, as where it is started.
 */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class PackagesShadow extends ShadowApplicationPackageManager {
  @RealObject private PackageManager manager;

  @Override
  @Implementation
  protected Drawable getApplicationIcon(String packageName) throws NameNotFoundException {
    return getApplicationIcon(manager.getApplicationInfo(packageName, 0));
  }

  @Override
  @Implementation
  protected Drawable getApplicationIcon(ApplicationInfo app) {
    return app.loadIcon(manager);
  }

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

  @Override
  @Implementation
  protected List<ResolveInfo> queryIntentActivities(Intent i, int flags) {
    return super.queryIntentActivities(typed(i), flags);
  }

  @Override
  @Implementation
  protected List<ResolveInfo> queryIntentServices(Intent i, int flags) {
    return super.queryIntentServices(typed(i), flags);
  }

  @Override
  @Implementation
  protected List<ResolveInfo> queryBroadcastReceivers(Intent i, int flags) {
    return super.queryBroadcastReceivers(typed(i), flags);
  }

  private static Intent typed(Intent i) {
    if (i.getComponent() != null || i.getType() != null || i.getData() == null) {
      return i;
    }
    String type = i.resolveType(RuntimeEnvironment.getApplication());
    return type == null ? i : new Intent(i).setDataAndType(i.getData(), type);
  }
}
