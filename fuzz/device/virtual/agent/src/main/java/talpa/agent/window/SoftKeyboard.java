package talpa.agent.window;

import android.content.Context;
import android.view.View;
import android.view.inputmethod.InputMethodManager;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowInputMethodManager;

/** The soft keyboard: only whether it is shown. */
final class SoftKeyboard {
  private SoftKeyboard() {}

  private static InputMethodManager manager() {
    return (InputMethodManager)
        RuntimeEnvironment.getApplication().getSystemService(Context.INPUT_METHOD_SERVICE);
  }

  static boolean shown() {
    if (RuntimeEnvironment.application == null) {
      return false;
    }
    ShadowInputMethodManager s = Shadow.extract(manager());
    return s.isSoftInputVisible();
  }

  static void hide() {
    if (shown()) {
      manager().hideSoftInputFromWindow(null, 0);
    }
  }

  /** The window focus moved: without a text field there the keyboard goes away. */
  static void focusMoved(View v) {
    if (v == null || !v.onCheckIsTextEditor()) {
      hide();
    }
  }
}
