package talpa.agent.service;

import android.Manifest;
import android.app.Application;
import android.app.Notification;
import android.app.NotificationManager;
import android.app.NotificationManager.Policy;
import android.os.Build;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowNotificationManager;
import talpa.agent.activity.Transactions;
import talpa.agent.permit.Grants;

/**
 * Notifications of an app without the permission to post them are dropped without a word. Apps that
 * target a version before Android 13 have it.
 */
@Implements(className = "android.app.NotificationManager")
public class NotificationShadow extends ShadowNotificationManager {
  /** Whether there is a small icon: as such, or by the field of old apps. */
  static boolean hasIcon(Notification n) {
    return n.getSmallIcon() != null || n.icon != 0;
  }

  private static boolean dropped() {
    Application app = RuntimeEnvironment.getApplication();
    return app.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.TIRAMISU
        && !Grants.held(Manifest.permission.POST_NOTIFICATIONS);
  }

  @Override
  @Implementation
  protected void notify(String tag, int id, Notification notification) {
    Transactions.sendOfContext(notification);
    Application app = RuntimeEnvironment.getApplication();
    if (app.getApplicationInfo().targetSdkVersion > Build.VERSION_CODES.LOLLIPOP_MR1
        && !hasIcon(notification)) {
      throw new IllegalArgumentException(
          "Invalid notification (no valid small icon): " + notification);
    }
    if (!dropped()) {
      super.notify(tag, id, notification);
    }
  }

  /** Shows what was posted before this process started, whatever the app may post by now. */
  public void keep(String tag, int id, Notification notification) {
    super.notify(tag, id, notification);
  }

  /** That of the app as a whole, which users change on a screen that is not there. */
  @Override
  @Implementation
  protected int getImportance() {
    return areNotificationsEnabled()
        ? NotificationManager.IMPORTANCE_DEFAULT
        : NotificationManager.IMPORTANCE_NONE;
  }

  /** What passes while the user wants no disturbance, at first. */
  @Override
  @Implementation
  protected Policy getNotificationPolicy() {
    Policy set = super.getNotificationPolicy();
    return set != null ? set : atFirst();
  }

  @Override
  @Implementation
  protected Policy getConsolidatedNotificationPolicy() {
    Policy set = super.getConsolidatedNotificationPolicy();
    return set != null ? set : getNotificationPolicy();
  }

  private static Policy atFirst() {
    int passes =
        Policy.PRIORITY_CATEGORY_ALARMS
            | Policy.PRIORITY_CATEGORY_MEDIA
            | Policy.PRIORITY_CATEGORY_CALLS
            | Policy.PRIORITY_CATEGORY_REPEAT_CALLERS;
    return new Policy(passes, Policy.PRIORITY_SENDERS_STARRED, Policy.PRIORITY_SENDERS_STARRED);
  }

  @Override
  @Implementation
  protected boolean areNotificationsEnabled() {
    return !dropped() && super.areNotificationsEnabled();
  }
}
