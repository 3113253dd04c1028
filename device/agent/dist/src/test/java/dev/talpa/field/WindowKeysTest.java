package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Dialog;
import android.content.Context;
import android.os.Bundle;
import android.os.ResultReceiver;
import android.text.Editable;
import android.text.InputFilter;
import android.text.InputType;
import android.text.TextWatcher;
import android.view.KeyEvent;
import android.view.View;
import android.view.WindowInsets;
import android.view.WindowManager.LayoutParams;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputMethodManager;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys, typed text, and when the soft keyboard comes and goes. */
class WindowKeysTest extends FieldTest {
  private WindowsTest.Home home;
  private InputMethodManager keyboard;

  @Override
  void prepare() {
    home = open(WindowsTest.Home.class);
    keyboard = (InputMethodManager) app().getSystemService(Context.INPUT_METHOD_SERVICE);
    said();
  }

  private static boolean shown() {
    return device("state", Map.of()).get("keyboard").equals(true);
  }

  private static void text(String text) {
    device("text", Map.of("text", text));
  }

  @Test
  void aViewWithTheFocusMayHideIt() {
    tap(home.field);
    main(
        () -> {
          assertFalse(keyboard.hideSoftInputFromView(home.button, 0));
          assertTrue(keyboard.isAcceptingText());
          assertTrue(keyboard.hideSoftInputFromView(home.field, 0));
        });
    assertFalse(shown());
  }

  private static void action(String action) {
    device("editoraction", Map.of("action", action));
  }

  // ---- when it comes and goes ----

  /** Opens a dialog with a field that has the focus; true if the keyboard is there then. */
  private boolean shownFor(int mode, boolean editor) {
    main(
        () -> {
          Dialog d = new Dialog(home);
          View inside = editor ? new EditText(home) : new View(home);
          inside.setFocusableInTouchMode(true);
          d.setContentView(inside, new LayoutParams(400, 200));
          d.getWindow().setSoftInputMode(mode);
          inside.requestFocus();
          d.show();
        });
    boolean is = shown();
    key("BACK");
    if (is) {
      key("BACK");
    }
    return is;
  }

  @Test
  void aNewWindowShowsItByItsMode() {
    record Mode(int state, boolean fresh, boolean before) {}
    for (Mode m :
        List.of(
            new Mode(LayoutParams.SOFT_INPUT_STATE_UNSPECIFIED, false, true),
            new Mode(LayoutParams.SOFT_INPUT_STATE_UNCHANGED, false, true),
            new Mode(LayoutParams.SOFT_INPUT_STATE_HIDDEN, false, false),
            new Mode(LayoutParams.SOFT_INPUT_STATE_ALWAYS_HIDDEN, false, false),
            new Mode(LayoutParams.SOFT_INPUT_STATE_VISIBLE, true, true),
            new Mode(LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE, true, true))) {
      assertEquals(m.fresh, shownFor(m.state, true), m::toString);
      tap(home.field);
      assertTrue(shown());
      assertEquals(m.before, shownFor(m.state, true), m + " over one that showed it");
      tap(home.field);
      assertFalse(shownFor(m.state, false), m + " without a field");
    }
  }

  @Test
  void theEndOfADialogIsNoReasonToShowItUnlessTheWindowAlwaysWantsIt() {
    for (int state :
        new int[] {
          LayoutParams.SOFT_INPUT_STATE_VISIBLE, LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE
        }) {
      main(
          () -> {
            home.getWindow().setSoftInputMode(state);
            home.field.requestFocus();
          });
      assertFalse(shownFor(LayoutParams.SOFT_INPUT_STATE_UNSPECIFIED, false));
      assertEquals(state == LayoutParams.SOFT_INPUT_STATE_ALWAYS_VISIBLE, shown());
    }
  }

