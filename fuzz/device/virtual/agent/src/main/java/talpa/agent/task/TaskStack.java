package talpa.agent.task;

import android.os.IBinder;
import java.util.ArrayList;
import java.util.List;
import talpa.agent.standin.Visit;

/** All tasks of the app, in the order the user left them; the home screen may cover them. */
final class TaskStack {
  private final List<Task> tasks = new ArrayList<>();
  private int lastId;

  /** Whether the home screen is in front of all tasks. */
  boolean home = true;

  Task create(String affinity, String rootKey) {
    Task t = new Task(++lastId, affinity, rootKey);
    tasks.add(t);
    return t;
  }

  /** The task in front (maybe behind the home screen), or null. */
  Task front() {
    return tasks.isEmpty() ? null : tasks.get(tasks.size() - 1);
  }

  /** The activity in front, or null if there is none or the home screen covers it. */
  ActivityRecord top() {
    return home || front() == null ? null : front().top();
  }

  void toFront(Task t) {
    tasks.remove(t);
    tasks.add(t);
    home = false;
  }

  /** Moves the task behind all others. */
  void toBack(Task t) {
    tasks.remove(t);
    tasks.add(0, t);
  }

  /** Removes the activity, and its task if that is empty now. */
  void remove(ActivityRecord r) {
    if (r.task == null) {
      return;
    }
    r.task.activities.remove(r);
    if (r.task.activities.isEmpty()) {
      tasks.remove(r.task);
    }
  }

  /** Tasks, the front one last. */
  List<Task> tasks() {
    return List.copyOf(tasks);
  }

  /** All activities, the lowest first. */
  List<ActivityRecord> activities() {
    List<ActivityRecord> l = new ArrayList<>();
    for (Task t : tasks) {
      l.addAll(t.activities);
    }
    return l;
  }

  /** The activity with that token, or null. */
  ActivityRecord find(IBinder token) {
    for (ActivityRecord r : activities()) {
      if (r.token == token) {
        return r;
      }
    }
    return null;
  }

  /** The activity of another app that shows that screen, or null. */
  ActivityRecord of(Visit v) {
    for (ActivityRecord r : activities()) {
      if (r.visit == v) {
        return r;
      }
    }
    return null;
  }

  void clear() {
    tasks.clear();
    home = true;
  }
}
