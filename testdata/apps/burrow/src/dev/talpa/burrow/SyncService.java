package dev.talpa.burrow;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/**
 * Pretends to upload.
 *
 * <p>Planted: the extra is absent when there are no notes (NullPointerException in onStartCommand).
 */
public class SyncService extends Service {
  static final String EXTRA_NOTE = "note";

  @Override
  public int onStartCommand(Intent intent, int flags, int id) {
    int size = intent.getStringExtra(EXTRA_NOTE).length();
    stopSelf(id);
    return size > 0 ? START_NOT_STICKY : START_STICKY;
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
