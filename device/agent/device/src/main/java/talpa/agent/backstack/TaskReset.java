package talpa.agent.backstack;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * What a launcher's start finishes in the task that it brings to the front, as Android's
 * ResetTargetTaskHelper does: what the manifest has gone when the task is entered anew ({@code
 * finishOnTaskLaunch}, all above the root for {@code clearTaskOnLaunch}), and what was started with
 * CLEAR_WHEN_TASK_RESET, with all above it. Activities do not change their tasks ({@code
 * allowTaskReparenting}).
 */
final class TaskReset {
  private TaskReset() {}

  /** The activities that finish, topmost first. */
  static List<ActivityRecord> finished(Task t, ActivityRecord target) {
    boolean all = target.declares(ActivityInfo.FLAG_CLEAR_TASK_ON_LAUNCH);
    List<ActivityRecord> gone = new ArrayList<>();
    List<ActivityRecord> above = new ArrayList<>();
    // These answer who is below them, and stay or go with it.
    List<ActivityRecord> asked = new ArrayList<>();
    for (ActivityRecord r : t.above(t.root())) {
      above.add(r);
      boolean itself = r.declares(ActivityInfo.FLAG_FINISH_ON_TASK_LAUNCH);
      if (r.intent() != null
          && (r.intent().getFlags() & Intent.FLAG_ACTIVITY_CLEAR_WHEN_TASK_RESET) != 0) {
        gone = new ArrayList<>(above);
      } else if (!itself && r.resultTo != null) {
        asked.add(r);
        continue;
      } else if (all || itself) {
        gone.addAll(asked);
        gone.add(r);
      }
      asked.clear();
    }
    return gone;
  }
}
