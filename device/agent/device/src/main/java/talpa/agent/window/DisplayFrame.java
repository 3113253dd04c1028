package talpa.agent.window;

import android.app.WindowConfiguration;
import android.graphics.Point;
import android.graphics.Rect;
import android.hardware.display.DisplayManagerGlobal;
import android.view.Display;
import android.view.InsetsState;
import android.view.WindowInsets;
import android.view.WindowLayout;
import android.view.WindowManager.LayoutParams;
import android.window.ClientWindowFrames;

/**
 * The area of the display that a window may take: the framework places popups in it. Robolectric
 * tells a window its own frame only, and what a window was told last counts, so that a popup would
 * shrink to nothing once the system bars come or go.
 */
final class DisplayFrame {
  private DisplayFrame() {}

  /** Completes what a window is told of its frames, by the window manager's own rules. */
  static void tell(LayoutParams window, InsetsState insets, ClientWindowFrames out) {
    Display display = DisplayManagerGlobal.getInstance().getRealDisplay(Display.DEFAULT_DISPLAY);
    Point size = new Point();
    display.getRealSize(size);
    Rect cutoutSafe = new Rect();
    insets.getDisplayCutoutSafe(cutoutSafe);
    ClientWindowFrames frames = new ClientWindowFrames();
    new WindowLayout()
        .computeFrames(
            window,
            insets,
            cutoutSafe,
            new Rect(0, 0, size.x, size.y),
            WindowConfiguration.WINDOWING_MODE_FULLSCREEN,
            WindowLayout.UNSPECIFIED_LENGTH,
            WindowLayout.UNSPECIFIED_LENGTH,
            WindowInsets.Type.defaultVisible(),
            1,
            frames);
    out.displayFrame.set(frames.displayFrame);
  }
}
