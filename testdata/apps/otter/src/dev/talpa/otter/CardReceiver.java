package dev.talpa.otter;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.Environment;

/** What becomes of the card, whether or not the app is seen. */
public class CardReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String action = intent.getAction();
    PondActivity.note("card " + action.substring(action.lastIndexOf('.') + 1) + " " + intent.getData().getPath() + " "
        + Environment.getExternalStorageState());
  }
}
