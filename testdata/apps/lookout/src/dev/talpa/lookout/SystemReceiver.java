package dev.talpa.lookout;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.provider.Telephony;
import android.telephony.SmsMessage;
import android.telephony.TelephonyManager;

/**
 * What the system tells, whether or not the app is seen.
 *
 * <p>Planted: an empty message has no first word (StringIndexOutOfBoundsException).
 */
public class SystemReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String action = intent.getAction();
    if (Telephony.Sms.Intents.SMS_RECEIVED_ACTION.equals(action)) {
      for (SmsMessage m : Telephony.Sms.Intents.getMessagesFromIntent(intent)) {
        String text = m.getMessageBody();
        Told.note("sms " + m.getOriginatingAddress() + " " + Character.toUpperCase(text.charAt(0)) + text.substring(1));
      }
    } else if (TelephonyManager.ACTION_PHONE_STATE_CHANGED.equals(action)) {
      Told.note("receiver " + intent.getStringExtra(TelephonyManager.EXTRA_STATE));
    } else {
      Told.note("receiver " + action.substring(action.lastIndexOf('.') + 1));
    }
  }
}
