package talpa.agent.window;

import android.view.View;
import java.util.List;

/** Which window has the focus: the topmost one that can take it. */
final class Focus {
  private RootWindow focused;

  /** The window with the focus, or null. */
  RootWindow window() {
    return focused;
  }

  /** The view with the focus inside that window, or null. */
  View view() {
    return focused == null ? null : focused.view().findFocus();
  }

  /** Moves the focus if the windows changed; runs after each round of the main loop. */
  void update() {
    RootWindow next = null;
    List<RootWindow> all = Windows.visible();
    for (RootWindow w : all) {
      if (w.focusable()) {
        next = w;
        break;
      }
    }
    if (next != null && focused != null && next.impl() == focused.impl()) {
      focused = next;
      return;
    }
    RootWindow old = focused;
    focused = next;
    if (old != null && old.impl().getView() != null) {
      old.focus(false);
    }
    if (next != null) {
      SoftKeyboard.focusGained(next.impl());
      next.focus(true);
    } else if (old != null) {
      SoftKeyboard.focusLost();
    }
  }
}
