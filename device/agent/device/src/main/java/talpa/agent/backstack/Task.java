package talpa.agent.backstack;

import java.util.ArrayList;
import java.util.List;

/** A stack of activities that the user sees as one task. */
public final class Task {
  private final int id;
  private final String affinity;
  private final String document;
  private Base base;

  /**
   * What the task is, however many of its activities have finished: the intent that it was begun
   * with, or that its root was given since.
   *
   * @param component "pkg/class" of the activity that the intent is for
   * @param key what {@link StartRequest#key} says of the intent
   * @param wasReset whether an intent of it was a launcher's, which resets tasks: it has been
   *     entered by its front door
   */
  public record Base(String component, String key, boolean wasReset) {}

  /** The activities, root first. */
  public final List<ActivityRecord> activities = new ArrayList<>();

  /**
   * An empty task.
   *
   * @param base the intent that made the task
   * @param document the document that it was made for, or null
   */
  Task(int id, String affinity, Base base, String document) {
    this.id = id;
    this.affinity = affinity;
    this.base = base;
    this.document = document;
  }

  public int id() {
    return id;
  }

  /** The affinity of the activity that it was made for. */
  public String affinity() {
    return affinity;
  }

  /** The intent that it was begun with. */
  public Base base() {
    return base;
  }

  /** Its root was made or given another intent; that it was entered by its front door stays. */
  public void rebase(StartRequest q) {
    base = new Base(q.target().component(), q.key(), base.wasReset() || q.resets());
  }

  /** The data of the intent that made it, if that was a document; else null. */
  public String document() {
    return document;
  }

  /** The topmost activity that is not finishing, or null. */
  public ActivityRecord top() {
    return top(List.of());
  }

  /** The topmost activity that is not finishing once those have gone, or null. */
  ActivityRecord top(List<ActivityRecord> gone) {
    return all().stream().filter(r -> !gone.contains(r)).findFirst().orElse(null);
  }

  /** The lowest activity that is not finishing, or null. */
  public ActivityRecord root() {
    for (ActivityRecord r : activities) {
      if (!r.finishing) {
        return r;
      }
    }
    return null;
  }

  /** The topmost instance of the component that is not finishing, or null. */
  public ActivityRecord find(String component) {
    for (int i = activities.size() - 1; i >= 0; i--) {
      ActivityRecord r = activities.get(i);
      if (!r.finishing && r.component().equals(component)) {
        return r;
      }
    }
    return null;
  }

  /** The activities above r that are not finishing, topmost first. */
  public List<ActivityRecord> above(ActivityRecord r) {
    List<ActivityRecord> l = new ArrayList<>();
    for (int i = activities.size() - 1; i >= 0 && activities.get(i) != r; i--) {
      if (!activities.get(i).finishing) {
        l.add(activities.get(i));
      }
    }
    return l;
  }

  /** All activities that are not finishing, topmost first. */
  public List<ActivityRecord> all() {
    return above(null);
  }
}
