package talpa.agent.launcher;

import android.content.ComponentName;
import android.content.Context;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Registers tiles, widgets and shortcuts with the process. */
public final class LauncherModule implements Module {
  /** Called by the list of modules. */
  public LauncherModule() {}

  @Override
  public void install(AppProcess p) {
    p.methods().input("tile", Tiles::act);
    p.methods().input("widget", AppWidgets::act);
    p.methods().input("shortcut", Shortcuts::open);
  }

  @Override
  public List<String> registrations() {
    List<String> out = new ArrayList<>(AppWidgets.registrations());
    out.addAll(Shortcuts.registrations());
    return out;
  }

  static Context context() {
    return RuntimeEnvironment.getApplication();
  }

  static Object later(Runnable r) {
    AppProcess.current().later(r);
    return null;
  }

  /** The component that a request names. */
  static ComponentName component(Params p) throws WireException {
    ComponentName name = ComponentName.unflattenFromString(p.string("component"));
    if (name == null || !name.getPackageName().equals(context().getPackageName())) {
      throw WireException.usage("no component of the app: " + p.string("component"));
    }
    return name;
  }
}
