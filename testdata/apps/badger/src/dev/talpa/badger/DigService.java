package dev.talpa.badger;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** A service without a foreground type. */
public class DigService extends Service {
  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
