package talpa.agent.task;

import android.app.Activity;
import android.app.Application;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.app.Permissions;

/**
 * Answers the app's requests for permissions, in the place of the system's dialog: granted unless
 * the user was told to refuse, or the manifest does not ask for the permission.
 */
final class PermissionRequests {
  private static final Set<String> REFUSED = new HashSet<>();

  private PermissionRequests() {}

  static boolean isRequest(Intent i) {
    return PackageManager.ACTION_REQUEST_PERMISSIONS.equals(i.getAction());
  }

  /** From now on the user refuses these; "now" takes them away from the app as well. */
  static void refuse(Iterable<String> names, boolean now) {
    for (String n : names) {
      REFUSED.add(n);
      if (now) {
        Permissions.revoke(RuntimeEnvironment.getApplication(), n);
      }
    }
  }

  /** From now on the user grants these; "now" gives them to the app as well. */
  static void allow(Iterable<String> names, boolean now) {
    for (String n : names) {
      REFUSED.remove(n);
      if (now) {
        Permissions.grant(RuntimeEnvironment.getApplication(), n);
      }
    }
  }

  static void reset() {
    REFUSED.clear();
  }

  static void start(TaskManager tasks, Intent i, ResultTarget target) {
    String[] names = i.getStringArrayExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES);
    String[] asked = names == null ? new String[0] : names;
    TaskManager.enqueue(() -> answer(tasks, i.getAction(), asked, target));
  }

  private static void answer(TaskManager tasks, String action, String[] names, ResultTarget t) {
    Application app = RuntimeEnvironment.getApplication();
    Set<String> declared = declared(app);
    int[] grants = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      boolean granted =
          names[i] != null && declared.contains(names[i]) && !REFUSED.contains(names[i]);
      if (granted) {
        Permissions.grant(app, names[i]);
      }
      grants[i] = granted ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
    }
    Intent data = new Intent(action);
    data.putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES, names);
    data.putExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_RESULTS, grants);
    ActivityRecord top = tasks.stack().top();
    if (top != null) {
      tasks.lifecycle().pause(top, false);
    }
    t.answer(Activity.RESULT_OK, data);
    tasks.settleStack();
  }

  private static Set<String> declared(Application app) {
    try {
      PackageInfo p =
          app.getPackageManager()
              .getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS);
      return p.requestedPermissions == null
          ? Set.of()
          : new HashSet<>(Arrays.asList(p.requestedPermissions));
    } catch (PackageManager.NameNotFoundException e) {
      return Set.of();
    }
  }
}
