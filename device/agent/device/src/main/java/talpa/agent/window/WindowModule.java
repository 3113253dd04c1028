package talpa.agent.window;

import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Methods;

/** Registers windows and input with the process. */
public final class WindowModule implements Module {
  private static final PerApp<Focus> FOCUS = PerApp.of(Focus::new);

  /** Called by the list of modules. */
  public WindowModule() {}

  @Override
  public void install(AppProcess p) {
    p.loop()
        .addIdleHook(
            () -> {
              if (!p.warming()) {
                focus().update();
              }
            });
    p.loop().setUnfinished(() -> !p.warming() && Windows.unfinished());
    Touch touch = new Touch(p.loop());
    Keys keys = new Keys(p.loop());
    Methods m = p.methods();
    m.gesture("tap", touch::tap);
    m.gesture("longtap", touch::longTap);
    m.gesture("swipe", touch::swipe);
    m.gesture("pinch", touch::pinch);
    m.gesture("motion", touch::motion);
    m.gesture("fingers", new Fingers(p.loop())::along);
    m.gesture("key", keys::key);
    m.input("text", keys::text);
    m.input("editoraction", keys::editorAction);
    m.input("clear", keys::clear);
  }

  static Focus focus() {
    return FOCUS.get();
  }

  /** The title of the window that has the focus, or "". */
  public static String focusedTitle() {
    return focus().window() == null ? "" : focus().window().title();
  }

  /** Whether the soft keyboard is shown. */
  public static boolean keyboardShown() {
    return SoftKeyboard.shown();
  }
}
