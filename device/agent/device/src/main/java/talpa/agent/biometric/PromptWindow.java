package talpa.agent.biometric;

import talpa.agent.process.AppProcess;
import talpa.agent.standin.Screen;
import talpa.agent.standin.Visit;

/** The window of the system's prompt, which lies above the app while it waits for a finger. */
final class PromptWindow {
  private static final String COMPONENT = "com.android.systemui/BiometricPrompt";

  private final Screen screen;
  private Visit visit;
  private boolean ended;

  private PromptWindow(Screen screen) {
    this.screen = screen;
  }

  /** Opens one; the back key and a touch beside it leave the prompt. */
  static PromptWindow open(Screen screen, Runnable left) {
    PromptWindow w = new PromptWindow(screen);
    AppProcess.current().later(() -> w.show(left));
    return w;
  }

  private void show(Runnable left) {
    if (!ended) {
      visit = new Visit(COMPONENT, screen, (code, data) -> left.run());
      visit.openAbove();
    }
  }

  /** Closes it. */
  void close() {
    AppProcess.current().later(this::hide);
  }

  private void hide() {
    ended = true;
    if (visit != null) {
      visit.close();
    }
  }
}
