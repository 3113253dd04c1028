package talpa.agent.window;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.KeyCharacterMap;
import android.view.KeyEvent;
import android.view.View;
import android.view.inputmethod.EditorInfo;
import android.view.inputmethod.InputConnection;
import java.util.Locale;
import java.util.Map;
import talpa.agent.clock.MainLoop;
import talpa.agent.media.MediaKeys;
import talpa.agent.task.DisplayPower;
import talpa.agent.task.TaskManager;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Keys and typed text. */
public final class Keys {
  private static final long PRESS_MS = 20;
  private static final int MAX_TEXT = 10_000;

  private static final Map<String, Integer> ACTIONS =
      Map.of(
          "default", EditorInfo.IME_ACTION_UNSPECIFIED,
          "done", EditorInfo.IME_ACTION_DONE,
          "go", EditorInfo.IME_ACTION_GO,
          "next", EditorInfo.IME_ACTION_NEXT,
          "previous", EditorInfo.IME_ACTION_PREVIOUS,
          "search", EditorInfo.IME_ACTION_SEARCH,
          "send", EditorInfo.IME_ACTION_SEND);

  private final MainLoop loop;

  Keys(MainLoop loop) {
    this.loop = loop;
  }

  /** A key by number or name, with the meta state given. */
  Object key(Params p) throws WireException {
    press(code(p), (int) p.integer("meta", 0));
    return null;
  }

  private static int code(Params p) throws WireException {
    if (p.map().get("code") instanceof Number n) {
      return n.intValue();
    }
    String name = p.string("code").toUpperCase(Locale.ROOT);
    int code = KeyEvent.keyCodeFromString(name.startsWith("KEYCODE_") ? name : "KEYCODE_" + name);
    if (code == KeyEvent.KEYCODE_UNKNOWN) {
      throw WireException.usage("no key \"" + name + "\"");
    }
    return code;
  }

  private void press(int code, int meta) {
    switch (code) {
      case KeyEvent.KEYCODE_HOME -> TaskManager.get().goHome();
      case KeyEvent.KEYCODE_APP_SWITCH -> TaskManager.get().comeBack();
      case KeyEvent.KEYCODE_POWER -> DisplayPower.turn(DisplayPower.isOff());
      case KeyEvent.KEYCODE_SLEEP -> DisplayPower.turn(false);
      case KeyEvent.KEYCODE_WAKEUP -> DisplayPower.turn(true);
      case KeyEvent.KEYCODE_BACK -> back();
      default -> downUp(code, meta);
    }
  }

  private void back() {
    View v = WindowModule.focus().view();
    if (!SoftKeyboard.shown() || v == null) {
      downUp(KeyEvent.KEYCODE_BACK, 0);
      return;
    }
    boolean[] handled = {false};
    KeyEvent down = event(KeyEvent.ACTION_DOWN, KeyEvent.KEYCODE_BACK, 0);
    KeyEvent up = event(KeyEvent.ACTION_UP, KeyEvent.KEYCODE_BACK, 0);
    View root = WindowModule.focus().window().view();
    loop.deliver(
        () -> handled[0] = root.dispatchKeyEventPreIme(down) | root.dispatchKeyEventPreIme(up));
    if (!handled[0]) {
      SoftKeyboard.hide(0);
    }
  }

  private void downUp(int code, int meta) {
    send(event(KeyEvent.ACTION_DOWN, code, meta));
    loop.advance(PRESS_MS);
    send(event(KeyEvent.ACTION_UP, code, meta));
  }

  private void send(KeyEvent e) {
    if (DisplayPower.isOff()) {
      return;
    }
    RootWindow w = WindowModule.focus().window();
    View root = w == null ? null : w.impl().getView();
    if (KeyEvent.isMediaSessionKey(e.getKeyCode())) {
      loop.deliver(
          () -> {
            if (root == null || !root.dispatchKeyEvent(e)) {
              MediaKeys.press(e);
            }
          });
    } else if (root != null) {
      loop.deliver(() -> w.send(e));
    }
  }

  private static KeyEvent event(int action, int code, int meta) {
    long now = SystemClock.uptimeMillis();
    return new KeyEvent(
        now,
        now,
        action,
        code,
        0,
        meta,
        KeyCharacterMap.VIRTUAL_KEYBOARD,
        0,
        KeyEvent.FLAG_FROM_SYSTEM,
        InputDevice.SOURCE_KEYBOARD);
  }

  /** Types text into the field that has the focus; without one the keys go to the window. */
  Object text(Params p) throws WireException {
    String s = p.string("text");
    if (s.length() > MAX_TEXT) {
      throw WireException.usage("text of more than " + MAX_TEXT + " characters");
    }
    int n;
    for (int i = 0; i < s.length(); i += n) {
      n = Character.charCount(s.codePointAt(i));
      type(s.substring(i, i + n));
      loop.pump();
    }
    return null;
  }

  private void type(String character) {
    View v = WindowModule.focus().view();
    if (v == null || !v.onCheckIsTextEditor()) {
      typeKeys(character);
      return;
    }
    loop.deliver(
        () -> {
          EditorInfo info = new EditorInfo();
          InputConnection c = v.onCreateInputConnection(info);
          if (c == null) {
            return;
          }
          if (character.equals("\n") && !multiLine(info)) {
            c.performEditorAction(info.imeOptions & EditorInfo.IME_MASK_ACTION);
          } else {
            c.commitText(character, 1);
          }
        });
  }

  /** The key of the soft keyboard that acts on the field with the focus; nothing without one. */
  Object editorAction(Params p) throws WireException {
    Integer action = ACTIONS.get(p.string("action"));
    if (action == null) {
      throw WireException.usage("no action \"" + p.string("action") + "\"");
    }
    View v = WindowModule.focus().view();
    if (v == null || !v.onCheckIsTextEditor()) {
      return null;
    }
    loop.deliver(
        () -> {
          EditorInfo info = new EditorInfo();
          InputConnection c = v.onCreateInputConnection(info);
          if (c != null) {
            int asked = info.imeOptions & EditorInfo.IME_MASK_ACTION;
            c.performEditorAction(action == EditorInfo.IME_ACTION_UNSPECIFIED ? asked : action);
          }
        });
    return null;
  }

  private static boolean multiLine(EditorInfo info) {
    return (info.inputType & EditorInfo.TYPE_TEXT_FLAG_MULTI_LINE) != 0;
  }

  private void typeKeys(String character) {
    KeyCharacterMap map = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD);
    KeyEvent[] events = map.getEvents(character.toCharArray());
    if (events == null) {
      return;
    }
    for (KeyEvent e : events) {
      send(KeyEvent.changeTimeRepeat(e, SystemClock.uptimeMillis(), 0));
    }
  }

  /** Empties the text field that has the focus. */
  Object clear(Params p) {
    View v = WindowModule.focus().view();
    if (v == null || !v.onCheckIsTextEditor()) {
      return null;
    }
    loop.deliver(
        () -> {
          InputConnection c = v.onCreateInputConnection(new EditorInfo());
          if (c != null) {
            c.performContextMenuAction(android.R.id.selectAll);
            c.commitText("", 1);
            c.finishComposingText();
          }
        });
    return null;
  }
}
