package talpa.agent.service;

import android.app.PendingIntent;
import android.app.PendingIntent.CanceledException;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPendingIntent;

/** Pending intents whose broadcasts and services reach what the manifest declares. */
@Implements(className = "android.app.PendingIntent", isInAndroidSdk = false)
public class AppPendingIntentShadow extends ShadowPendingIntent {
  @RealObject private PendingIntent self;

  @Override
  @Implementation
  protected void send(
      Context context,
      int code,
      Intent with,
      PendingIntent.OnFinished finished,
      Handler handler,
      String permission,
      Bundle options)
      throws CanceledException {
    BackgroundStarts.active();
    boolean service = isService() || isForegroundService();
    if (!isBroadcast() && !service) {
      super.send(context, code, with, finished, handler, permission, options);
      return;
    }
    if (isCanceled()) {
      throw new CanceledException();
    }
    Intent i = new Intent(getSavedIntent());
    if (with != null && (getFlags() & PendingIntent.FLAG_IMMUTABLE) == 0) {
      i.fillIn(with, getFlags());
    }
    Context app = RuntimeEnvironment.getApplication();
    if (service) {
      ServiceManager.get().start(i, isForegroundService());
    } else {
      app.sendBroadcast(i);
    }
    if ((getFlags() & PendingIntent.FLAG_ONE_SHOT) != 0) {
      cancel();
    }
    if (finished != null) {
      Handler h = handler == null ? new Handler(app.getMainLooper()) : handler;
      h.post(() -> finished.onSendFinished(self, i, code, null, null));
    }
  }
}
