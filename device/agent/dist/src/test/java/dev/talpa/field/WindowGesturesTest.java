package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ClipData;
import android.graphics.Canvas;
import android.graphics.Point;
import android.view.DragEvent;
import android.view.GestureDetector;
import android.view.MotionEvent;
import android.view.View;
import android.view.ViewConfiguration;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fingers: what becomes of touches by when and where they are, and what is dragged. */
class WindowGesturesTest extends FieldTest {
  private WindowsTest.Home home;

  @Override
  void prepare() {
    home = open(WindowsTest.Home.class);
    said();
  }

  // ---- when ----

  /** Notes a word unless it is the one noted last. */
  private static void sayOnce(List<String> all, String what) {
    if (all.isEmpty() || !all.get(all.size() - 1).equals(what)) {
      all.add(what);
    }
  }

  private static GestureDetector.SimpleOnGestureListener listener(List<String> heard) {
    return new GestureDetector.SimpleOnGestureListener() {
      @Override
      public boolean onDown(MotionEvent e) {
        return heard.add("down");
      }

      @Override
      public void onShowPress(MotionEvent e) {
        heard.add("press");
      }

      @Override
      public void onLongPress(MotionEvent e) {
        heard.add("long");
      }

      @Override
      public boolean onSingleTapUp(MotionEvent e) {
        return heard.add("up");
      }

      @Override
      public boolean onSingleTapConfirmed(MotionEvent e) {
        return heard.add("single");
      }

      @Override
      public boolean onDoubleTap(MotionEvent e) {
        return heard.add("double");
      }

      @Override
      public boolean onScroll(MotionEvent from, MotionEvent to, float dx, float dy) {
        sayOnce(heard, "scroll");
        return true;
      }

      @Override
      public boolean onFling(MotionEvent from, MotionEvent to, float vx, float vy) {
        return heard.add("fling " + (vy > 0 ? "down" : "up"));
      }
    };
  }

  /** A view over the whole screen. */
  private View pad() {
    View pad = new View(home);
    main(() -> home.setContentView(pad));
    return pad;
  }

  private static Map<String, Object> at(Object... more) {
    Map<String, Object> p = new LinkedHashMap<>(Map.of("x", 200, "y", 300));
    for (int i = 0; i < more.length; i += 2) {
      p.put((String) more[i], more[i + 1]);
    }
    return p;
  }

  private static Map<String, Object> line(int y1, int y2, int ms) {
    return Map.of("x1", 200, "y1", y1, "x2", 200, "y2", y2, "ms", ms);
  }

  @Test
  void aDetectorTellsGesturesByTheirTimes() {
    List<String> heard = new ArrayList<>();
    View pad = pad();
    main(
        () -> {
          GestureDetector d = new GestureDetector(home, listener(heard));
          pad.setOnTouchListener((v, e) -> d.onTouchEvent(e));
        });
    record Case(String method, Map<String, ?> params, String heard) {}
    String twice = "down, up, single, down, up, single";
    for (Case c :
        List.of(
            new Case("tap", at(), "down, up, single"),
            new Case("tap", at("count", 2, "gap", 100), "down, up, double, down"),
            // Nobody is that fast: Android takes it for one finger that trembles.
            new Case("tap", at("count", 2, "gap", 20), "down, up, down, up, single"),
            new Case("tap", at("count", 2, "gap", 400), twice),
            new Case("tap", at("count", 9, "gap", 400), twice + ", down, up, single"),
            new Case("longtap", at(), "down, press, long"),
            new Case("longtap", at("ms", 200), "down, press, up, single"),
            new Case("swipe", line(300, 900, 100), "down, scroll, fling down"),
            new Case("swipe", line(900, 300, 100), "down, scroll, fling up"),
            new Case("swipe", line(300, 900, 7500), "down, press, scroll"),
            new Case("swipe", line(300, 305, 100), "down, up, single"))) {
      heard.clear();
      device(c.method, c.params);
      rest(500);
      assertEquals(c.heard, String.join(", ", heard), c.method + " " + c.params);
    }
  }

