package talpa.agent.standin;

import android.graphics.Color;
import android.view.View;
import java.util.function.Consumer;

/**
 * The camera app on behalf of another one, after Camera2 of the Android Open Source Project: a
 * shutter (twice for a film), then done, retake or cancel.
 */
public final class Camera implements Screen {
  private enum State {
    PREVIEW,
    RECORDING,
    REVIEW
  }

  private final boolean video;
  private final Consumer<Visit> done;
  private State state = State.PREVIEW;

  /**
   * A camera.
   *
   * @param video whether it records a film
   * @param done stores the picture that the user keeps, and answers
   */
  public Camera(boolean video, Consumer<Visit> done) {
    this.video = video;
    this.done = done;
  }

  @Override
  public boolean dialog() {
    return false;
  }

  @Override
  public View draw(Widgets w, Visit visit) {
    View preview = Widgets.grow(w.named(new View(w.context()), "preview_content"));
    preview.setBackgroundColor(state == State.REVIEW ? Color.rgb(60, 120, 60) : Color.BLACK);
    View cancel =
        w.imageButton(
            "cancel_button",
            android.R.drawable.ic_menu_close_clear_cancel,
            "Cancel",
            visit::cancel);
    if (state != State.REVIEW) {
      View shutter =
          w.image(
              "shutter_button", android.R.drawable.ic_menu_camera, "Shutter", () -> shoot(visit));
      return w.column(preview, w.row(cancel, shutter));
    }
    View retake =
        w.imageButton(
            "retake_button",
            android.R.drawable.ic_menu_revert,
            "Retake",
            () -> to(State.PREVIEW, visit));
    View keep =
        w.imageButton(
            "done_button", android.R.drawable.ic_menu_save, "Done", () -> done.accept(visit));
    return w.column(preview, w.row(cancel, retake, keep));
  }

  private void shoot(Visit visit) {
    to(video && state == State.PREVIEW ? State.RECORDING : State.REVIEW, visit);
  }

  private void to(State next, Visit visit) {
    state = next;
    visit.redraw();
  }
}
