package talpa.agent.permit;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAlarmManager;

/** Alarms at their minute are for whom the user lets, which may change while the app runs. */
@Implements(className = "android.app.AlarmManager")
public class ExactAlarmShadow extends ShadowAlarmManager {
  /** Whether the app may set alarms at their minute. */
  @Override
  @Implementation(minSdk = 31)
  protected boolean canScheduleExactAlarms() {
    return Grants.exactAlarms();
  }
}
