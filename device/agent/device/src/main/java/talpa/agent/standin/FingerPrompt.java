package talpa.agent.standin;

import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import java.util.List;

/** The system's prompt for a finger: what the app says on it, and a button. */
public final class FingerPrompt implements Screen {
  private final List<CharSequence> texts;
  private final CharSequence button;
  private final Runnable pressed;

  /**
   * A prompt.
   *
   * @param texts title, subtitle and description; null for those that the app leaves out
   * @param button its label, or null if there is none
   * @param pressed what the button does
   */
  public FingerPrompt(List<CharSequence> texts, CharSequence button, Runnable pressed) {
    this.texts = texts;
    this.button = button;
    this.pressed = pressed;
  }

  @Override
  public boolean dialog() {
    return true;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    LinearLayout all = w.column();
    String[] ids = {"title", "subtitle", "description"};
    for (int i = 0; i < ids.length; i++) {
      if (texts.get(i) != null) {
        all.addView(w.text(ids[i], texts.get(i)));
      }
    }
    all.addView(w.text("indicator", "Touch the fingerprint sensor"));
    if (button != null) {
      Button b = w.button("button_negative", button, pressed);
      b.setAllCaps(false); // as the app says it
      all.addView(b);
    }
    return all;
  }
}
