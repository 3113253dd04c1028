package talpa.agent.permit;

import android.app.AppOpsManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAppOpsManager;

/**
 * What an app may do by its app operations: those of a permission that the user decides on are
 * ignored without it, those of {@link SpecialAccess} are allowed when the user has switched them
 * on, the others are as the platform has them at first.
 */
@Implements(className = "android.app.AppOpsManager")
public class OperationShadow extends ShadowAppOpsManager {
  @Override
  @Implementation
  protected int unsafeCheckOpRawNoThrow(int op, int uid, String packageName) {
    int set = super.unsafeCheckOpRawNoThrow(op, uid, packageName);
    if (set != AppOpsManager.MODE_ALLOWED) {
      return set;
    }
    String permission = AppOpsManager.opToPermission(op);
    if (permission != null && AppPermissions.group(permission) != null) {
      return Grants.held(permission) ? AppOpsManager.MODE_ALLOWED : AppOpsManager.MODE_IGNORED;
    }
    if (SpecialAccess.is(permission) && Grants.get().allowed(permission)) {
      return AppOpsManager.MODE_ALLOWED;
    }
    return AppOpsManager.opToDefaultMode(op);
  }
}
