package talpa.agent.drawing;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The magnifier over text needs a surface of its own: it is never shown. */
@Implements(className = "android.widget.Magnifier")
public class MagnifierShadow {
  /** Not shown. */
  @Implementation
  protected void show(float x, float y) {}

  /** Not shown. */
  @Implementation
  protected void show(float x, float y, float magnifierX, float magnifierY) {}

  /** Nothing to update. */
  @Implementation
  protected void update() {}

  /** Nothing to dismiss. */
  @Implementation
  protected void dismiss() {}
}
