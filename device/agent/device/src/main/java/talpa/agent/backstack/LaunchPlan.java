package talpa.agent.backstack;

import java.util.ArrayList;
import java.util.List;

/**
 * What a start does to the stack.
 *
 * @param task the task that comes to the front, or null for a new one
 * @param finish activities that are finished first, topmost first
 * @param deliverTo the existing activity that gets the intent by onNewIntent, or null
 * @param reorder whether deliverTo moves to the top of its task first
 * @param create whether a new instance is made
 */
public record LaunchPlan(
    Task task,
    List<ActivityRecord> finish,
    ActivityRecord deliverTo,
    boolean reorder,
    boolean create) {

  static LaunchPlan newTask() {
    return new LaunchPlan(null, List.of(), null, false, true);
  }

  static LaunchPlan create(Task t, List<ActivityRecord> finish) {
    return new LaunchPlan(t, finish, null, false, true);
  }

  static LaunchPlan deliver(Task t, List<ActivityRecord> finish, ActivityRecord to) {
    return new LaunchPlan(t, finish, to, false, false);
  }

  /** The task only comes to the front, as when a launcher icon is touched again. */
  static LaunchPlan bringToFront(Task t, List<ActivityRecord> finish) {
    return new LaunchPlan(t, finish, null, false, false);
  }

  /** The plan that finishes those, too; what was to get the intent and is among them is made. */
  LaunchPlan also(List<ActivityRecord> more) {
    List<ActivityRecord> all = new ArrayList<>(finish);
    more.stream().filter(r -> !all.contains(r)).forEach(all::add);
    return deliverTo != null && all.contains(deliverTo)
        ? create(task, all)
        : new LaunchPlan(task, all, deliverTo, reorder, create);
  }

  /** Whether the start is what its task is from now on: it makes its root, or is given to it. */
  public boolean rebases() {
    ActivityRecord root = task == null ? null : task.root();
    return root != null && (deliverTo == root || create && finish.containsAll(task.all()));
  }
}