  @Test
  void whoAsksWeaklyDoesNotHideWhatWasAskedForInStrongerWords() {
    int implicit = InputMethodManager.HIDE_IMPLICIT_ONLY;
    int notAlways = InputMethodManager.HIDE_NOT_ALWAYS;
    record Case(int show, int hide, boolean left) {}
    tap(home.field);
    for (Case c :
        List.of(
            new Case(0, 0, false),
            new Case(0, implicit, true),
            new Case(0, notAlways, false),
            new Case(InputMethodManager.SHOW_IMPLICIT, implicit, false),
            new Case(InputMethodManager.SHOW_IMPLICIT, notAlways, false),
            new Case(InputMethodManager.SHOW_FORCED, implicit, true),
            new Case(InputMethodManager.SHOW_FORCED, notAlways, true),
            new Case(InputMethodManager.SHOW_FORCED, 0, false))) {
      main(
          () -> {
            keyboard.hideSoftInputFromWindow(home.field.getWindowToken(), 0);
            keyboard.showSoftInput(home.field, c.show);
            keyboard.hideSoftInputFromWindow(home.field.getWindowToken(), c.hide);
          });
      assertEquals(c.left, shown(), c::toString);
    }
  }

  @Test
  void whoAsksIsToldWhatBecameOfIt() {
    List<Integer> codes = new ArrayList<>();
    ResultReceiver r =
        new ResultReceiver(null) {
          @Override
          protected void onReceiveResult(int code, Bundle data) {
            codes.add(code);
          }
        };
    main(
        () -> {
          home.field.requestFocus();
          assertTrue(keyboard.showSoftInput(home.field, 0, r));
          assertTrue(keyboard.showSoftInput(home.field, 0, r));
          assertTrue(keyboard.hideSoftInputFromWindow(home.field.getWindowToken(), 0, r));
          assertTrue(keyboard.hideSoftInputFromWindow(home.field.getWindowToken(), 0, r));
          assertFalse(keyboard.showSoftInput(home.button, 0, r));
          assertFalse(keyboard.showSoftInput(new EditText(home), 0, r));
          assertFalse(keyboard.hideSoftInputFromWindow(null, 0, r));
        });
    assertEquals(
        List.of(
            InputMethodManager.RESULT_SHOWN,
            InputMethodManager.RESULT_UNCHANGED_SHOWN,
            InputMethodManager.RESULT_HIDDEN,
            InputMethodManager.RESULT_UNCHANGED_HIDDEN),
        codes);
  }

  @Test
  void itServesTheFieldThatHasTheFocus() {
    main(
        () -> {
          home.button.setFocusableInTouchMode(true);
          home.button.requestFocus();
        });
    assertFalse(keyboard.isAcceptingText());
    tap(home.field);
    assertTrue(keyboard.isAcceptingText());
    assertTrue(keyboard.isActive(home.field));
    assertFalse(keyboard.isActive(home.button));
    main(() -> keyboard.toggleSoftInput(0, 0));
    assertFalse(shown());
    main(() -> keyboard.toggleSoftInput(0, 0));
    assertTrue(shown());
  }

  @Test
  void theInsetsOfAWindowSayAndMoveIt() {
    View root = home.getWindow().getDecorView();
    List<Integer> heights = new ArrayList<>();
    main(
        () -> {
          home.getWindow().setSoftInputMode(LayoutParams.SOFT_INPUT_ADJUST_RESIZE);
          root.setOnApplyWindowInsetsListener(
              (v, i) -> {
                heights.add(i.getInsets(WindowInsets.Type.ime()).bottom);
                return v.onApplyWindowInsets(i);
              });
          home.field.requestFocus();
          root.getWindowInsetsController().show(WindowInsets.Type.ime());
        });
    assertTrue(shown());
    assertEquals(492, heights.get(heights.size() - 1));
    main(() -> root.getWindowInsetsController().hide(WindowInsets.Type.ime()));
    assertFalse(shown());
    assertEquals(0, heights.get(heights.size() - 1));
  }

