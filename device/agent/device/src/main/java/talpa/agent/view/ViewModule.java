package talpa.agent.view;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.service.ServiceManager;
import talpa.agent.task.TaskManager;
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
    p.methods().query("dump", q -> Map.of("xml", look(Hierarchy::xml)));
    p.methods().query("screenshot", q -> look(Screenshot::png));
    p.methods().query("state", q -> state());
    p.methods().query("clipboard", Tools::clip);
    p.methods().query("toast", q -> Tools.toast());
  }

  /**
   * Looks at the app's views, which runs code of theirs: an accessibility service asks it on the
   * app's main thread, where what it throws ends the app. What fails without code of the app is our
   * fault.
   */
  private <T> T look(Supplier<T> how) {
    AtomicReference<T> seen = new AtomicReference<>();
    AtomicReference<RuntimeException> fault = new AtomicReference<>();
    process
        .loop()
        .deliver(
            () -> {
              try {
                seen.set(how.get());
              } catch (RuntimeException e) {
                if (AppCode.isOnStack(e)) {
                  throw e;
                }
                fault.set(e);
              }
            });
    if (fault.get() != null) {
      throw fault.get();
    }
    return seen.get();
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
