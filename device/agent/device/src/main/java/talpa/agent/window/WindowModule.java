package talpa.agent.window;

import talpa.agent.app.AppProcess;
import talpa.agent.app.Module;
import talpa.agent.wire.Methods;

/** Registers windows and input with the process. */
public final class WindowModule implements Module {
  private static final Focus FOCUS = new Focus();

  /** Called by the list of modules. */
  public WindowModule() {}

  @Override
  public void install(AppProcess p) {
    p.loop()
        .addIdleHook(
            () -> {
              if (!p.warming()) {
                FOCUS.update();
              }
            });
    p.loop().setUnfinished(() -> !p.warming() && Windows.unfinished());
    Touch touch = new Touch(p.loop());
    Keys keys = new Keys(p.loop(), FOCUS);
    Methods m = p.methods();
    m.gesture("tap", touch::tap);
    m.gesture("longtap", touch::longTap);
    m.gesture("swipe", touch::swipe);
    m.gesture("pinch", touch::pinch);
    m.gesture("motion", touch::motion);
    m.gesture("fingers", new Fingers(p.loop())::along);
    m.gesture("key", keys::key);
    m.input("text", keys::text);
    m.input("clear", keys::clear);
  }

  @Override
  public void reset() {
    FOCUS.reset();
    SoftKeyboard.reset();
  }

  static Focus focus() {
    return FOCUS;
  }

  /** The title of the window that has the focus, or "". */
  public static String focusedTitle() {
    return FOCUS.window() == null ? "" : FOCUS.window().title();
  }

  /** Whether the soft keyboard is shown. */
  public static boolean keyboardShown() {
    return SoftKeyboard.shown();
  }
}
