package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Rect;
import android.os.Build;
import android.os.IBinder;
import android.view.InputEvent;
import android.view.InputEventReceiver;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/** One window of the app: a view tree with its root. */
public final class RootWindow {
  private final ViewRootImpl impl;
  private final View view;
  private final LayoutParams params;
  private final Rect frame;
  private final int pan;

  RootWindow(ViewRootImpl impl, View view, LayoutParams params) {
    this.impl = impl;
    this.view = view;
    this.params = params;
    int[] at = new int[2];
    view.getLocationOnScreen(at);
    pan = reflector(Root.class, impl).getCurScrollY();
    at[1] += pan;
    frame = new Rect(at[0], at[1], at[0] + view.getWidth(), at[1] + view.getHeight());
  }

  /** The root of the view tree. */
  public View view() {
    return view;
  }

  /** How the window was added. */
  public LayoutParams params() {
    return params;
  }

  /** Where the window is on the screen, in pixels. */
  public Rect frame() {
    return new Rect(frame);
  }

  /**
   * Pixels by which what is in the window is moved up, so that the keyboard covers no text field.
   */
  public int pan() {
    return pan;
  }

  ViewRootImpl impl() {
    return impl;
  }

  /** The token that sub-windows of this window name. */
  IBinder windowToken() {
    return view.getWindowToken();
  }

  boolean has(int flag) {
    return (params.flags & flag) != 0;
  }

  boolean focusable() {
    return !has(LayoutParams.FLAG_NOT_FOCUSABLE);
  }

  /** Whether it takes all touches that no window above it takes: what is below is out of reach. */
  public boolean modal() {
    return !has(LayoutParams.FLAG_NOT_TOUCH_MODAL | LayoutParams.FLAG_NOT_FOCUSABLE);
  }

  boolean contains(float x, float y) {
    return frame.contains((int) x, (int) y);
  }

  /** Gives the window an event in its own coordinates; runs app code. */
  void send(InputEvent e) {
    reflector(Root.class, impl).enqueueInputEvent(e, null, 0, true);
  }

  /** Tells the window that it got or lost the focus. */
  void focus(boolean has) {
    if (Platform.has(Build.VERSION_CODES.S)) {
      impl.windowFocusChanged(has);
    } else {
      reflector(Root.class, impl).windowFocusChanged(has, true);
    }
  }

  /** The title that the window was given, or its type. */
  String title() {
    CharSequence t = params.getTitle();
    return t == null || t.length() == 0 ? "window type " + params.type : t.toString();
  }

  /** Access to the root. */
  @ForType(ViewRootImpl.class)
  interface Root {
    @Accessor("mCurScrollY")
    int getCurScrollY();

    void windowFocusChanged(boolean has, boolean touchMode);

    void enqueueInputEvent(
        InputEvent e, InputEventReceiver receiver, int flags, boolean processImmediately);
  }
}
