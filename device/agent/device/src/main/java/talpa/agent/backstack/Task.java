package talpa.agent.backstack;

import java.util.ArrayList;
import java.util.List;

/** A stack of activities that the user sees as one task. */
public final class Task {
  private final int id;
  private final String affinity;
  private final String rootKey;
  private final String document;

  /** The activities, root first. */
  public final List<ActivityRecord> activities = new ArrayList<>();

  /**
   * An empty task.
   *
   * @param rootKey what {@link StartRequest#key} said of the intent that made the task
   * @param document the document that it was made for, or null
   */
  Task(int id, String affinity, String rootKey, String document) {
    this.id = id;
    this.affinity = affinity;
    this.rootKey = rootKey;
    this.document = document;
  }

  public int id() {
    return id;
  }

  /** The affinity of the activity that it was made for. */
  public String affinity() {
    return affinity;
  }

  /** The identity of the intent that made it, which outlasts the activity that it started. */
  public String rootKey() {
    return rootKey;
  }

  /** The data of the intent that made it, if that was a document; else null. */
  public String document() {
    return document;
  }

  /** The topmost activity that is not finishing, or null. */
  public ActivityRecord top() {
    for (int i = activities.size() - 1; i >= 0; i--) {
      if (!activities.get(i).finishing) {
        return activities.get(i);
      }
    }
    return null;
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