  @Test
  void aTouchIsAClickUntilTheTimeOfALongOne() {
    int limit = ViewConfiguration.getLongPressTimeout();
    main(
        () ->
            home.button.setOnLongClickListener(
                v -> {
                  say("long");
                  return true;
                }));
    Point p = middle(home.button);
    for (int ms : new int[] {1, limit - 50, limit + 50}) {
      device("longtap", Map.of("x", p.x, "y", p.y, "ms", ms));
      assertSaid(ms < limit ? "click" : "long");
    }
  }

  @Test
  void theEventsOfASwipeAreAFrameApartAndHaveOneDownTime() {
    List<long[]> times = new ArrayList<>();
    List<String> all = new ArrayList<>();
    pad()
        .setOnTouchListener(
            (v, e) -> {
              times.add(new long[] {e.getDownTime(), e.getEventTime()});
              return all.add(e.getActionMasked() + " " + (int) e.getRawY());
            });
    device("swipe", line(300, 500, 64));
    assertEquals("[0 300, 2 350, 2 400, 2 450, 2 500, 1 500]", all.toString());
    for (int i = 0; i < times.size(); i++) {
      assertEquals(times.get(0)[0], times.get(i)[0]);
      assertEquals(times.get(0)[1] + 16 * Math.min(i, 4), times.get(i)[1]);
    }
  }

  // ---- where ----

  private static void motion(String action, int x, int y) {
    device("motion", Map.of("action", action, "x", x, "y", y));
  }

  @Test
  void aFingerThatLeavesOrIsTakenAwayDoesNotClick() {
    Point p = middle(home.button);
    motion("down", p.x, p.y);
    motion("move", p.x, p.y + 2000);
    motion("up", p.x, p.y + 2000);
    assertSaid("");
    motion("down", p.x, p.y);
    motion("cancel", p.x, p.y);
    assertFalse(home.button.isPressed());
    motion("up", p.x, p.y);
    assertSaid("");
    motion("down", p.x, p.y);
    motion("up", p.x + 1, p.y);
    assertSaid("click");
  }

  @Test
  void inAListAShortWayIsAClickAndALongOneScrolls() {
    ScrollView list = new ScrollView(home);
    FrameLayout tall = new FrameLayout(home);
    Button inside = new Button(home);
    inside.setOnClickListener(v -> say("inside"));
    tall.addView(inside, 400, 200);
    tall.setMinimumHeight(9000);
    list.addView(tall);
    main(() -> home.setContentView(list));
    Point p = middle(inside);
    int slop = ViewConfiguration.get(home).getScaledTouchSlop();
    device("swipe", Map.of("x1", p.x, "y1", p.y, "x2", p.x, "y2", p.y - slop / 2, "ms", 100));
    assertSaid("inside");
    assertEquals(0, list.getScrollY());
    device("swipe", Map.of("x1", p.x, "y1", p.y, "x2", p.x, "y2", p.y - 5 * slop, "ms", 100));
    assertSaid("");
    assertTrue(list.getScrollY() > 0);
  }

  @Test
  void aDisplayThatIsOffFeelsNothing() {
    key("POWER");
    said();
    tap(home.button);
    key("F1");
    assertSaid("");
    key("POWER");
    said();
    tap(home.button);
    key("F1");
    assertSaid("click", "key down", "key up");
  }

  // ---- two fingers ----

  /** Each event of two fingers: the action, and where they are. */
  private List<String> fingers() {
    List<String> all = new ArrayList<>();
    pad()
        .setOnTouchListener(
            (v, e) -> {
              StringBuilder b = new StringBuilder(MotionEvent.actionToString(e.getAction()));
              for (int i = 0; i < e.getPointerCount(); i++) {
                b.append(" ").append(e.getPointerId(i)).append("@");
                b.append(Math.round(e.getRawX(i)) + "," + Math.round(e.getRawY(i)));
              }
              return all.add(b.toString().replace("ACTION_", ""));
            });
    return all;
  }

