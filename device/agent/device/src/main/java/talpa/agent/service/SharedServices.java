package talpa.agent.service;

import android.app.Application;
import android.content.Context;
import android.content.ContextWrapper;
import java.util.Set;
import talpa.agent.process.AppProcess;

/**
 * System services whose state Robolectric keeps in the manager object, of which each context has
 * one of its own. On a device that state is the system's: so all contexts get the application's
 * manager, or an activity would not see the alarm that a service set.
 */
final class SharedServices {
  private static final Set<String> NAMES =
      Set.of(
          Context.ACCOUNT_SERVICE,
          Context.ACTIVITY_SERVICE,
          Context.ALARM_SERVICE,
          Context.APPWIDGET_SERVICE,
          Context.AUDIO_SERVICE,
          Context.DEVICE_POLICY_SERVICE,
          Context.DOWNLOAD_SERVICE,
          Context.LOCATION_SERVICE,
          Context.SENSOR_SERVICE,
          Context.TELEPHONY_SERVICE,
          Context.TELEPHONY_SUBSCRIPTION_SERVICE,
          Context.UI_MODE_SERVICE,
          Context.WIFI_SERVICE);

  private SharedServices() {}

  /** The application's manager for that name, or null if the context has its own. */
  static Object of(Context context, String name) {
    if (name == null || !NAMES.contains(name) || AppProcess.current() == null) {
      return null;
    }
    Application app = AppProcess.current().application();
    Context base = app == null ? null : app.getBaseContext();
    while (base instanceof ContextWrapper w) {
      base = w.getBaseContext();
    }
    return base == null || base == context ? null : base.getSystemService(name);
  }
}
