package dev.talpa.field;

import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION;
import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION_ATTACHED_DIALOG;
import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION_MEDIA;
import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION_OVERLAY;
import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION_PANEL;
import static android.view.WindowManager.LayoutParams.TYPE_APPLICATION_SUB_PANEL;
import static android.view.WindowManager.LayoutParams.TYPE_BASE_APPLICATION;
import static android.view.WindowManager.LayoutParams.TYPE_INPUT_METHOD;
import static android.view.WindowManager.LayoutParams.TYPE_KEYGUARD_DIALOG;
import static android.view.WindowManager.LayoutParams.TYPE_PHONE;
import static android.view.WindowManager.LayoutParams.TYPE_STATUS_BAR;
import static android.view.WindowManager.LayoutParams.TYPE_SYSTEM_ALERT;
import static android.view.WindowManager.LayoutParams.TYPE_SYSTEM_DIALOG;
import static android.view.WindowManager.LayoutParams.TYPE_SYSTEM_ERROR;
import static android.view.WindowManager.LayoutParams.TYPE_SYSTEM_OVERLAY;
import static android.view.WindowManager.LayoutParams.TYPE_TOAST;
import static android.view.WindowManager.LayoutParams.TYPE_WALLPAPER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest;
import android.app.Activity;
import android.app.AlertDialog;
import android.app.Dialog;
import android.content.Context;
import android.graphics.Point;
import android.graphics.Rect;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.Gravity;
import android.view.KeyEvent;
import android.view.MotionEvent;
import android.view.View;
import android.view.WindowInsets;
import android.view.WindowInsetsController;
import android.view.WindowManager;
import android.view.WindowManager.BadTokenException;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.InputMethodManager;
import android.widget.Button;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.PopupWindow;
import android.widget.TextView;
import android.widget.Toast;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Windows: which may be added, who gets touches and keys, what comes and goes with the keyboard.
 */
class WindowsTest extends FieldTest {
  /** A screen with a button at its top and a field below, which notes what it is told. */
  public static final class Home extends Screen {
    Button button;
    EditText field;
    boolean eatsBack;

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      button = new Button(this);
      button.setOnClickListener(v -> say("click"));
      field = new EditText(this);
      LinearLayout all = new LinearLayout(this);
      all.setOrientation(LinearLayout.VERTICAL);
      all.addView(button, 400, 200);
      all.addView(field, 400, 200);
      setContentView(all);
    }

    @Override
    public void onWindowFocusChanged(boolean has) {
      say(has ? "focus" : "no focus");
    }

    @Override
    public void onBackPressed() {
      say("back");
      if (!eatsBack) {
        super.onBackPressed();
      }
    }

    @Override
    public boolean onKeyDown(int code, KeyEvent e) {
      if (code == KeyEvent.KEYCODE_F1) {
        say("key down");
      }
      return super.onKeyDown(code, e);
    }

