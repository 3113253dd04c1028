package dev.talpa.badger;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.util.Log;

/** Starts services when it is woken, and tells how it went. */
public class WakeReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    Intent nap = new Intent(context, NapService.class);
    try {
      context.startForegroundService(nap);
      Log.i("badger", "foreground: started");
    } catch (IllegalStateException e) {
      Log.i("badger", "foreground: " + e);
    }
    context.startService(nap);
    Log.i("badger", "service: started");
  }
}
