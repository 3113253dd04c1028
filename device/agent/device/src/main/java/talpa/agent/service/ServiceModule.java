package talpa.agent.service;

import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.os.BatteryManager;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowAlarmManager;
import talpa.agent.process.AppProcess;
import talpa.agent.process.IntentParams;
import talpa.agent.process.Module;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Registers services and broadcasts with the process. */
public final class ServiceModule implements Module {
  /** Called by the list of modules. */
  public ServiceModule() {}

  @Override
  public void install(AppProcess p) {
    p.methods().input("service", ServiceModule::service);
    p.methods().input("broadcast", ServiceModule::broadcast);
  }

  @Override
  public void beforeApplication(Application app) {
    ShadowAlarmManager.setAutoSchedule(true);
    Hardware.install(app);
    battery(app);
  }

  /** The battery's sticky broadcast, which every device has. */
  @SuppressWarnings("deprecation")
  private static void battery(Context c) {
    c.sendStickyBroadcast(
        new Intent(Intent.ACTION_BATTERY_CHANGED)
            .putExtra(BatteryManager.EXTRA_LEVEL, 100)
            .putExtra(BatteryManager.EXTRA_SCALE, 100)
            .putExtra(BatteryManager.EXTRA_STATUS, BatteryManager.BATTERY_STATUS_FULL)
            .putExtra(BatteryManager.EXTRA_HEALTH, BatteryManager.BATTERY_HEALTH_GOOD)
            .putExtra(BatteryManager.EXTRA_PLUGGED, BatteryManager.BATTERY_PLUGGED_AC)
            .putExtra(BatteryManager.EXTRA_PRESENT, true)
            .putExtra(BatteryManager.EXTRA_TEMPERATURE, 250)
            .putExtra(BatteryManager.EXTRA_VOLTAGE, 4000)
            .putExtra(BatteryManager.EXTRA_TECHNOLOGY, "Li-ion"));
  }

  private static Object service(Params p) throws WireException {
    Intent i = IntentParams.intent(p);
    if (ServiceManager.get().start(i, false) == null) {
      throw WireException.usage("no service for " + i);
    }
    return null;
  }

  private static Object broadcast(Params p) {
    Intent i = IntentParams.intent(p);
    BackgroundStarts.broadcast(i);
    ServiceManager.enqueue(() -> send(i));
    return null;
  }

  /** As the system sends it: dynamic receivers first, then those of the manifest. */
  private static void send(Intent i) {
    RuntimeEnvironment.getApplication().sendBroadcast(i);
  }
}
