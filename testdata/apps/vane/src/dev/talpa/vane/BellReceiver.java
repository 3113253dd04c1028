package dev.talpa.vane;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/**
 * The alarm.
 *
 * <p>Planted: it counts the minutes that are left (ArithmeticException), and none is.
 */
public class BellReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    long hours = (System.currentTimeMillis() - intent.getLongExtra("set", 0)) / 3600000L;
    long left = 8 - hours;
    context.getPackageManager().getLaunchIntentForPackage("snooze" + 60 / left);
  }
}
