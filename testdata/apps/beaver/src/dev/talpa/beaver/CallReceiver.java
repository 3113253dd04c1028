package dev.talpa.beaver;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.telephony.TelephonyManager;

/** Logs calls. Planted: a caller who hides the number (NullPointerException). */
public class CallReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String state = intent.getStringExtra(TelephonyManager.EXTRA_STATE);
    if (TelephonyManager.EXTRA_STATE_RINGING.equals(state)) {
      String number = intent.getStringExtra(TelephonyManager.EXTRA_INCOMING_NUMBER);
      new Store(context).add(number.replace(" ", ""), 0);
    }
  }
}
