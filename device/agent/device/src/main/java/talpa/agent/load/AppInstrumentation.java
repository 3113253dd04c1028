package talpa.agent.load;

import android.app.Application;
import org.robolectric.android.internal.RoboMonitoringInstrumentation;

/**
 * Robolectric's instrumentation with the providers installed before {@code Application.onCreate},
 * as a device does, and the device's words around what the application throws.
 */
public final class AppInstrumentation extends RoboMonitoringInstrumentation {
  @Override
  public void callApplicationOnCreate(Application app) {
    DeviceSession.beforeApplicationOnCreate(app);
    try {
      super.callApplicationOnCreate(app);
    } catch (Throwable t) {
      throw new RuntimeException(
          "Unable to create application " + app.getClass().getName() + ": " + t, t);
    }
  }

  /** An exception of the app is its crash; Robolectric would log all threads first. */
  @Override
  public boolean onException(Object source, Throwable e) {
    return false;
  }
}