  @Test
  void aWindowThatIsPannedMovesItsFieldOverTheKeyboard() {
    for (int mode :
        new int[] {LayoutParams.SOFT_INPUT_ADJUST_PAN, LayoutParams.SOFT_INPUT_ADJUST_NOTHING}) {
      EditText low = new EditText(home);
      LinearLayout all = new LinearLayout(home);
      all.setOrientation(LinearLayout.VERTICAL);
      all.addView(new View(home), new LinearLayout.LayoutParams(400, 0, 1));
      all.addView(low, 400, 100);
      main(
          () -> {
            home.getWindow().setSoftInputMode(mode);
            home.setContentView(all);
          });
      int before = middle(low).y;
      tap(low);
      assertTrue(shown());
      boolean pans = mode == LayoutParams.SOFT_INPUT_ADJUST_PAN;
      assertEquals(pans, before - middle(low).y >= 492 - 100, "moved to " + middle(low).y);
      text("a");
      tap(low);
      text("b");
      assertEquals("ab", low.getText().toString(), "it is touched where it is seen");
      key("BACK");
      assertEquals(before, middle(low).y);
    }
  }

  @Test
  void aFieldMaySeeBackBeforeTheKeyboardDoes() {
    EditText field =
        new EditText(home) {
          @Override
          public boolean onKeyPreIme(int code, KeyEvent e) {
            say("before " + e.getAction());
            return code == KeyEvent.KEYCODE_BACK;
          }
        };
    main(() -> home.setContentView(field));
    tap(field);
    said();
    key("BACK");
    assertSaid("before 0", "before 1");
    assertTrue(shown());
  }

  // ---- typed text ----

  @Test
  void eachCharacterIsTypedForItself() {
    main(
        () ->
            home.field.addTextChangedListener(
                new TextWatcher() {
                  @Override
                  public void beforeTextChanged(CharSequence s, int at, int old, int now) {}

                  @Override
                  public void onTextChanged(CharSequence s, int at, int old, int now) {
                    say(s + " " + at + "-" + old + "+" + now);
                  }

                  @Override
                  public void afterTextChanged(Editable e) {}
                }));
    tap(home.field);
    text("a\ud83d\ude42b");
    assertSaid("a 0-0+1", "a\ud83d\ude42 1-0+2", "a\ud83d\ude42b 3-0+1");
    device("clear", Map.of());
    assertSaid(" 0-4+0");
  }

  @Test
  void aFieldTakesWhatItsTypeAndItsFiltersLetThrough() {
    record Case(int type, int most, String typed, String left) {}
    int number = InputType.TYPE_CLASS_NUMBER;
    int lines = InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_MULTI_LINE;
    for (Case c :
        List.of(
            new Case(InputType.TYPE_CLASS_TEXT, 99, "a 1-b", "a 1-b"),
            new Case(InputType.TYPE_CLASS_TEXT, 3, "abcde", "abc"),
            new Case(number, 99, "1a-2.3", "123"),
            new Case(number | InputType.TYPE_NUMBER_FLAG_SIGNED, 99, "-1-2", "-12"),
            new Case(number | InputType.TYPE_NUMBER_FLAG_DECIMAL, 99, "1.2.3", "1.23"),
            new Case(lines, 99, "a\nb", "a\nb"),
            new Case(InputType.TYPE_CLASS_TEXT, 99, "a\nb", "ab"))) {
      main(
          () -> {
            home.field.setText("");
            home.field.setInputType(c.type);
            List<InputFilter> all = new ArrayList<>(List.of(home.field.getFilters()));
            all.removeIf(f -> f instanceof InputFilter.LengthFilter);
            all.add(new InputFilter.LengthFilter(c.most));
            home.field.setFilters(all.toArray(new InputFilter[0]));
            home.field.setOnEditorActionListener((v, action, e) -> true);
          });
      tap(home.field);
      text(c.typed);
      assertEquals(c.left, home.field.getText().toString(), c::toString);
    }
  }

