package talpa.agent.standin;

import android.content.Intent;
import android.view.View;
import android.widget.EditText;
import android.widget.Toast;
import java.util.function.Function;

/** The file picker where a new file gets its name, after DocumentsUI. */
public final class SaveFile implements Screen {
  private final String suggested;
  private final Function<String, Intent> save;

  /**
   * A page with a name and a save button.
   *
   * @param save makes the file of that name and gives the answer, null if it cannot
   */
  public SaveFile(String suggested, Function<String, Intent> save) {
    this.suggested = suggested;
    this.save = save;
  }

  @Override
  public boolean dialog() {
    return false;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    EditText name = w.field("android:id/title", suggested);
    View list = Widgets.grow(w.named(new View(w.context()), "dir_list"));
    View button =
        w.button(
            "android:id/button1",
            "SAVE",
            () -> {
              Intent answer = save.apply(name.getText().toString());
              if (answer == null) { // DocumentsUI says that it failed, and stays
                Toast.makeText(w.context(), "Failed to save document", Toast.LENGTH_SHORT).show();
              } else {
                visit.ok(answer);
              }
            });
    return w.column(w.text("", "Documents"), list, name, button);
  }
}
