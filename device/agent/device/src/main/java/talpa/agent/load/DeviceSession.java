package talpa.agent.load;

import android.app.Application;
import android.os.Looper;
import java.util.List;
import org.robolectric.config.ConfigurationRegistry;
import org.robolectric.internal.AndroidSandbox;
import talpa.agent.bridge.Opener;
import talpa.agent.bridge.Session;
import talpa.agent.clock.SchedulerTime;
import talpa.agent.clock.Watchdog;
import talpa.agent.order.RunToken;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.record.Recorder;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Request;
import talpa.agent.wire.Wire;
import talpa.agent.wire.WireException;

/** The device's side of the agent: puts the device together and serves the wire. */
public final class DeviceSession implements Session {
  private static volatile DeviceSession current;

  private final AndroidSandbox sandbox;
  private final Opener opener;
  private Loader loader;
  private Dispatcher dispatcher;

  /** Called by the host side, on the main thread. */
  public DeviceSession(AndroidSandbox sandbox, Opener opener) {
    this.sandbox = sandbox;
    this.opener = opener;
  }

  @Override
  public void serve(Request boot, Inbox inbox, Wire wire) throws Exception {
    Thread.currentThread().setContextClassLoader(DeviceSession.class.getClassLoader());
    current = this;
    RunToken.adopt(new SchedulerTime());
    AppProcess process = AppProcess.begin(wire);
    List<Module> modules = Modules.all();
    loader = new Loader(process, modules, sandbox, opener);
    // Services may ask for shadows before the framework is set up.
    ConfigurationRegistry.instance = new ConfigurationRegistry(Loader.configuration().map());
    for (Module m : modules) {
      m.install(process);
    }
    // At once, since what ran is wanted most when the main thread does not answer.
    inbox.immediate("recorded", p -> Recorder.take());
    new Watchdog(process.loop(), (reason, stack) -> hung(process, reason, stack)).start();
    dispatcher = new Dispatcher(process, inbox, modules, loader);
    dispatcher.boot(boot, () -> loader.boot(boot.params()));
    dispatcher.serve();
  }

  /**
   * Called by {@code Looper.loop}: the app's main thread has a looper that runs already, so a call
   * there is the app's own, and goes on with the requests.
   *
   * @return false on other threads, whose looper is to run
   */
  public static boolean loop() {
    AppProcess process = AppProcess.current();
    if (process == null || Looper.myLooper() != Looper.getMainLooper()) {
      return false;
    }
    process.loop().nest(current.dispatcher::serveNested);
    return true;
  }

  /** The framework has attached the application, and will call its onCreate. */
  static void beforeApplicationOnCreate(Application app) {
    AppProcess.current().attached(app);
    current.loader.beforeApplicationOnCreate(app);
  }

  /** On the watchdog's thread: the main thread cannot answer the request that it is doing. */
  private static void hung(AppProcess process, String reason, StackTraceElement[] stack) {
    process.reporter().anr(reason, stack);
    process.wire().abandon(new WireException(WireException.Kind.APP, "anr: " + reason));
  }
}
