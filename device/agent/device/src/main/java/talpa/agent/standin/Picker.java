package talpa.agent.standin;

import android.graphics.Color;
import android.view.View;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import java.util.List;
import java.util.function.Consumer;

/** A list of things to pick one from: files, pictures, contacts, apps to share with. */
public final class Picker implements Screen {
  /**
   * One line.
   *
   * @param label what it says
   * @param picked what the user's choice does
   */
  public record Choice(String label, Consumer<Visit> picked) {}

  /**
   * The names of the other app's widgets.
   *
   * @param title id of the title
   * @param list id of the list
   * @param item id of the text of one line
   */
  public record Ids(String title, String list, String item) {
    /** The file picker. */
    public static final Ids DOCUMENTS = new Ids("", "dir_list", "android:id/title");

    /** The list of contacts. */
    public static final Ids CONTACTS = new Ids("", "android:id/list", "cliv_name_textview");

    /** The share sheet and the list of apps for an intent. */
    public static final Ids APPS =
        new Ids("android:id/title", "android:id/resolver_list", "android:id/text1");

    /** Lists of the platform's own making. */
    public static final Ids PLAIN =
        new Ids("android:id/alertTitle", "android:id/list", "android:id/text1");
  }

  private final String title;
  private final Ids ids;
  private final boolean dialog;
  private final List<Choice> choices;

  /** A list; a dialog leaves the app below it in view. */
  public Picker(String title, Ids ids, boolean dialog, List<Choice> choices) {
    this.title = title;
    this.ids = ids;
    this.dialog = dialog;
    this.choices = List.copyOf(choices);
  }

  @Override
  public boolean dialog() {
    return dialog;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    LinearLayout items = w.column();
    for (Choice c : choices) {
      View line = w.item(ids.item(), c.label(), () -> c.picked().accept(visit));
      items.addView(line);
    }
    ScrollView list = w.named(new ScrollView(w.context()), ids.list());
    list.addView(items);
    list.setBackgroundColor(Color.WHITE);
    return w.column(w.text(ids.title(), title), list);
  }
}
