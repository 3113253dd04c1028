package talpa.agent.task;

import android.app.ActivityClient;
import android.app.Application;
import android.content.Intent;
import android.os.Build;
import android.os.StrictMode;
import java.util.Locale;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.activity.AppThreadShadow;
import talpa.agent.bridge.Platform;
import talpa.agent.intents.LinkDomains;
import talpa.agent.intents.SystemApps;
import talpa.agent.permit.Grants;
import talpa.agent.process.AppProcess;
import talpa.agent.process.IntentParams;
import talpa.agent.process.Module;
import talpa.agent.wire.Methods;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Registers the activity manager with the process. */
public final class TaskModule implements Module {
  private AppProcess process;

  /** Called by the list of modules. */
  public TaskModule() {}

  @Override
  public void install(AppProcess p) {
    process = p;
    p.setTop(() -> tasks().top());
    if (Platform.has(Build.VERSION_CODES.S)) {
      LinkDomains.register();
      ActivityClient.setActivityClientController(ActivityClients.create());
    }
    AppThreadShadow.relaunchBy(t -> tasks().recreate(t));
    Methods m = p.methods();
    m.input("launch", this::launch);
    m.input("start", this::start);
    m.input("home", q -> run(() -> tasks().goHome()));
    m.input("recents", q -> run(() -> tasks().comeBack()));
    m.input("rotate", this::rotate);
    m.input("config", this::config);
    m.input("permission", this::permission);
    m.query("answer", this::answer);
    m.input("apps", this::apps);
  }

  @Override
  public void loading(Params p) {
    SystemApps.without(p.strings("apps"));
  }

  @Override
  public void beforeApplication(Application app) {
    StrictMode.initThreadDefaults(app.getApplicationInfo());
    StrictMode.initVmDefaults(app.getApplicationInfo());
    SystemApps.install(app.getPackageManager(), app.getPackageName());
  }

  @Override
  public void loaded(Params load) {
    if (load.bool("saved", false)) {
      tasks().restore();
    }
  }

  private static TaskManager tasks() {
    return TaskManager.get();
  }

  private static Object run(Runnable r) {
    r.run();
    return null;
  }

  private Object launch(Params p) throws WireException {
    Intent i = process.launchIntent();
    if (i == null) {
      throw WireException.usage("the app has no launcher activity");
    }
    return begin(i);
  }

  private Object start(Params p) throws WireException {
    Intent i = IntentParams.intent(p);
    i.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    return begin(i);
  }

  private Object begin(Intent i) throws WireException {
    try {
      int code = tasks().start(i, null, null, null, -1);
      if (code < 0) {
        throw WireException.usage("no activity for " + i + " (code " + code + ")");
      }
    } catch (SecurityException e) {
      throw WireException.usage(e.getMessage());
    }
    return null;
  }

  private Object rotate(Params p) {
    tasks().configurations().rotate((int) p.integer("rotation", 0) & 3);
    return null;
  }

  private Object config(Params p) {
    Float font = p.has("fontScale") ? (float) p.number("fontScale") : null;
    Boolean night = p.has("night") ? p.bool("night", false) : null;
    tasks().configurations().change(p.string("locale", null), font, night);
    return null;
  }

  private Object permission(Params p) {
    Grants.get().change(p.object("grants"));
    return null;
  }

  private Object apps(Params p) {
    SystemApps.without(p.strings("gone"));
    Application app = RuntimeEnvironment.getApplication();
    SystemApps.replace(app.getPackageManager(), app.getPackageName());
    return null;
  }

  private Object answer(Params p) throws WireException {
    try {
      tasks().standIns().setMode(p.string("mode"));
    } catch (IllegalArgumentException e) {
      throw WireException.usage(
          "mode must be auto, ok, empty, bare, several, cancelled, none or screen, not "
              + p.string("mode").toLowerCase(Locale.ROOT));
    }
    return null;
  }
}
