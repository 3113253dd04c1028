package talpa.agent.service;

import android.app.PendingIntent;
import android.app.PendingIntent.CanceledException;
import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.content.IntentSender;
import android.os.Bundle;
import android.os.Handler;
import android.os.Process;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowPendingIntent;
import talpa.agent.activity.IntentTarget;
import talpa.agent.permit.Mutability;

/** Pending intents whose broadcasts and services reach what the manifest declares. */
@Implements(className = "android.app.PendingIntent", isInAndroidSdk = false)
public class AppPendingIntentShadow extends ShadowPendingIntent {
  @RealObject private PendingIntent self;

  @Implementation
  protected static PendingIntent getActivity(Context c, int code, Intent i, int flags) {
    return getActivity(c, code, i, flags, null);
  }

  @Implementation
  protected static PendingIntent getActivity(
      Context c, int code, Intent i, int flags, Bundle options) {
    Mutability.check(flags, i);
    return ShadowPendingIntent.getActivity(c, code, i, flags, options);
  }

  @Implementation
  protected static PendingIntent getActivities(Context c, int code, Intent[] all, int flags) {
    return getActivities(c, code, all, flags, null);
  }

  @Implementation
  protected static PendingIntent getActivities(
      Context c, int code, Intent[] all, int flags, Bundle options) {
    for (Intent i : all) {
      Mutability.check(flags, i);
    }
    return ShadowPendingIntent.getActivities(c, code, all, flags, options);
  }

  @Implementation
  protected static PendingIntent getBroadcast(Context c, int code, Intent i, int flags) {
    Mutability.check(flags, i);
    return ShadowPendingIntent.getBroadcast(c, code, i, flags);
  }

  @Implementation
  protected static PendingIntent getService(Context c, int code, Intent i, int flags) {
    Mutability.check(flags, i);
    return ShadowPendingIntent.getService(c, code, i, flags);
  }

  @Implementation
  protected static PendingIntent getForegroundService(Context c, int code, Intent i, int flags) {
    Mutability.check(flags, i);
    return ShadowPendingIntent.getForegroundService(c, code, i, flags);
  }

  @Override
  @Implementation
  protected IntentSender getIntentSender() {
    return IntentTarget.sender(self);
  }

  @Override
  @Implementation
  protected int getCreatorUid() {
    return Process.myUid();
  }

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
      try {
        super.send(context, code, with, finished, handler, permission, options);
      } catch (ActivityNotFoundException e) {
        // The system starts it, not the app: nobody but the sender hears that it cannot.
        throw new CanceledException();
      }
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
