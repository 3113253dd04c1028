package talpa.agent.service;

import android.R;
import android.app.Application;
import android.app.Notification;
import android.app.NotificationManager;
import android.app.RemoteServiceException.CannotPostForegroundServiceNotificationException;
import android.app.RemoteServiceException.ForegroundServiceDidNotStartInTimeException;
import android.os.Build;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowService;

/** The promise that startForegroundService makes. */
final class Foreground {
  /** Time until the service must be in the foreground, as in ActivityManagerConstants. */
  private static final long TIMEOUT_MS = 30_000;

  private Foreground() {}

  /** Ends the app when the time is over, unless the promise is {@link #kept}. */
  static void watch(ServiceRecord r) {
    r.timer.postDelayed(() -> promiseBroken(r), TIMEOUT_MS);
  }

  /** The promise was kept, or it does not matter any more. */
  static void kept(ServiceRecord r) {
    r.timer.removeCallbacksAndMessages(null);
  }

  /** The system kills the app: on the main thread, from outside of its code. */
  static void promiseBroken(ServiceRecord r) {
    throw new ForegroundServiceDidNotStartInTimeException(
        "Context.startForegroundService() did not then call Service.startForeground(): "
            + "ServiceRecord{"
            + Integer.toHexString(System.identityHashCode(r))
            + " u0 "
            + r.name.flattenToShortString()
            + "}",
        null);
  }

  /** Whether the system can show a notification: of apps for Android 8.1 it wants a channel. */
  static boolean hasChannel(Notification n) {
    Application app = RuntimeEnvironment.getApplication();
    return app.getApplicationInfo().targetSdkVersion < Build.VERSION_CODES.O_MR1
        || app.getSystemService(NotificationManager.class)
                .getNotificationChannel(String.valueOf(n.getChannelId()))
            != null;
  }

  /** What the system shows of a service whose notification has no icon. */
  static Notification standIn(Notification n) {
    Application app = RuntimeEnvironment.getApplication();
    return new Notification.Builder(app, n.getChannelId())
        .setSmallIcon(R.drawable.sym_def_app_icon)
        .setContentTitle(app.getApplicationInfo().loadLabel(app.getPackageManager()))
        .build();
  }

  /** The notification of a service goes with it. */
  static void removeNotification(ServiceRecord r) {
    ShadowService s = Shadow.extract(r.service);
    RuntimeEnvironment.getApplication()
        .getSystemService(NotificationManager.class)
        .cancel(s.getLastForegroundNotificationId());
  }

  /** The system kills the app for a notification that it cannot show. */
  static void badNotification() {
    throw new CannotPostForegroundServiceNotificationException(
        "Bad notification for startForeground");
  }
}
