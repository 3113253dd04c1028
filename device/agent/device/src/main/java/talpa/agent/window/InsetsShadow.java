package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.view.InsetsController;
import android.view.InsetsState;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Adds the soft keyboard to what the window manager tells a window of its insets. */
@Implements(className = "android.view.InsetsController", isInAndroidSdk = false)
public class InsetsShadow {
  @RealObject private InsetsController controller;

  /** Takes a new state; returns whether it differs from the one before. */
  @Implementation
  protected boolean onStateChanged(InsetsState state) {
    return reflector(Real.class, controller).onStateChanged(SoftKeyboard.seenBy(controller, state));
  }

  /** The code of the framework. */
  @ForType(InsetsController.class)
  interface Real {
    @Direct
    boolean onStateChanged(InsetsState state);
  }
}
