package talpa.agent.view;

import java.util.LinkedHashMap;
import java.util.Map;
import talpa.agent.app.AppProcess;
import talpa.agent.app.Module;
import talpa.agent.gl.GlState;
import talpa.agent.service.ServiceManager;
import talpa.agent.surface.Buffers;
import talpa.agent.task.TaskManager;
import talpa.agent.web.EngineShadow;
import talpa.agent.web.WebPages;
import talpa.agent.window.WindowModule;
import talpa.agent.window.Windows;

/** Registers dump, screenshot and state with the process. */
public final class ViewModule implements Module {
  private AppProcess process;

  /** Called by the list of modules. */
  public ViewModule() {}

  @Override
  public void install(AppProcess p) {
    process = p;
    p.methods().query("dump", q -> Map.of("xml", Hierarchy.xml()));
    p.methods().query("screenshot", q -> Screenshot.png());
    p.methods().query("state", q -> state());
    p.methods().query("clipboard", Tools::clip);
    p.methods().query("toast", q -> Tools.toast());
  }

  @Override
  public void reset() {
    WebPages.forget();
    GlState.forget();
    EngineShadow.forget();
    Buffers.forgetAll();
  }

  private Map<String, Object> state() {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("top", TaskManager.get().top());
    m.put("stack", TaskManager.get().lines());
    m.put("services", ServiceManager.get().running());
    m.put("dialogs", Math.max(0, Windows.visible().size() - 1));
    m.put("now", process.now());
    m.put("wall", talpa.agent.clock.Clock.wallMillis());
    m.put("keyboard", WindowModule.keyboardShown());
    m.put("focusedWindow", WindowModule.focusedTitle());
    Runtime rt = Runtime.getRuntime();
    m.put("memoryMb", (rt.totalMemory() - rt.freeMemory()) >> 20);
    m.put("threads", Thread.activeCount());
    return m;
  }
}