  @Test
  void theActionKeyDoesWhatTheFieldSaysOrWhatIsAskedFor() {
    main(
        () -> {
          home.field.setSingleLine();
          home.field.setImeOptions(EditorInfo.IME_ACTION_SEND);
          home.field.setOnEditorActionListener(
              (v, action, e) -> {
                say("action " + action);
                return true;
              });
        });
    tap(home.field);
    Map<String, Integer> codes = new LinkedHashMap<>();
    codes.put("default", EditorInfo.IME_ACTION_SEND);
    codes.put("go", EditorInfo.IME_ACTION_GO);
    codes.put("next", EditorInfo.IME_ACTION_NEXT);
    codes.put("previous", EditorInfo.IME_ACTION_PREVIOUS);
    codes.put("done", EditorInfo.IME_ACTION_DONE);
    codes.forEach(
        (name, code) -> {
          action(name);
          assertSaid("action " + code);
        });
    text("\n");
    assertSaid("action " + EditorInfo.IME_ACTION_SEND);
    assertEquals("no action \"fly\"", refused("editoraction", Map.of("action", "fly")));
  }

  @Test
  void withoutAListenerNextGoesOnAndDoneEndsIt() {
    EditText second = new EditText(home);
    main(
        () -> {
          home.field.setSingleLine();
          ((LinearLayout) home.field.getParent()).addView(second, 400, 200);
        });
    tap(home.field);
    action("next");
    assertTrue(second.isFocused());
    text("b");
    assertEquals("b", second.getText().toString());
    action("done");
    assertFalse(shown());
    assertTrue(second.isFocused());
  }

  // ---- keys ----

  @Test
  void textWithoutAFieldIsKeysOfTheWindow() {
    List<String> keys = new ArrayList<>();
    View v = new View(home);
    v.setFocusableInTouchMode(true);
    v.setOnKeyListener(
        (x, code, e) -> {
          if (e.getAction() == KeyEvent.ACTION_DOWN && e.isPrintingKey()) {
            keys.add((char) e.getUnicodeChar() + "");
          }
          return true;
        });
    main(
        () -> {
          home.setContentView(v);
          v.requestFocus();
        });
    text("aB1\u4e16");
    assertEquals("[a, B, 1]", keys.toString(), "no key has the last one");
    action("done");
    device("clear", Map.of());
    assertTrue(traces().isEmpty());
  }

  @Test
  void keysOfAKeyboardEditTheField() {
    tap(home.field);
    text("abc");
    key("DEL");
    assertEquals("ab", home.field.getText().toString());
    key("DPAD_LEFT");
    key("X");
    device("key", Map.of("code", KeyEvent.KEYCODE_Y, "meta", KeyEvent.META_SHIFT_ON));
    assertEquals("axYb", home.field.getText().toString());
    device("key", Map.of("code", "keycode_a", "meta", KeyEvent.META_CTRL_ON));
    assertEquals(4, home.field.getSelectionEnd() - home.field.getSelectionStart());
    key("FORWARD_DEL");
    assertEquals("", home.field.getText().toString());
  }

  @Test
  void keysWalkOverTheWidgetsAndPressThem() {
    Button second = new Button(home);
    second.setOnClickListener(v -> say("second"));
    main(
        () -> {
          ((LinearLayout) home.button.getParent()).addView(second, 1);
          home.button.setFocusableInTouchMode(true);
          home.button.requestFocus();
        });
    key("ENTER");
    key("DPAD_DOWN");
    assertTrue(second.isFocused());
    key("DPAD_CENTER");
    key("DPAD_UP");
    key("SPACE");
    key("TAB");
    key("ENTER");
    assertSaid("click", "second", "click", "second");
  }

  @Test
  void whatIsNoKeyOrTooMuchTextIsRefused() {
    assertEquals("no key \"FLY\"", refused("key", Map.of("code", "fly")));
    assertEquals("parameter \"code\" must be a string", refused("key", Map.of()));
    assertEquals(
        "text of more than 10000 characters", refused("text", Map.of("text", "a".repeat(10_001))));
  }
}
