package talpa.agent.backstack;

import android.content.Intent;
import android.content.pm.ActivityInfo;

/**
 * What the launch rules need to know of a start.
 *
 * @param target the record that would be created
 * @param flags the intent's flags
 * @param source the activity that asks, or null
 * @param wantsResult whether the start asks for a result
 * @param key what {@link #key} says of the intent
 * @param document the data of an intent that opens a document, whose task is its own; else null
 */
public record StartRequest(
    ActivityRecord target,
    int flags,
    ActivityRecord source,
    boolean wantsResult,
    String key,
    String document) {

  /** The request for an activity and the intent that it is started with. */
  public static StartRequest of(
      ActivityRecord target, Intent i, ActivityRecord source, boolean wantsResult) {
    int flags = flags(i.getFlags(), target.launchMode(), target.info().documentLaunchMode);
    return new StartRequest(target, flags, source, wantsResult, key(i), document(i, flags));
  }

  /** Which document an intent with these flags opens, or null. */
  public static String document(Intent i, int flags) {
    return (flags & Intent.FLAG_ACTIVITY_NEW_DOCUMENT) == 0 ? null : "" + i.getDataString();
  }

  /** What the manifest's documentLaunchMode makes of an intent's flags. */
  static int flags(int flags, int launchMode, int documentMode) {
    int document = Intent.FLAG_ACTIVITY_NEW_DOCUMENT;
    int multiple = Intent.FLAG_ACTIVITY_MULTIPLE_TASK;
    if ((flags & document) != 0 && launchMode >= ActivityInfo.LAUNCH_SINGLE_TASK) {
      return flags & ~(document | multiple);
    }
    return switch (documentMode) {
      case ActivityInfo.DOCUMENT_LAUNCH_INTO_EXISTING -> flags | document;
      case ActivityInfo.DOCUMENT_LAUNCH_ALWAYS -> flags | document | multiple;
      case ActivityInfo.DOCUMENT_LAUNCH_NEVER -> flags & ~multiple;
      default -> flags;
    };
  }

  /**
   * The identity of an intent for one activity: equal for those that {@code filterEquals} calls
   * equal, by whatever alias they name the activity.
   */
  public static String key(Intent i) {
    return i.getAction() + "|" + i.getDataString() + "|" + i.getType() + "|" + i.getCategories();
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** Whether it is a launcher's start, by which a task goes back to what it was made for. */
  boolean resets() {
    return has(Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED);
  }

  /** What a task is that this start makes. */
  Task.Base base() {
    return new Task.Base(target.component(), key, resets());
  }

  /** Whether a task that has the document already takes it. */
  boolean intoExisting() {
    return document != null && !has(Intent.FLAG_ACTIVITY_MULTIPLE_TASK);
  }
}
