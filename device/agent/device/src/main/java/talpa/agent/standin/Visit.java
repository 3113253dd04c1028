package talpa.agent.standin;

import android.app.Activity;
import android.content.Context;
import android.content.Intent;
import android.os.IBinder;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import android.widget.FrameLayout;
import org.robolectric.shadows.ShadowDisplay;

/** A user's stay in another app: a window with its screen, until the user leaves it. */
public final class Visit {
  /** Receives what the other app answers. */
  public interface Leave {
    /**
     * The user is done.
     *
     * @param code RESULT_OK or RESULT_CANCELED
     * @param data what the other app returns, or null
     */
    void with(int code, Intent data);
  }

  private static final float DIM = 0.6f;

  /** Windows are added on the main thread only. */
  private static boolean above;

  private final String component;
  private final Screen screen;
  private final Leave leave;
  private Widgets widgets;
  private FrameLayout window;

  /**
   * A stay that has not begun.
   *
   * @param component the other app's activity, "package/class"
   */
  public Visit(String component, Screen screen, Leave leave) {
    this.component = component;
    this.screen = screen;
    this.leave = leave;
  }

  /** Whether the app below stays in view. */
  public boolean dialog() {
    return screen.dialog();
  }

  /** Whether the window that is being added is the system's own: no app may have one above all. */
  public static boolean opensAbove() {
    return above;
  }

  /** Shows the screen in a window of the system, above all of the app's. */
  public void openAbove() {
    above = true;
    try {
      open(null);
    } finally {
      above = false;
    }
  }

  /** Shows the screen in a window of that activity. */
  public void open(IBinder token) {
    widgets = Widgets.of(component.substring(0, component.indexOf('/')), screen.dialog());
    window = new Window(widgets.context());
    redraw();
    LayoutParams p =
        new LayoutParams(
            above ? LayoutParams.TYPE_STATUS_BAR_SUB_PANEL : LayoutParams.TYPE_BASE_APPLICATION);
    p.token = token;
    p.packageName = widgets.packageName();
    p.setTitle(component);
    if (screen.dialog()) {
      p.width = LayoutParams.WRAP_CONTENT;
      p.height = LayoutParams.WRAP_CONTENT;
      p.gravity = Gravity.CENTER;
      p.flags |= LayoutParams.FLAG_DIM_BEHIND;
      p.dimAmount = DIM;
    }
    WindowManagerGlobal.getInstance()
        .addView(window, p, ShadowDisplay.getDefaultDisplay(), null, 0);
  }

  /** Closes the window; the stay is over. */
  public void close() {
    if (window != null) {
      WindowManagerGlobal.getInstance().removeView(window, true);
      window = null;
    }
  }

  /** Opens the window anew, for a display that changed. */
  public void reopen(IBinder token) {
    close();
    open(token);
  }

  /** Draws the screen again, after it changed. */
  void redraw() {
    window.removeAllViews();
    window.addView(
        screen.draw(widgets, this),
        new FrameLayout.LayoutParams(
            ViewGroup.LayoutParams.MATCH_PARENT,
            screen.dialog()
                ? ViewGroup.LayoutParams.WRAP_CONTENT
                : ViewGroup.LayoutParams.MATCH_PARENT));
  }

  /** The user is done; the data may be null. */
  public void ok(Intent data) {
    leave.with(Activity.RESULT_OK, data);
  }

  /** The user gives up. */
  public void cancel() {
    leave.with(Activity.RESULT_CANCELED, null);
  }

  /** The root of the window: the back key leaves it, and of a prompt a touch beside it. */
  private final class Window extends FrameLayout {
    private final boolean prompt = above;

    Window(Context c) {
      super(c);
      setFocusableInTouchMode(true);
    }

    @Override
    public boolean dispatchKeyEvent(KeyEvent e) {
      if (super.dispatchKeyEvent(e)) {
        return true;
      }
      if (e.getKeyCode() != KeyEvent.KEYCODE_BACK) {
        return false;
      }
      if (e.getAction() == KeyEvent.ACTION_UP) {
        cancel();
      }
      return true;
    }

    @Override
    public boolean onTouchEvent(MotionEvent e) {
      boolean beside =
          e.getX() < 0 || e.getY() < 0 || e.getX() >= getWidth() || e.getY() >= getHeight();
      if (beside && prompt && e.getAction() == MotionEvent.ACTION_UP) {
        cancel();
      }
      return true;
    }

    @Override
    public CharSequence getAccessibilityClassName() {
      return FrameLayout.class.getName();
    }

    @Override
    public void onViewAdded(View child) {
      super.onViewAdded(child);
      requestLayout();
    }
  }
}
