package dev.talpa.badger;

import android.app.Notification;
import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** A service that enters the foreground although its manifest names no type. */
public class DigService extends Service {
  @Override
  public int onStartCommand(Intent intent, int flags, int id) {
    startForeground(1, new Notification.Builder(this, "dig").build());
    return START_NOT_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
