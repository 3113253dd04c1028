package dev.talpa.warm;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Hears that work is done. */
public class WorkReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    context.getSharedPreferences("work", 0).edit().putInt("done", intent.getIntExtra("done", 0)).apply();
  }
}
