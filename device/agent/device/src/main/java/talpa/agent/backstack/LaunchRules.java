package talpa.agent.backstack;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Decides what a start does to the stack of tasks, as Android's ActivityStarter does for one user,
 * one display and one app.
 */
public final class LaunchRules {
  private LaunchRules() {}

  /** The plan for a request; changes nothing. */
  public static LaunchPlan plan(TaskStack stack, StartRequest q) {
    Task source = q.source() == null ? null : q.source().task;
    if (source == null || newTask(q)) {
      return inOtherTask(stack, q, source);
    }
    return inTask(source, q);
  }

  private static boolean newTask(StartRequest q) {
    return q.has(Intent.FLAG_ACTIVITY_NEW_TASK)
        || q.document() != null && !q.wantsResult()
        || q.source().launchMode() == ActivityInfo.LAUNCH_SINGLE_INSTANCE
        || singleTask(q.target());
  }

  private static boolean singleTask(ActivityRecord r) {
    return r.launchMode() >= ActivityInfo.LAUNCH_SINGLE_TASK;
  }

  private static LaunchPlan inOtherTask(TaskStack stack, StartRequest q, Task source) {
    if (q.wantsResult() && source != null) {
      return LaunchPlan.create(source, List.of());
    }
    boolean multiple = q.has(Intent.FLAG_ACTIVITY_MULTIPLE_TASK) && !singleTask(q.target());
    Task t = multiple ? null : reusable(stack, q);
    if (t == null) {
      return LaunchPlan.newTask();
    }
    if (q.has(Intent.FLAG_ACTIVITY_CLEAR_TASK)) {
      return LaunchPlan.create(t, t.all());
    }
    List<ActivityRecord> reset = q.resets() ? TaskReset.finished(t, q.target()) : List.of();
    if (q.has(Intent.FLAG_ACTIVITY_CLEAR_TOP) || q.intoExisting() || singleTask(q.target())) {
      return clearTop(t, q).also(reset);
    }
    boolean same = t.base().component().equals(q.target().component());
    boolean front = same ? t.base().key().equals(q.key()) : q.resets() && t.base().wasReset();
    if (topIsTarget(t.top(reset), q) && (same || !front)) {
      return LaunchPlan.deliver(t, reset, t.top(reset));
    }
    // Also where the activity that began the task has finished.
    return front ? LaunchPlan.bringToFront(t, reset) : LaunchPlan.create(t, reset);
  }

  /**
   * The task that a start with NEW_TASK goes to: that of the same instance for singleInstance, else
   * one that was begun for the activity, be it finished or not, with the same document if it opens
   * one, or one of its affinity that has none.
   */
  private static Task reusable(TaskStack stack, StartRequest q) {
    List<Task> tasks = stack.tasks();
    Task sameAffinity = null;
    for (int i = tasks.size() - 1; i >= 0; i--) {
      Task t = tasks.get(i);
      ActivityRecord root = t.root();
      if (root == null) {
        continue;
      }
      boolean single = root.launchMode() == ActivityInfo.LAUNCH_SINGLE_INSTANCE;
      if (q.target().launchMode() == ActivityInfo.LAUNCH_SINGLE_INSTANCE || single) {
        if (root.component().equals(q.target().component())) {
          return t;
        }
      } else if (t.base().component().equals(q.target().component())
          && Objects.equals(t.document(), q.document())) {
        return t;
      } else if (sameAffinity == null
          && t.document() == null
          && q.document() == null
          && !t.affinity().isEmpty()
          && t.affinity().equals(q.target().affinity())) {
        sameAffinity = t;
      }
    }
    return sameAffinity;
  }

  private static LaunchPlan inTask(Task t, StartRequest q) {
    if (topIsTarget(t.top(), q)) {
      return LaunchPlan.deliver(t, List.of(), t.top());
    }
    if (q.has(Intent.FLAG_ACTIVITY_CLEAR_TOP)) {
      return clearTop(t, q);
    }
    ActivityRecord old = t.find(q.target().component());
    if (q.has(Intent.FLAG_ACTIVITY_REORDER_TO_FRONT) && old != null) {
      return new LaunchPlan(t, List.of(), old, true, false);
    }
    return LaunchPlan.create(t, List.of());
  }

  private static boolean topIsTarget(ActivityRecord top, StartRequest q) {
    boolean single =
        q.has(Intent.FLAG_ACTIVITY_SINGLE_TOP)
            || q.target().launchMode() != ActivityInfo.LAUNCH_MULTIPLE;
    return single && top != null && top.component().equals(q.target().component());
  }

  /** Finishes what is above the instance; a standard one is finished too and made anew. */
  private static LaunchPlan clearTop(Task t, StartRequest q) {
    ActivityRecord old = t.find(q.target().component());
    if (old == null) {
      return LaunchPlan.create(t, List.of());
    }
    List<ActivityRecord> finish = new ArrayList<>(t.above(old));
    boolean standard =
        q.target().launchMode() == ActivityInfo.LAUNCH_MULTIPLE
            && !q.has(Intent.FLAG_ACTIVITY_SINGLE_TOP)
            && !q.intoExisting();
    if (standard) {
      finish.add(old);
      return LaunchPlan.create(t, finish);
    }
    return LaunchPlan.deliver(t, finish, old);
  }
}