  @Test
  void aPinchBeginsAndEndsAtItsDistances() {
    List<String> all = fingers();
    device("pinch", at("from", 50, "to", 100));
    assertEquals("DOWN 0@150,300", all.get(0));
    assertEquals("POINTER_DOWN(1) 0@150,300 1@250,300", all.get(1));
    assertEquals("MOVE 0@100,300 1@300,300", all.get(all.size() - 3));
    assertEquals("POINTER_UP(1) 0@100,300 1@300,300", all.get(all.size() - 2));
    assertEquals("UP 0@100,300", all.get(all.size() - 1));
  }

  @Test
  void aTurnOfTwoFingersEndsAtItsAngle() {
    List<String> all = fingers();
    device("pinch", at("from", 50, "to", 50, "angle", 90, "turn", 90));
    assertEquals("POINTER_DOWN(1) 0@200,250 1@200,350", all.get(1));
    assertEquals("POINTER_UP(1) 0@250,300 1@150,300", all.get(all.size() - 2));
  }

  @Test
  void aPinchThatDoesNotMoveIsATapOfTwoFingers() {
    List<String> all = fingers();
    device("pinch", at("from", 50, "to", 50));
    assertEquals(
        "[DOWN 0@150,300, POINTER_DOWN(1) 0@150,300 1@250,300,"
            + " POINTER_UP(1) 0@150,300 1@250,300, UP 0@150,300]",
        all.toString());
  }

  @Test
  void eachPieceOfAPathTakesAsLong() {
    List<String> all = fingers();
    List<Integer> corner = List.of(100, 300, 140, 300, 140, 500);
    device("fingers", Map.of("paths", List.of(corner), "ms", 64));
    assertEquals(
        "[DOWN 0@100,300, MOVE 0@120,300, MOVE 0@140,300, MOVE 0@140,400, MOVE 0@140,500,"
            + " UP 0@140,500]",
        all.toString());
    all.clear();
    device("fingers", Map.of("paths", List.of(corner, List.of(200, 300)), "ms", 32));
    assertEquals(
        "[DOWN 0@100,300, POINTER_DOWN(1) 0@100,300 1@200,300, MOVE 0@140,300 1@200,300,"
            + " MOVE 0@140,500 1@200,300, POINTER_UP(1) 0@140,500 1@200,300, UP 0@140,500]",
        all.toString());
  }

  @Test
  void whatIsNoGestureIsRefused() {
    motion("down", 9, 9);
    assertEquals("action must be down, move, up or cancel", refused("motion", at("action", "fly")));
    motion("up", 9, 9);
    assertEquals("parameter \"x\" must be a number", refused("tap", Map.of("y", 1)));
    assertEquals("parameter \"x2\" must be a number", refused("swipe", Map.of("x1", 1, "y1", 1)));
    Map<List<?>, String> wrong = new LinkedHashMap<>();
    List<Integer> path = List.of(1, 2);
    wrong.put(List.of(), "paths must be those of one or two fingers");
    wrong.put(List.of(path, path, path), "paths must be those of one or two fingers");
    wrong.put(List.of(List.of(1, 2, 3)), "a path must be pairs of coordinates");
    wrong.put(List.of(List.of()), "a path must be pairs of coordinates");
    wrong.put(List.of(List.of("1", 2)), "a path must hold numbers");
    wrong.forEach((paths, said) -> assertEquals(said, refused("fingers", Map.of("paths", paths))));
  }

  // ---- what is dragged ----

  private View source;
  private View target;

  /** Two views, the upper of which is dragged when it is pressed for long. */
  private void draggable(Runnable drag) {
    source = new View(home);
    target = new View(home);
    LinearLayout all = new LinearLayout(home);
    all.setOrientation(LinearLayout.VERTICAL);
    all.addView(source, 400, 200);
    all.addView(target, 400, 200);
    source.setOnLongClickListener(
        v -> {
          drag.run();
          return true;
        });
    main(() -> home.setContentView(all));
  }

  private boolean drag() {
    return source.startDragAndDrop(
        ClipData.newPlainText("label", "text"),
        new View.DragShadowBuilder(source) {
          @Override
          public void onDrawShadow(Canvas c) {
            say("picture");
          }
        },
        "state",
        0);
  }

