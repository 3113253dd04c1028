package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Point;
import android.graphics.Rect;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.util.TypedValue;
import android.view.InsetsController;
import android.view.InsetsSource;
import android.view.InsetsState;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowInsets;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.InputMethodManager;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;
import talpa.agent.process.PerApp;

/**
 * The soft keyboard: the window that it types into, and the area that it takes of the screen. That
 * window is told of it by its insets, so that the framework resizes or pans what is in it.
 *
 * <p>Touches go through the keyboard to what lies below: text comes from events, and no event of a
 * person who looks at the screen hits a key. What a window asked of the keyboard is forgotten when
 * it loses the focus.
 */
public final class SoftKeyboard {
  /** Heights of the platform's own keyboard with its line of suggestions, in dp. */
  private static final int UPRIGHT_DP = 246;

  private static final int LYING_DP = 216;

  private static final PerApp<SoftKeyboard> KEYBOARD = PerApp.of(SoftKeyboard::new);

  /** By which number the insets know the keyboard. */
  private static final int SOURCE =
      Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE) ? InsetsSource.ID_IME : 13;

  private ViewRootImpl target;
  private boolean explicit;
  private boolean forced;

  private SoftKeyboard() {}

  static boolean shown() {
    return KEYBOARD.get().target != null;
  }

  /** The area of the keyboard on the screen, in pixels; empty while it is hidden. */
  public static Rect area() {
    ViewRootImpl target = KEYBOARD.get().target;
    return target == null ? new Rect() : area(target);
  }

  private static Rect area(ViewRootImpl root) {
    View v = root.getView();
    Point size = new Point();
    v.getDisplay().getRealSize(size);
    float dp = size.x < size.y ? UPRIGHT_DP : LYING_DP;
    float height =
        TypedValue.applyDimension(
            TypedValue.COMPLEX_UNIT_DIP, dp, v.getResources().getDisplayMetrics());
    return new Rect(0, size.y - Math.min(Math.round(height), size.y / 2), size.x, size.y);
  }

  /**
   * Shows the keyboard for the window that has the focus.
   *
   * @param flags those of {@link InputMethodManager#showSoftInput(View, int)}
   */
  static void show(ViewRootImpl root, int flags) {
    SoftKeyboard k = KEYBOARD.get();
    k.explicit |= (flags & InputMethodManager.SHOW_IMPLICIT) == 0;
    k.forced |= (flags & InputMethodManager.SHOW_FORCED) != 0;
    k.move(root);
  }

  /**
   * Hides the keyboard unless it was asked for in stronger words.
   *
   * @param flags those of {@link InputMethodManager#hideSoftInputFromWindow}
   * @return whether it is hidden now
   */
  static boolean hide(int flags) {
    SoftKeyboard k = KEYBOARD.get();
    boolean kept =
        (flags & InputMethodManager.HIDE_IMPLICIT_ONLY) != 0 && (k.explicit || k.forced)
            || (flags & InputMethodManager.HIDE_NOT_ALWAYS) != 0 && k.forced;
    if (k.target != null && !kept) {
      k.move(null);
    }
    return !kept;
  }

  private void move(ViewRootImpl to) {
    ViewRootImpl from = target;
    target = to;
    if (to == null) {
      explicit = false;
      forced = false;
    }
    if (from != to) {
      tell(from);
      tell(to);
    }
  }

  private static void tell(ViewRootImpl root) {
    if (root == null || root.getView() == null) {
      return;
    }
    if (Looper.myLooper() != Looper.getMainLooper()) {
      new Handler(Looper.getMainLooper()).post(() -> tell(root));
      return;
    }
    InsetsController c = root.getInsetsController();
    c.onStateChanged(c.getState());
  }

  /** What the window of a controller is to know of the state that the window manager gives it. */
  static InsetsState seenBy(InsetsController controller, InsetsState given) {
    ViewRootImpl target = KEYBOARD.get().target;
    boolean here = target != null && target.getInsetsController() == controller;
    if (!here && given.peekSource(SOURCE) == null) {
      return given;
    }
    InsetsState s = new InsetsState(given, true);
    s.removeSource(SOURCE);
    if (here && target.getView() != null) {
      show(s, area(target));
    }
    return s;
  }

  private static void show(InsetsState s, Rect area) {
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      s.getOrCreateSource(SOURCE, WindowInsets.Type.ime()).setFrame(area).setVisible(true);
      return;
    }
    ElevenSource source =
        reflector(ElevenSource.class, reflector(ElevenState.class, s).getSource(SOURCE));
    source.setFrame(area);
    source.setVisible(true);
  }

  /** The state of insets in Android 11. */
  @ForType(InsetsState.class)
  interface ElevenState {
    InsetsSource getSource(int type);
  }

  /** A source of insets in Android 11. */
  @ForType(InsetsSource.class)
  interface ElevenSource {
    void setFrame(Rect area);

    void setVisible(boolean visible);
  }

  /**
   * A window got the focus: what becomes of the keyboard follows from the window's soft input mode,
   * by the rules of the platform's InputMethodManagerService, but for one: where the mode says
   * nothing, the keyboard does not come by itself, as on a phone with a hardware keyboard.
   */
  static void focusGained(ViewRootImpl root) {
    LayoutParams attrs = reflector(Root.class, root).getWindowAttributes();
    View v = root.getView() == null ? null : root.getView().findFocus();
    boolean editor = v != null && v.onCheckIsTextEditor();
    int mode = attrs.softInputMode;
    boolean forward = (mode & LayoutParams.SOFT_INPUT_IS_FORWARD_NAVIGATION) != 0;
    boolean show =
        editor
            && LayoutParams.mayUseInputMethod(attrs.flags)
            && switch (mode & LayoutParams.SOFT_INPUT_MASK_STATE) {
              case LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE -> true;
              case LayoutParams.SOFT_INPUT_STATE_VISIBLE -> forward || shown();
              case LayoutParams.SOFT_INPUT_STATE_HIDDEN -> !forward && shown();
              case LayoutParams.SOFT_INPUT_STATE_UNSPECIFIED,
                      LayoutParams.SOFT_INPUT_STATE_UNCHANGED ->
                  shown();
              default -> false;
            };
    KEYBOARD.get().move(show ? root : null);
  }

  /** No window has the focus any more. */
  static void focusLost() {
    KEYBOARD.get().move(null);
  }

  /** Fields of the root. */
  @ForType(ViewRootImpl.class)
  interface Root {
    @Accessor("mWindowAttributes")
    LayoutParams getWindowAttributes();
  }
}
