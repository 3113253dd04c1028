package talpa.agent.activity;

import android.app.PendingIntent;
import android.content.IIntentReceiver;
import android.content.IIntentSender;
import android.content.Intent;
import android.content.IntentSender;
import android.os.Bundle;
import android.os.IBinder;

/** What the system knows an {@link IntentSender} by: the record of a pending intent. */
public final class IntentTarget extends IIntentSender.Stub {
  private final PendingIntent pending;

  private IntentTarget(PendingIntent pending) {
    this.pending = pending;
  }

  /** A sender of a pending intent. */
  public static IntentSender sender(PendingIntent p) {
    return new IntentSender((IIntentSender) new IntentTarget(p));
  }

  /** The pending intent of a sender. */
  public static PendingIntent pending(IntentSender s) {
    return ((IntentTarget) s.getTarget()).pending;
  }

  public PendingIntent pending() {
    return pending;
  }

  /** Apps reach a target by the activity manager only. */
  @Override
  public void send(
      int code,
      Intent with,
      String type,
      IBinder allowed,
      IIntentReceiver finished,
      String permission,
      Bundle options) {
    throw new UnsupportedOperationException("a target that is sent to past the activity manager");
  }

  /** The system has one record for pending intents that are the same. */
  @Override
  public boolean equals(Object o) {
    return o instanceof IntentTarget t && pending.equals(t.pending);
  }

  @Override
  public int hashCode() {
    return pending.hashCode();
  }
}
