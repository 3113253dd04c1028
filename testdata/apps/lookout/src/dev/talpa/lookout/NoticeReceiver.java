package dev.talpa.lookout;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** What was done to the notification, and the alarm. */
public class NoticeReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    Told.note("notice " + intent.getAction() + (intent.hasExtra("at") ? " " + intent.getIntExtra("at", -1) : ""));
  }
}
