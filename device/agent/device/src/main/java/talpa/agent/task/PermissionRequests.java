package talpa.agent.task;

import android.app.Activity;
import android.content.Intent;
import android.content.pm.PackageManager;
import java.util.List;
import java.util.stream.Stream;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.ResultTarget;
import talpa.agent.permit.Decision;
import talpa.agent.permit.Grants;

/**
 * Requests of the app for permissions: answered by {@link Decision}, or by the user in a dialog.
 */
final class PermissionRequests {
  private PermissionRequests() {}

  static boolean isRequest(Intent i) {
    return PackageManager.ACTION_REQUEST_PERMISSIONS.equals(i.getAction());
  }

  static void start(TaskManager tasks, Intent i, ActivityRecord source, ResultTarget target) {
    String[] names = i.getStringArrayExtra(PackageManager.EXTRA_REQUEST_PERMISSIONS_NAMES);
    String[] asked = names == null ? new String[0] : names;
    List<String> open = Decision.atOnce(List.of(asked), tasks.standIns().asks());
    Runnable answer = () -> answer(tasks, i.getAction(), asked, target);
    TaskManager.enqueue(
        open.isEmpty() ? answer : () -> PermissionScreens.ask(tasks, source, open, answer));
  }

  private static void answer(TaskManager tasks, String action, String[] names, ResultTarget t) {
    int[] grants =
        Stream.of(names)
            .mapToInt(
                n ->
                    n != null && Grants.held(n)
                        ? PackageManager.PERMISSION_GRANTED
                        : PackageManager.PERMISSION_DENIED)
            .toArray();
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
}
