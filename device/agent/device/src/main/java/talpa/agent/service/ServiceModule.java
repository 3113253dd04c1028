package talpa.agent.service;

import android.app.Application;
import android.content.Intent;
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