    @Override
    public boolean onKeyUp(int code, KeyEvent e) {
      if (code == KeyEvent.KEYCODE_F1) {
        say("key up");
      }
      return super.onKeyUp(code, e);
    }
  }

  private Home home;

  @Override
  void prepare() {
    home = open(Home.class);
    said();
  }

  private Dialog dialog() {
    Dialog[] made = {null};
    main(() -> made[0] = newDialog());
    return made[0];
  }

  /** A dialog with a button, made on the main thread. */
  private Dialog newDialog() {
    Dialog d = new Dialog(home);
    Button inside = new Button(home);
    inside.setOnClickListener(v -> say("inside"));
    inside.setId(1);
    d.setContentView(inside, new FrameLayout.LayoutParams(200, 200));
    d.setOnCancelListener(x -> say("cancelled"));
    d.setOnDismissListener(x -> say("dismissed"));
    return d;
  }

  // ---- who may add windows ----

  private static void assertBadToken(String token, Runnable r) {
    Exception e = assertThrows(BadTokenException.class, r::run);
    String text = "Unable to add window -- token " + token;
    assertTrue(e.getMessage().startsWith(text), e.getMessage());
    assertTrue(e.getMessage().endsWith(" is not valid; is your activity running?"), "" + e);
  }

  @Test
  void aDialogOfADestroyedActivityIsRefused() {
    main(home::finish);
    main(
        () -> {
          SystemClock.sleep(1000);
          assertBadToken("android.os.", () -> new Dialog(home).show());
        });
  }

  /** Android destroys an activity once the next one is idle, and short work ends before. */
  @Test
  void aDialogRightAfterTheEndOfAnActivityIsNot() {
    boolean[] gone = {false};
    main(
        () -> {
          home.finish();
          new Handler(Looper.getMainLooper())
              .postDelayed(
                  () -> {
                    gone[0] = home.isDestroyed();
                    new Dialog(home).show();
                  },
                  200);
        });
    rest(300);
    assertTrue(gone[0]);
    assertTrue(traces().isEmpty());
  }

  @Test
  void aDialogOfAFinishingActivityIsNot() {
    main(
        () -> {
          home.finish();
          new Dialog(home).show();
        });
    assertTrue(traces().isEmpty());
  }

  @Test
  void aDialogOfTheApplicationIsRefused() {
    main(
        () ->
            assertBadToken("null", () -> new AlertDialog.Builder(app(), 0).setMessage("m").show()));
  }

  @Test
  void aPopupOfAViewWithoutAWindowIsRefused() {
    PopupWindow p = new PopupWindow(new View(app()), 10, 10);
    main(() -> assertBadToken("null", () -> p.showAtLocation(new View(app()), 0, 0, 0)));
  }

  @Test
  void aPopupInTheWindowOfAPopupIsRefused() {
    View inside = new View(home);
    main(() -> new PopupWindow(inside, 100, 100).showAtLocation(home.field, Gravity.TOP, 0, 0));
    PopupWindow second = new PopupWindow(new View(home), 10, 10);
    main(() -> assertBadToken("android.view.ViewRootImpl$W@", () -> show(second, inside)));
    main(() -> second.showAsDropDown(inside));
    assertTrue(second.isShowing(), "it belongs to the activity's window then");
  }

  private static void show(PopupWindow p, View in) {
    p.showAtLocation(in, Gravity.CENTER, 0, 0);
  }

  @Test
  void aPopupBeforeTheFirstLayoutIsRefused() {
    Early.refused = null;
    open(Early.class);
    assertTrue(Early.refused.endsWith("token null is not valid; is your activity running?"));
  }

  /** Shows a popup in onCreate, when its views have no window yet. */
  public static final class Early extends Screen {
    static String refused;

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      View v = new View(this);
      setContentView(v);
      try {
        new PopupWindow(new View(this), 10, 10).showAtLocation(v, Gravity.CENTER, 0, 0);
      } catch (BadTokenException e) {
        refused = e.getMessage();
      }
    }
  }

  @Test
  void aWindowOverOtherAppsNeedsTheUsersLeave() {
    LayoutParams p = new LayoutParams(LayoutParams.TYPE_APPLICATION_OVERLAY);
    WindowManager all = app().getSystemService(WindowManager.class);
    main(
        () -> {
          Exception e =
              assertThrows(BadTokenException.class, () -> all.addView(new View(app()), p));
          assertTrue(e.getMessage().endsWith(" -- permission denied for window type 2038"), "" + e);
        });
  }

  /** What is said to a window of a type that names no token, "" if it is taken. */
  private static String added(int type) {
    String[] said = {""};
    WindowManager all = app().getSystemService(WindowManager.class);
    main(
        () -> {
          View v = new View(app());
          try {
            all.addView(v, new LayoutParams(type));
            all.removeViewImmediate(v);
          } catch (RuntimeException e) {
            said[0] = e.getMessage().replaceFirst(".* -- ", "");
          }
        });
    return said[0];
  }

  private static void assertAdded(String expected, int... types) {
    for (int type : types) {
      assertEquals(expected.replace("TYPE", "" + type), added(type), "type " + type);
    }
  }

  private static void mayCoverOtherApps(boolean may) {
    device(
        "permission",
        Map.of("grants", Map.of(Manifest.permission.SYSTEM_ALERT_WINDOW, Map.of("held", may))));
  }

  private static final String UNKNOWN = "token null is not valid; is your activity running?";
  private static final String DENIED = "permission denied for window type TYPE";

  @Test
  void aWindowWithoutATokenIsRefusedByItsType() {
    assertAdded(UNKNOWN, TYPE_BASE_APPLICATION, TYPE_APPLICATION, 99);
    assertAdded(UNKNOWN, TYPE_APPLICATION_PANEL, TYPE_APPLICATION_ATTACHED_DIALOG, 1999);
    assertAdded(UNKNOWN, TYPE_TOAST, TYPE_INPUT_METHOD, TYPE_WALLPAPER);
    assertAdded("the specified window type TYPE is not valid", -1, 0, 100, 999, 3000);
    assertAdded(DENIED, TYPE_STATUS_BAR, TYPE_SYSTEM_DIALOG, TYPE_KEYGUARD_DIALOG, 2999);
    assertAdded(DENIED, TYPE_PHONE, TYPE_SYSTEM_ALERT, TYPE_APPLICATION_OVERLAY);
    tap(home.button);
    assertSaid("click");
  }

  @Test
  void theUsersLeaveIsForOneTypeOfWindowSinceAndroid8() {
    mayCoverOtherApps(true);
    assertAdded("", TYPE_APPLICATION_OVERLAY);
    assertAdded(DENIED, TYPE_PHONE, TYPE_SYSTEM_ALERT, TYPE_SYSTEM_OVERLAY);
    mayCoverOtherApps(false);
    assertAdded(DENIED, TYPE_APPLICATION_OVERLAY);
  }

  @Test
  @Aimed(25)
  void beforeForAllWindowsOverOtherApps() {
    assertAdded(DENIED, TYPE_PHONE, TYPE_SYSTEM_ALERT);
    mayCoverOtherApps(true);
    assertAdded("", TYPE_PHONE, TYPE_SYSTEM_ALERT, TYPE_SYSTEM_ERROR);
    assertAdded("", TYPE_TOAST);
  }

  @Test
  @Aimed(22)
  void appsForAndroid5NeedThePermissionOfTheManifest() {
    assertAdded("", TYPE_PHONE, TYPE_SYSTEM_ALERT);
    mayCoverOtherApps(false);
    assertAdded(DENIED, TYPE_PHONE, TYPE_SYSTEM_ALERT);
  }

  @Test
  void aRefusedWindowLeavesNothingBehind() {
    main(() -> assertBadToken("null", () -> new Dialog(app()).show()));
    tap(home.button);
    assertSaid("click");
  }

  @Test
  void aViewIsAddedOnce() {
    View v = new View(home);
    main(
        () -> {
          home.getWindowManager().addView(v, new LayoutParams());
          Exception e =
              assertThrows(
                  IllegalStateException.class,
                  () -> home.getWindowManager().addView(v, new LayoutParams()));
          assertTrue(
              e.getMessage().endsWith(" has already been added to the window manager."), "" + e);
        });
  }

  @Test
  void aWindowThatIsNotThereCannotBeRemoved() {
    main(
        () -> {
          Exception e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> home.getWindowManager().removeView(new View(home)));
          assertTrue(e.getMessage().endsWith(" not attached to window manager"), "" + e);
        });
  }

  @Test
  void aLeakedDialogCannotBeDismissed() {
    Dialog d = dialog();
    main(d::show);
    main(home::finish);
    main(
        () -> {
          Exception e = assertThrows(IllegalArgumentException.class, d::dismiss);
          assertTrue(e.getMessage().endsWith(" not attached to window manager"), "" + e);
        });
  }

  // ---- who has the focus ----

  @Test
  void aDialogTakesTheFocusAndGivesItBack() {
    Dialog d = dialog();
    main(d::show);
    assertSaid("no focus");
    main(d::dismiss);
    assertSaid("dismissed", "focus");
  }

  @Test
  void aHiddenDialogGivesTheFocusBack() {
    Dialog d = dialog();
    main(d::show);
    said();
    main(d::hide);
    assertSaid("focus");
    tap(home.button);
    assertSaid("click");
    main(d::show);
    assertSaid("no focus");
    tap(d.findViewById(1));
    assertSaid("inside");
  }

  @Test
  void aDialogIsDismissedOnce() {
    Dialog d = dialog();
    main(d::show);
    main(
        () -> {
          d.dismiss();
          d.dismiss();
          d.cancel();
        });
    assertSaid("no focus", "dismissed", "cancelled", "focus");
  }

  @Test
  void aPopupWithoutFocusLeavesItWhereItIs() {
    PopupWindow p = new PopupWindow(new View(home), 100, 100);
    main(() -> p.showAtLocation(home.button, Gravity.CENTER, 0, 0));
    assertSaid("");
  }

  @Test
  void aToastIsNoWindowToTouch() {
    main(() -> Toast.makeText(home, "t", Toast.LENGTH_LONG).show());
    tap(home.button);
    assertSaid("click");
  }

  @Test
  void keysGoToTheWindowWithTheFocus() {
    key("F1");
    assertSaid("key down", "key up");
    Dialog d = dialog();
    main(d::show);
    said();
    key("F1");
    assertSaid("");
  }

  @Test
  void aListenerOfTheDialogSeesKeysFirst() {
    Dialog d = dialog();
    d.setOnKeyListener(
        (x, code, e) -> {
          say("key " + e.getAction());
          return true;
        });
    main(d::show);
    said();
    key("BACK");
    assertSaid("key 0", "key 1");
    assertTrue(d.isShowing());
  }

  // ---- who is touched ----

  @Test
  void backCancelsADialogThatCanBe() {
    Dialog d = dialog();
    main(d::show);
    said();
    key("BACK");
    assertSaid("cancelled", "dismissed", "focus");
    d.setCancelable(false);
    main(d::show);
    said();
    key("BACK");
    assertSaid("");
    assertTrue(d.isShowing());
  }

  @Test
  void aTouchOutsideCancelsADialogAndStaysThere() {
    Dialog d = dialog();
    main(d::show);
    said();
    tap(home.button);
    assertSaid("cancelled", "dismissed", "focus");
  }

  @Test
  void unlessItIsToldNotTo() {
    Dialog d = dialog();
    d.setCanceledOnTouchOutside(false);
    main(d::show);
    said();
    tap(home.button);
    assertSaid("");
    tap(d.findViewById(1));
    assertSaid("inside");
  }

  @Test
  void theLastDialogIsOnTop() {
    Dialog below = dialog();
    Dialog above = dialog();
    main(below::show);
    main(above::show);
    said();
    key("BACK");
    assertFalse(above.isShowing());
    assertTrue(below.isShowing());
  }

  @Test
  void aPopupWithFocusEatsTheTouchThatEndsIt() {
    PopupWindow p = new PopupWindow(new View(home), 100, 100, true);
    p.setOnDismissListener(() -> say("gone"));
    main(() -> p.showAtLocation(home.button, Gravity.BOTTOM, 0, 0));
    said();
    tap(home.button);
    assertSaid("gone", "focus");
  }

  @Test
  void aPopupThatWatchesOutsideLetsTheTouchThrough() {
    PopupWindow p = new PopupWindow(new View(home), 100, 100);
    p.setOutsideTouchable(true);
    p.setOnDismissListener(() -> say("gone"));
    main(() -> p.showAtLocation(home.button, Gravity.BOTTOM, 0, 0));
    said();
    tap(home.button);
    assertSaid("gone", "click");
  }

  @Test
  void aWindowThatIsNotTouchableIsLookedThrough() {
    LayoutParams p = new LayoutParams(LayoutParams.TYPE_APPLICATION_PANEL);
    p.flags = LayoutParams.FLAG_NOT_TOUCHABLE | LayoutParams.FLAG_NOT_FOCUSABLE;
    p.token = home.button.getWindowToken();
    View cover = new View(home);
    cover.setOnTouchListener(
        (v, e) -> {
          say("cover");
          return true;
        });
    main(() -> home.getWindowManager().addView(cover, p));
    tap(home.button);
    assertSaid("click");
  }

  private void addFlags(Dialog d, int flags) {
    d.getWindow().addFlags(flags);
    d.setCanceledOnTouchOutside((flags & LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH) != 0);
    main(d::show);
    said();
  }

  @Test
  void touchesBesideADialogThatIsNotModalGoThroughAndKeysDoNot() {
    Dialog d = dialog();
    addFlags(d, LayoutParams.FLAG_NOT_TOUCH_MODAL);
    tap(home.button);
    assertSaid("click");
    key("F1");
    assertSaid("");
    tap(d.findViewById(1));
    assertSaid("inside");
  }

  @Test
  void aDialogThatTakesNoFocusIsNotModalEither() {
    Dialog d = dialog();
    addFlags(d, LayoutParams.FLAG_NOT_FOCUSABLE);
    tap(home.button);
    key("F1");
    tap(d.findViewById(1));
    assertSaid("click", "key down", "key up", "inside");
  }

  @Test
  void aDialogThatWatchesOutsideIsCancelledByATouchThatGoesThrough() {
    addFlags(dialog(), LayoutParams.FLAG_NOT_TOUCH_MODAL | LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH);
    tap(home.button);
    assertSaid("cancelled", "dismissed", "focus", "click");
  }

  /** Adds a window that belongs to the activity's and covers the button; it says its touches. */
  private View cover(String name, int type, int flags) {
    LayoutParams p = new LayoutParams(type);
    p.flags = LayoutParams.FLAG_NOT_FOCUSABLE | flags;
    p.token = type >= LayoutParams.FIRST_SYSTEM_WINDOW ? null : home.button.getWindowToken();
    p.gravity = Gravity.TOP | Gravity.START;
    p.width = home.button.getRight();
    p.height = middle(home.button).y + home.button.getHeight() / 2;
    View cover = new View(home);
    cover.setOnTouchListener(
        (v, e) -> {
          if (e.getActionMasked() != MotionEvent.ACTION_UP) {
            say(name + (e.getActionMasked() == MotionEvent.ACTION_OUTSIDE ? " outside" : ""));
          }
          return true;
        });
    main(() -> home.getWindowManager().addView(cover, p));
    return cover;
  }

  @Test
  void windowsOfAWindowLieInTheOrderOfTheirTypes() {
    record Case(int first, int second, String touched) {}
    for (Case c :
        List.of(
            new Case(TYPE_APPLICATION_PANEL, TYPE_APPLICATION_PANEL, "second"),
            new Case(TYPE_APPLICATION_PANEL, TYPE_APPLICATION_ATTACHED_DIALOG, "second"),
            new Case(TYPE_APPLICATION_ATTACHED_DIALOG, TYPE_APPLICATION_PANEL, "second"),
            new Case(TYPE_APPLICATION_PANEL, TYPE_APPLICATION_SUB_PANEL, "second"),
            new Case(TYPE_APPLICATION_SUB_PANEL, TYPE_APPLICATION_PANEL, "first"),
            new Case(
                LayoutParams.TYPE_APPLICATION_ABOVE_SUB_PANEL, TYPE_APPLICATION_SUB_PANEL, "first"),
            new Case(
                TYPE_APPLICATION_MEDIA, LayoutParams.TYPE_APPLICATION_MEDIA_OVERLAY, "click"))) {
      View first = cover("first", c.first, 0);
      View second = cover("second", c.second, 0);
      tap(home.button);
      assertEquals(c.touched, said(), c::toString);
      main(
          () -> {
            home.getWindowManager().removeView(second);
            home.getWindowManager().removeView(first);
          });
    }
  }

  @Test
  void aWindowThatIsNotTouchableHearsOfTouchesItWatchesFor() {
    int watching = LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH;
    cover("below", TYPE_APPLICATION_PANEL, watching);
    cover("above", TYPE_APPLICATION_PANEL, watching | LayoutParams.FLAG_NOT_TOUCHABLE);
    tap(home.button);
    assertSaid("above outside", "below");
    tap(home.field);
    assertSaid("above outside", "below outside");
  }

  @Test
  void aWindowThatIsMovedOrGoneIsTouchedWhereItIs() {
    View cover = cover("cover", TYPE_APPLICATION_PANEL, 0);
    LayoutParams p = (LayoutParams) cover.getLayoutParams();
    p.y = middle(home.field).y + home.field.getHeight();
    main(() -> home.getWindowManager().updateViewLayout(cover, p));
    tap(home.button);
    assertSaid("click");
    tap(9, p.y + 9);
    assertSaid("cover");
    main(() -> cover.setVisibility(View.GONE));
    tap(9, p.y + 9);
    assertSaid("");
    p.y = 0;
    main(
        () -> {
          cover.setVisibility(View.VISIBLE);
          home.getWindowManager().updateViewLayout(cover, p);
        });
    tap(home.button);
    assertSaid("cover");
    main(() -> home.getWindowManager().removeViewImmediate(cover));
    tap(home.button);
    assertSaid("click");
  }

  @Test
  void aWindowOverOtherAppsIsOverDialogsTooAndStaysAtHome() {
    mayCoverOtherApps(true);
    cover("overlay", TYPE_APPLICATION_OVERLAY, 0);
    main(dialog()::show);
    said();
    tap(9, 9);
    assertSaid("overlay");
    device("home", Map.of());
    said();
    tap(9, 9);
    assertSaid("overlay");
  }

  @Test
  void aGestureBelongsToTheWindowThatItBeganIn() {
    Dialog[] d = {null};
    main(
        () ->
            home.button.setOnTouchListener(
                (v, e) -> {
                  say("touch " + e.getActionMasked());
                  if (e.getActionMasked() == MotionEvent.ACTION_DOWN) {
                    d[0] = newDialog();
                    d[0].show();
                  }
                  return true;
                }));
    int[] at = new int[2];
    home.button.getLocationOnScreen(at);
    for (String action : new String[] {"down", "move", "up"}) {
      device("motion", Map.of("action", action, "x", at[0] + 9, "y", at[1] + 9));
    }
    assertTrue(said().replace("no focus, ", "").startsWith("touch 0, touch 2, "));
    assertTrue(d[0].isShowing());
  }

  @Test
  void aParentThatInterceptsCancelsItsChild() {
    FrameLayout parent =
        new FrameLayout(home) {
          @Override
          public boolean onInterceptTouchEvent(MotionEvent e) {
            return e.getActionMasked() == MotionEvent.ACTION_MOVE;
          }

          @Override
          public boolean onTouchEvent(MotionEvent e) {
            say("parent " + e.getActionMasked());
            return true;
          }
        };
    View child = new View(home);
    child.setOnTouchListener(
        (v, e) -> {
          say("child " + e.getActionMasked());
          return true;
        });
    parent.addView(child);
    main(() -> home.setContentView(parent));
    device("swipe", Map.of("x1", 300, "y1", 400, "x2", 300, "y2", 500, "ms", 48));
    assertTrue(said().startsWith("child 0, child 3, parent 2, "));
  }

  // ---- the soft keyboard ----

  private boolean keyboard() {
    return home.getWindow().getDecorView().getRootWindowInsets().isVisible(WindowInsets.Type.ime());
  }

  @Test
  void aTapOnAFieldBringsTheKeyboardAndBackTakesItFirst() {
    assertFalse(keyboard());
    tap(home.field);
    assertTrue(keyboard());
    key("BACK");
    assertFalse(keyboard());
    assertSaid("");
    home.eatsBack = true;
    key("BACK");
    assertSaid("back");
  }

  @Test
  void resizedWindowsGetSmallerByTheKeyboard() {
    main(() -> home.getWindow().setSoftInputMode(LayoutParams.SOFT_INPUT_ADJUST_RESIZE));
    Rect before = new Rect();
    home.field.getWindowVisibleDisplayFrame(before);
    tap(home.field);
    Rect after = new Rect();
    home.field.getWindowVisibleDisplayFrame(after);
    assertEquals(246 * 2, before.bottom - after.bottom);
  }

  @Test
  void aPopupKeepsItsSizeWhenTheSystemBarsComeAndGo() {
    Button inside = new Button(home);
    PopupWindow popup = new PopupWindow(inside, 300, 200);
    main(() -> popup.showAsDropDown(home.button));
    for (boolean bars : new boolean[] {false, true}) {
      main(
          () -> {
            WindowInsetsController c = home.getWindow().getInsetsController();
            if (bars) {
              c.show(WindowInsets.Type.systemBars());
            } else {
              c.hide(WindowInsets.Type.systemBars());
            }
          });
      assertEquals("300 x 200", inside.getWidth() + " x " + inside.getHeight(), "bars " + bars);
      Rect visible = new Rect();
      home.field.getWindowVisibleDisplayFrame(visible);
      assertEquals(home.getWindow().getDecorView().getHeight(), visible.bottom, "bars " + bars);
    }
  }

  @Test
  void theKeyboardIsForTheFieldWithTheFocus() {
    InputMethodManager m =
        (InputMethodManager) app().getSystemService(Context.INPUT_METHOD_SERVICE);
    main(
        () -> {
          home.button.setFocusableInTouchMode(true);
          home.button.requestFocus();
          assertFalse(m.showSoftInput(home.field, 0));
          home.field.requestFocus();
          assertTrue(m.showSoftInput(home.field, 0));
        });
    assertTrue(keyboard());
    main(() -> assertTrue(m.hideSoftInputFromWindow(home.field.getWindowToken(), 0)));
    assertFalse(keyboard());
  }

  @Test
  void textGoesToTheFieldWithTheFocus() {
    tap(home.field);
    device("text", Map.of("text", "ab\u00e9"));
    assertEquals("ab\u00e9", home.field.getText().toString());
    device("clear", Map.of());
    assertEquals("", home.field.getText().toString());
  }

  @Test
  void theActionKeyIsToldToTheListener() {
    main(
        () ->
            home.field.setOnEditorActionListener(
                (v, action, e) -> {
                  say("action " + action);
                  return true;
                }));
    tap(home.field);
    device("editoraction", Map.of("action", "search"));
    assertSaid("action 3");
  }

  @Test
  void theKeyboardGoesWithTheFocusOfItsWindow() {
    tap(home.field);
    Dialog d = dialog();
    main(d::show);
    assertFalse(keyboard());
  }

  // ---- windows and activities ----

  @Test
  void aWindowLosesTheFocusAtHome() {
    device("home", Map.of());
    assertTrue(said().contains("no focus"));
    device("recents", Map.of());
    assertTrue(said().endsWith("Home restart, Home start, Home resume, focus"));
  }

  @Test
  void aDialogGoesAndComesWithItsActivity() {
    Dialog d = dialog();
    main(d::show);
    device("home", Map.of());
    device("recents", Map.of());
    assertTrue(d.isShowing());
    said();
    tap(d.findViewById(1));
    assertSaid("inside");
  }

  @Test
  void aDialogOfTheActivityBelowIsOutOfReach() {
    Dialog d = dialog();
    main(d::show);
    Point inside = middle(d.findViewById(1));
    open(Early.class);
    said();
    tap(inside.x, inside.y);
    assertFalse(said().contains("inside"));
    main(() -> screen(Early.class).finish());
    said();
    tap(inside.x, inside.y);
    assertSaid("inside");
  }

  @Test
  void aPopupOfAFinishedActivityMayBeDismissed() {
    PopupWindow p = new PopupWindow(new View(home), 100, 100);
    main(() -> show(p, home.button));
    main(home::finish);
    main(p::dismiss);
    assertTrue(traces().isEmpty());
    assertFalse(p.isShowing());
  }

  @Test
  void aDropDownLiesBelowItsAnchorOrAboveWhereThereIsNoRoom() {
    View inside = new View(home);
    PopupWindow p = new PopupWindow(inside, 100, 300);
    main(() -> p.showAsDropDown(home.button));
    assertEquals(home.button.getHeight(), distance(home.button, inside));
    assertFalse(p.isAboveAnchor());
    main(p::dismiss);
    View bottom = new View(home);
    main(() -> home.addContentView(bottom, new FrameLayout.LayoutParams(100, 100, Gravity.BOTTOM)));
    main(() -> p.showAsDropDown(bottom));
    assertEquals(-300, distance(bottom, inside));
    assertTrue(p.isAboveAnchor());
  }

  /** How much lower the top of one view is than that of another. */
  private static int distance(View from, View to) {
    int[] a = new int[2];
    int[] b = new int[2];
    from.getLocationOnScreen(a);
    to.getLocationOnScreen(b);
    return b[1] - a[1];
  }

  @Test
  void theButtonsOfAnAlertEndItButNotItsTitle() {
    AlertDialog[] d = {null};
    main(
        () ->
            d[0] =
                new AlertDialog.Builder(home)
                    .setTitle("t")
                    .setItems(new String[] {"a", "b"}, (x, which) -> say("item " + which))
                    .setPositiveButton("p", (x, which) -> say("button " + which))
                    .setNegativeButton("n", null)
                    .setOnDismissListener(x -> say("dismissed"))
                    .create());
    for (String[] c : new String[][] {{"p", "button -1"}, {"n", null}, {"b", "item 1"}}) {
      main(d[0]::show);
      said();
      View decor = d[0].getWindow().getDecorView();
      tap(labelled(decor, "t"));
      assertSaid("");
      tap(labelled(decor, c[0]));
      assertSaid(c[1] == null ? "dismissed, focus" : c[1] + ", dismissed, focus");
    }
  }

  private static View labelled(View in, String text) {
    ArrayList<View> found = new ArrayList<>();
    in.findViewsWithText(found, text, View.FIND_VIEWS_WITH_TEXT);
    found.removeIf(
        v -> !v.isShown() || !(v instanceof TextView t && text.contentEquals(t.getText())));
    return found.get(0);
  }

  @Test
  void aDialogOfTheActivityEndsWithARecreation() {
    Dialog d = dialog();
    main(d::show);
    Activity before = home;
    device("rotate", Map.of("rotation", 1));
    assertTrue(before.isDestroyed());
    said();
    key("BACK");
    assertTrue(said().startsWith("back"), "no dialog is in the way");
  }
}