  /** Has a view say what it is told of a drag; it takes what is dragged, or does not. */
  private static void tells(String name, View v, boolean takes, boolean drops) {
    String[] names = {"started", "", "dropped", "ended", "entered", "exited"};
    v.setOnDragListener(
        (x, e) -> {
          int a = e.getAction();
          if (a != DragEvent.ACTION_DRAG_LOCATION) {
            String how = a == DragEvent.ACTION_DRAG_ENDED ? " " + e.getResult() : "";
            say(name + " " + names[a - 1] + how);
          }
          return a == DragEvent.ACTION_DROP ? drops : takes;
        });
  }

  /** Presses the upper view for long and goes to points from there. */
  private void press(Point... to) {
    List<Integer> path = new ArrayList<>();
    Point from = middle(source);
    path.addAll(List.of(from.x, from.y));
    for (Point p : to) {
      path.addAll(List.of(p.x, p.y));
    }
    device("fingers", Map.of("paths", List.of(path), "hold", 600, "ms", 320));
  }

  @Test
  void whatIsDroppedIsTakenByTheViewBelow() {
    draggable(() -> assertTrue(drag()));
    tells("target", target, true, true);
    press(middle(target));
    assertSaid(
        "picture", "target started", "target entered", "target dropped", "target ended true");
  }

  @Test
  void orByNobody() {
    draggable(() -> assertTrue(drag()));
    tells("target", target, true, false);
    press(middle(target));
    assertTrue(said().endsWith("target dropped, target ended false"));
    press(middle(target), new Point(middle(target).x, 1500));
    assertSaid(
        "picture", "target started", "target entered", "target exited", "target ended false");
  }

  @Test
  void aViewThatDoesNotWantItHearsNoMore() {
    draggable(() -> assertTrue(drag()));
    tells("target", target, false, true);
    tells("source", source, true, true);
    press(middle(target));
    assertSaid(
        "picture",
        "source started",
        "target started",
        "source entered",
        "source exited",
        "source ended false");
  }

  @Test
  void theDataComesWithTheDrop() {
    draggable(() -> assertTrue(drag()));
    target.setOnDragListener(
        (v, e) -> {
          switch (e.getAction()) {
            case DragEvent.ACTION_DRAG_STARTED -> {
              assertEquals("label", e.getClipDescription().getLabel());
              assertNull(e.getClipData());
            }
            case DragEvent.ACTION_DROP -> {
              say("" + e.getClipData().getItemAt(0).getText());
              assertEquals(target.getHeight() / 2f, e.getY());
            }
            default -> assertNull(e.getClipData());
          }
          assertEquals("state", e.getLocalState());
          return true;
        });
    press(middle(target));
    assertSaid("picture", "text");
  }

  @Test
  void theTouchOfADragIsTakenFromItsView() {
    draggable(() -> assertTrue(drag()));
    List<Integer> touches = new ArrayList<>();
    source.setOnTouchListener(
        (v, e) -> {
          touches.add(e.getActionMasked());
          return false;
        });
    press(middle(target));
    assertEquals(List.of(MotionEvent.ACTION_DOWN, MotionEvent.ACTION_CANCEL), touches);
  }

  @Test
  void thereIsOneDragAtATimeAndNoneWithoutAFinger() {
    draggable(
        () -> {
          assertTrue(drag());
          assertFalse(drag());
        });
    main(() -> assertFalse(drag()));
    press(middle(target));
    said();
    press(middle(target));
    assertNotNull(said(), "the first one ended");
    assertTrue(traces().isEmpty());
  }

  @Test
  void aDragThatIsCalledOffEndsAtOnce() {
    draggable(() -> assertTrue(drag()));
    target.setOnDragListener(
        (v, e) -> {
          if (e.getAction() == DragEvent.ACTION_DRAG_ENTERED) {
            source.cancelDragAndDrop();
          } else if (e.getAction() != DragEvent.ACTION_DRAG_LOCATION) {
            say("target " + e.getAction());
          }
          return true;
        });
    press(middle(target));
    assertSaid(
        "picture",
        "target " + DragEvent.ACTION_DRAG_STARTED,
        "target " + DragEvent.ACTION_DRAG_ENDED);
  }
}
