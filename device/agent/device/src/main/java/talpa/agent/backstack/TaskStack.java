package talpa.agent.backstack;

import android.os.IBinder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import talpa.agent.standin.Visit;

/**
 * All tasks of the app, in the order the user left them, with the home screen among them: what is
 * below it comes to light only when it is called to the front.
 */
public final class TaskStack {
  private final List<Task> tasks = new ArrayList<>();
  private int lastId;

  /** How many tasks lie below the home screen. */
  private int belowHome;

  /** A new task, right below the home screen. */
  public Task create(String affinity, Task.Base base, String document) {
    Task t = new Task(++lastId, affinity, base, document);
    tasks.add(belowHome++, t);
    return t;
  }

  /**
   * A new task for a start: with the intent of the task that the start was asked for in, where who
   * asked was finishing already.
   */
  public Task create(StartRequest q) {
    Task left = q.target().left;
    return left == null
        ? create(q.target().affinity(), q.base(), q.document())
        : create(left.affinity(), left.base(), q.document());
  }

  /** Whether the home screen is in front of all tasks. */
  public boolean home() {
    return belowHome == tasks.size();
  }

  /** Brings the home screen to the front. */
  public void goHome() {
    belowHome = tasks.size();
  }

  /** Puts the home screen right below the task in front, so that leaving that leads to it. */
  public void homeBehindFront() {
    if (!home()) {
      belowHome = tasks.size() - 1;
    }
  }

  /** The task in front (maybe behind the home screen), or null. */
  public Task front() {
    return tasks.isEmpty() ? null : tasks.get(tasks.size() - 1);
  }

  /** The activity in front, or null if there is none or the home screen covers it. */
  public ActivityRecord top() {
    return home() ? null : front().top();
  }

  public void toFront(Task t) {
    take(t);
    tasks.add(t);
  }

  /** Moves the task behind all others and the home screen. */
  public void toBack(Task t) {
    take(t);
    tasks.add(0, t);
    belowHome++;
  }

  private void take(Task t) {
    int i = tasks.indexOf(t);
    if (i >= 0) {
      tasks.remove(i);
      belowHome -= i < belowHome ? 1 : 0;
    }
  }

  /** Removes the activity, and its task if that is empty now. */
  public void remove(ActivityRecord r) {
    if (r.task == null) {
      return;
    }
    r.task.activities.remove(r);
    if (r.task.activities.isEmpty()) {
      take(r.task);
    }
  }

  /** The tasks above the home screen, the front one first. */
  public List<Task> aboveHome() {
    List<Task> l = new ArrayList<>(tasks.subList(belowHome, tasks.size()));
    Collections.reverse(l);
    return l;
  }

  /** Tasks, the front one last. */
  public List<Task> tasks() {
    return List.copyOf(tasks);
  }

  /** All activities, the lowest first. */
  public List<ActivityRecord> activities() {
    List<ActivityRecord> l = new ArrayList<>();
    for (Task t : tasks) {
      l.addAll(t.activities);
    }
    return l;
  }

  /** The activity with that token, or null. */
  public ActivityRecord find(IBinder token) {
    for (ActivityRecord r : activities()) {
      if (r.token == token) {
        return r;
      }
    }
    return null;
  }

  /** The activity of another app that shows that screen, or null. */
  public ActivityRecord of(Visit v) {
    for (ActivityRecord r : activities()) {
      if (r.visit == v) {
        return r;
      }
    }
    return null;
  }

  public void clear() {
    tasks.clear();
    belowHome = 0;
  }
}
