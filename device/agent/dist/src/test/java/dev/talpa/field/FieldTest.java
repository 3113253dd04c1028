package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.graphics.Point;
import android.os.Bundle;
import android.os.Handler;
import android.os.HandlerThread;
import android.os.Looper;
import android.view.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import org.robolectric.RuntimeEnvironment;

/**
 * Base of the tests that run inside an app on the device. The components that a test needs are
 * nested in it and declared in {@code field.xml}; what happens to them they {@link #say}.
 */
@ExtendWith(OnDevice.class)
abstract class FieldTest {
  private static final Pattern BOUNDS =
      Pattern.compile("bounds=\"\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]\"");

  private static final List<String> SAID = new CopyOnWriteArrayList<>();

  private static BiFunction<String, Map<String, ?>, Map<?, ?>> wire;
  private static Supplier<List<Map<?, ?>>> told;

  /** Called in the app's world, before a test. */
  static void begin(
      BiFunction<String, Map<String, ?>, Map<?, ?>> call, Supplier<List<Map<?, ?>>> events) {
    wire = call;
    told = events;
  }

  /** What comes before each test of a class, in the app's world. */
  void prepare() {}

  /** Notes what the app was told. */
  static void say(String what) {
    SAID.add(what);
  }

  /** The lines of the log with a tag, as "level message". */
  static List<String> lines(String tag) {
    return events("log").stream()
        .filter(e -> tag.equals(e.get("tag")))
        .map(e -> e.get("p") + " " + e.get("msg"))
        .toList();
  }

  /** What was noted since this was last asked, with commas between. */
  static String said() {
    String all = String.join(", ", SAID);
    SAID.clear();
    return all;
  }

  static Application app() {
    return RuntimeEnvironment.getApplication();
  }

  /** Runs on the app's main thread, as a message of its looper; then the device comes to rest. */
  static void main(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
    rest(0);
  }

  /** The looper of a new thread of the app's, which is one by its thread group: the maker's. */
  static Looper aside() {
    HandlerThread[] t = new HandlerThread[1];
    main(
        () -> {
          t[0] = new HandlerThread("aside");
          t[0].start();
        });
    return t[0].getLooper();
  }

  /** Lets time pass. */
  static void rest(long ms) {
    device("wait", Map.of("ms", ms));
  }

  /** What the user or a tool does; the app must live through it. */
  static Map<?, ?> device(String method, Map<String, ?> params) {
    Map<?, ?> r = wire.apply(method, params);
    assertNull(r.get("error"), () -> method + ": " + r.get("error") + "\n" + traces());
    return r.get("result") instanceof Map<?, ?> m ? m : Map.of();
  }

  /** What is on the screen, as uiautomator writes it. */
  static String dump() {
    return (String) device("dump", Map.of()).get("xml");
  }

  /**
   * The element of the dump that has some text in it, attributes and all: the last, which is the
   * innermost and lies above the others; "" if none has.
   */
  static String node(String with) {
    Matcher m = Pattern.compile("<node[^>]*" + Pattern.quote(with) + "[^>]*>").matcher(dump());
    String last = "";
    while (m.find()) {
      last = m.group();
    }
    return last;
  }

  /** Touches the middle of what has an attribute of that value in the dump: a text, an id. */
  static void press(String value) {
    Matcher m = BOUNDS.matcher(node("=\"" + value + "\""));
    assertTrue(m.find(), () -> "no " + value + " in " + dump());
    tap((at(m, 1) + at(m, 3)) / 2, (at(m, 2) + at(m, 4)) / 2);
  }

  private static int at(Matcher m, int group) {
    return Integer.parseInt(m.group(group));
  }

  /** The screen as a picture. */
  static Bitmap picture() {
    Map<?, ?> answer = wire.apply("screenshot", Map.of());
    byte[] png = (byte[]) answer.get("raw");
    assertNotNull(png, () -> "no picture: " + answer);
    return BitmapFactory.decodeByteArray(png, 0, png.length);
  }

  /** A request that the device refuses; gives what it says. */
  static String refused(String method, Map<String, ?> params) {
    Map<?, ?> r = wire.apply(method, params);
    return r.get("error") instanceof Map<?, ?> e ? String.valueOf(e.get("message")) : "taken: " + r;
  }

  /** Taps the middle of a view. */
  static void tap(View v) {
    Point p = middle(v);
    tap(p.x, p.y);
  }

  static void tap(int x, int y) {
    device("tap", Map.of("x", x, "y", y));
  }

  /** The middle of a view on the screen, in pixels. */
  static Point middle(View v) {
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    return new Point(at[0] + v.getWidth() / 2, at[1] + v.getHeight() / 2);
  }

  /** Presses a key. */
  static void key(String name) {
    device("key", Map.of("code", name));
  }

  /** Runs on the main thread what the app is to die of; gives the trace. */
  static String crash(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
    return crash("wait", Map.of("ms", 0));
  }

  /** A request that the app is to die of; gives the trace. */
  static String crash(String method, Map<String, ?> params) {
    Map<?, ?> r = wire.apply(method, params);
    List<String> all = traces();
    assertFalse(all.isEmpty(), () -> "the app lives: " + r + ", " + SAID);
    return all.get(all.size() - 1);
  }

  /** The crashes so far. */
  static List<String> traces() {
    return events("crash").stream().map(e -> (String) e.get("trace")).toList();
  }

  /** What the device told of one kind so far. */
  static List<Map<?, ?>> events(String kind) {
    List<Map<?, ?>> out = new ArrayList<>();
    for (Map<?, ?> e : told.get()) {
      if (kind.equals(e.get("event"))) {
        out.add(e);
      }
    }
    return out;
  }

  static Intent intent(Class<?> component) {
    return new Intent().setComponent(new ComponentName(app(), component));
  }

  /** Brings an activity up as a launcher does. */
  static <T extends Screen> T open(Class<T> activity) {
    device("start", Map.of("component", app().getPackageName() + "/" + activity.getName()));
    return screen(activity);
  }

  /** The instance of an activity that was made last. */
  static <T extends Screen> T screen(Class<T> activity) {
    return activity.cast(Screen.LAST.get(activity));
  }

  static void assertSaid(String... what) {
    assertEquals(String.join(", ", what), said());
  }

  /** An activity that notes its callbacks, each with the name of its class before it. */
  abstract static class Screen extends Activity {
    static final Map<Class<?>, Screen> LAST = new LinkedHashMap<>();

    private void note(String what) {
      say(getClass().getSimpleName() + " " + what);
    }

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      LAST.put(getClass(), this);
      note(state == null ? "create" : "create again");
    }

    @Override
    protected void onStart() {
      super.onStart();
      note("start");
    }

    @Override
    protected void onRestart() {
      super.onRestart();
      note("restart");
    }

    @Override
    protected void onResume() {
      super.onResume();
      note("resume");
    }

    @Override
    protected void onPause() {
      super.onPause();
      note("pause");
    }

    @Override
    protected void onStop() {
      super.onStop();
      note("stop");
    }

    @Override
    protected void onDestroy() {
      super.onDestroy();
      note("destroy");
    }

    @Override
    protected void onSaveInstanceState(Bundle out) {
      super.onSaveInstanceState(out);
      note("save");
    }

    @Override
    protected void onNewIntent(Intent i) {
      super.onNewIntent(i);
      note("new intent");
    }

    @Override
    protected void onActivityResult(int request, int code, Intent data) {
      super.onActivityResult(request, code, data);
      note("result " + request + " " + code);
    }

    @Override
    protected void onUserLeaveHint() {
      super.onUserLeaveHint();
      note("leave");
    }
  }
}
