package talpa.agent.task;

import android.app.Activity;
import android.app.Application;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.app.Permissions;

/**
 * Answers the app's requests for permissions: granted unless the user was told to refuse, or the
 * manifest does not ask for the permission. Where other apps show screens, the user is asked.
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

  static void start(TaskManager tasks, Intent i, ActivityRecord source, ResultTarget target) {
    String[] names = i.getStringArrayExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES);
    String[] asked = names == null ? new String[0] : names;
    Runnable answer = () -> answer(tasks, i.getAction(), asked, target);
    if (tasks.standIns().asks()) {
      Runnable last =
          () -> {
            refuse(open(asked), false);
            answer.run();
          };
      TaskManager.enqueue(
          () ->
              PermissionScreens.ask(tasks, source, open(asked), PermissionRequests::decide, last));
    } else {
      TaskManager.enqueue(answer);
    }
  }

  /** Those of the names that the manifest asks for and the app does not hold. */
  private static List<String> open(String[] names) {
    Application app = RuntimeEnvironment.getApplication();
    Set<String> declared = declared(app);
    return Stream.of(names)
        .filter(n -> n != null && declared.contains(n))
        .filter(n -> app.checkSelfPermission(n) != PackageManager.PERMISSION_GRANTED)
        .toList();
  }

  /** The user answered a dialog. After a refusal the app should say why it asks. */
  private static void decide(String name, boolean granted) {
    if (granted) {
      allow(List.of(name), true);
    } else {
      refuse(List.of(name), false);
    }
    ShadowPackageManager pm =
        Shadow.extract(RuntimeEnvironment.getApplication().getPackageManager());
    pm.setShouldShowRequestPermissionRationale(name, !granted);
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
