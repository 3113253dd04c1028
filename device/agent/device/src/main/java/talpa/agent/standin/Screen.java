package talpa.agent.standin;

import android.view.View;

/** What another app shows. Its methods run on the main thread. */
public interface Screen {
  /** Whether it is a dialog: the app below it stays in view. */
  boolean dialog();

  /**
   * Makes the views as they are at this moment; called again after {@link Visit#redraw}.
   *
   * @param visit told when the user is done
   */
  View draw(Widgets widgets, Visit visit);
}
