package talpa.agent.standin;

import android.view.View;

/** A page of an app that returns nothing: a browser, a dialler, a mail. The back key leaves it. */
public final class Page implements Screen {
  private final String title;
  private final String content;

  /** A page; the content is what the app was asked to show. */
  public Page(String title, String content) {
    this.title = title;
    this.content = content;
  }

  @Override
  public boolean dialog() {
    return false;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    return w.column(w.text("title", title), Widgets.grow(w.text("content", content)));
  }
}
