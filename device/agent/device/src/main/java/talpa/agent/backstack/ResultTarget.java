package talpa.agent.backstack;

import android.app.Activity;
import android.content.Intent;

/**
 * Who gets the result of a start.
 *
 * @param record the activity, or null if nobody asked
 * @param who the part of the activity that asked (a fragment), or null
 * @param requestCode the request code; meaningless without a record
 */
public record ResultTarget(ActivityRecord record, String who, int requestCode) {

  /** Whether anybody waits for a result. */
  public boolean wanted() {
    return record != null;
  }

  /** Makes the new activity the one that answers. */
  public void attach(ActivityRecord r) {
    r.resultTo = record;
    r.resultWho = who;
    r.requestCode = requestCode;
  }

  /** Answers "cancelled" at once. */
  public void cancel() {
    answer(Activity.RESULT_CANCELED, null);
  }

  /** Queues the answer; it is delivered when the activity is resumed. */
  public void answer(int code, Intent data) {
    if (record != null) {
      record.addResult(who, requestCode, code, data);
    }
  }
}
