package talpa.agent.task;

import android.app.ActivityManager.AppTask;
import android.app.ActivityManager.RecentTaskInfo;
import android.app.ActivityManager.RunningTaskInfo;
import android.app.TaskInfo;
import android.content.ComponentName;
import android.os.Build;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAppTask;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.Task;
import talpa.agent.bridge.Platform;

/** The app's tasks as the activity manager tells of them: the one in front first. */
public final class RunningTasks {
  private RunningTasks() {}

  /** The tasks that have an activity, at most max of them. */
  public static List<RunningTaskInfo> running(int max) {
    List<RunningTaskInfo> out = new ArrayList<>();
    for (Task t : tasks()) {
      if (out.size() < max) {
        out.add(describe(t, new RunningTaskInfo()));
      }
    }
    return out;
  }

  /** The tasks that have an activity, as the app's own. */
  public static List<AppTask> own() {
    List<AppTask> out = new ArrayList<>();
    for (Task t : tasks()) {
      AppTask task = ShadowAppTask.newInstance();
      ShadowAppTask shadow = Shadow.extract(task);
      RecentTaskInfo info = describe(t, new RecentTaskInfo());
      info.id = info.taskId;
      info.persistentId = info.taskId;
      shadow.setTaskInfo(info);
      out.add(task);
    }
    return out;
  }

  private static List<Task> tasks() {
    List<Task> out = new ArrayList<>();
    for (Task t : TaskManager.get().stack().tasks()) {
      if (t.top() != null) {
        out.add(0, t);
      }
    }
    return out;
  }

  private static <T extends TaskInfo> T describe(Task t, T info) {
    info.taskId = t.id();
    info.topActivity = name(t.top());
    info.baseActivity = name(t.root());
    info.numActivities = t.all().size();
    info.isRunning = true;
    if (Platform.has(Build.VERSION_CODES.S)) {
      info.isVisible = true;
    }
    info.baseIntent = new android.content.Intent(t.root().intent());
    return info;
  }

  private static ComponentName name(ActivityRecord r) {
    return ComponentName.unflattenFromString(r.component());
  }
}
