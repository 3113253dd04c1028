package talpa.agent.window;

import talpa.agent.biometric.Biometrics;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Handler;
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
    m.gesture("tap", behindPrompt(touch::tap));
    m.gesture("longtap", behindPrompt(touch::longTap));
    m.gesture("swipe", behindPrompt(touch::swipe));
    m.gesture("pinch", behindPrompt(touch::pinch));
    m.gesture("motion", behindPrompt(touch::motion));
    m.gesture("fingers", behindPrompt(new Fingers(p.loop())::along));
    m.gesture("key", behindPrompt(keys::key));
    m.input("text", behindPrompt(keys::text));
    m.input("editoraction", behindPrompt(keys::editorAction));
    m.input("clear", behindPrompt(keys::clear));
  }

  /**
   * An input, which a prompt of the system in front of the app takes: a touch beside it and the
   * back key leave it, as does all that a person could not do to what is behind it.
   */
  private static Handler behindPrompt(Handler h) {
    return q -> {
      if (!Biometrics.prompted()) {
        return h.handle(q);
      }
      AppProcess.current().later(Biometrics::leavePrompt);
      return null;
    };
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
