package talpa.agent.backstack;

import android.content.Intent;

/**
 * What the launch rules need to know of a start.
 *
 * @param target the record that would be created
 * @param flags the intent's flags
 * @param source the activity that asks, or null
 * @param wantsResult whether the start asks for a result
 * @param key identity of the intent as {@code Intent.filterEquals} sees it
 */
public record StartRequest(
    ActivityRecord target, int flags, ActivityRecord source, boolean wantsResult, String key) {

  /** The identity of an intent: equal for intents that {@code filterEquals} calls equal. */
  public static String key(Intent i) {
    return i.getAction()
        + "|"
        + i.getDataString()
        + "|"
        + i.getType()
        + "|"
        + i.getComponent()
        + "|"
        + i.getCategories();
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
