package talpa.agent.standin;

import android.view.View;
import android.widget.LinearLayout;
import java.util.List;
import java.util.function.Consumer;

/** A dialog of the system with a text and buttons; the back key is the last button. */
public final class Question implements Screen {
  /**
   * A button.
   *
   * @param id "name" or "package:id/name"
   * @param label its text
   * @param pressed what it does
   */
  public record Choice(String id, String label, Consumer<Visit> pressed) {
    /** The positive button of the platform's dialogs. */
    public static Choice yes(String label, Consumer<Visit> pressed) {
      return new Choice("android:id/button1", label, pressed);
    }

    /** The negative button of the platform's dialogs. */
    public static Choice no(String label) {
      return new Choice("android:id/button2", label, Visit::cancel);
    }
  }

  private final String messageId;
  private final String message;
  private final List<Choice> choices;

  /** A question in the platform's own dialog. */
  public Question(String message, Choice... choices) {
    this("android:id/message", message, List.of(choices));
  }

  /** A question in a dialog with other ids. */
  public Question(String messageId, String message, List<Choice> choices) {
    this.messageId = messageId;
    this.message = message;
    this.choices = List.copyOf(choices);
  }

  @Override
  public boolean dialog() {
    return true;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    LinearLayout all = w.column(w.text(messageId, message));
    for (Choice c : choices) {
      all.addView(w.button(c.id(), c.label(), () -> c.pressed().accept(visit)));
    }
    return all;
  }
}
