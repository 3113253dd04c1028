package dev.talpa.badger;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** A service that does nothing. */
public class NapService extends Service {
  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
