package talpa.agent.view;

import android.graphics.Point;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The magnifying glass of text fields, which needs a real surface: never shown. */
@Implements(className = "android.widget.Magnifier")
public class MagnifierStub {
  /** Shows nothing. */
  @Implementation
  protected void show(float x, float y) {}

  /** Shows nothing. */
  @Implementation
  protected void show(float x, float y, float atX, float atY) {}

  /** Nothing to update. */
  @Implementation
  protected void update() {}

  /** Nothing to hide. */
  @Implementation
  protected void dismiss() {}

  /** Somewhere on the screen; the editor asks while it drags the handle. */
  @Implementation
  protected Point getPosition() {
    return new Point();
  }
}
