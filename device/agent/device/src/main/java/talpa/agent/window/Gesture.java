package talpa.agent.window;

import android.os.SystemClock;
import android.view.InputDevice;
import android.view.MotionEvent;
import android.view.MotionEvent.PointerCoords;
import android.view.MotionEvent.PointerProperties;
import android.view.WindowManager.LayoutParams;
import talpa.agent.clock.MainLoop;
import talpa.agent.task.DisplayPower;

/**
 * One gesture of one or two fingers. The window that gets the first DOWN gets the whole gesture.
 * Coordinates are pixels of the screen.
 */
final class Gesture {
  private static final int TOOL = MotionEvent.TOOL_TYPE_FINGER;

  private final MainLoop loop;
  private final PointerCoords[] at = {new PointerCoords(), new PointerCoords()};
  private final PointerProperties[] fingers = {finger(0), finger(1)};
  private RootWindow window;
  private long downTime;
  private int count;
  private boolean taken; // by a drag

  Gesture(MainLoop loop) {
    this.loop = loop;
  }

  private static PointerProperties finger(int id) {
    PointerProperties p = new PointerProperties();
    p.id = id;
    p.toolType = TOOL;
    return p;
  }

  /** The first finger goes down; returns false if no window is there to take it. */
  boolean down(float x, float y) {
    downTime = SystemClock.uptimeMillis();
    window = DisplayPower.isOff() ? null : target(x, y);
    count = 1;
    set(0, x, y);
    if (window != null) {
      Drags.finger(this);
      send(MotionEvent.ACTION_DOWN);
    }
    return window != null;
  }

  /** The second finger goes down. */
  void down2(float x, float y) {
    count = 2;
    set(1, x, y);
    send(MotionEvent.ACTION_POINTER_DOWN | 1 << MotionEvent.ACTION_POINTER_INDEX_SHIFT);
  }

  /** The first finger moves. */
  void move(float x, float y) {
    set(0, x, y);
    if (dragging()) {
      Drags.of(this).move(x, y);
    } else {
      send(MotionEvent.ACTION_MOVE);
    }
  }

  /** Both fingers move. */
  void move(float x1, float y1, float x2, float y2) {
    set(1, x2, y2);
    move(x1, y1);
  }

  /** The second finger goes up. */
  void up2() {
    send(MotionEvent.ACTION_POINTER_UP | 1 << MotionEvent.ACTION_POINTER_INDEX_SHIFT);
    count = 1;
  }

  /** The last finger goes up. */
  void up() {
    if (dragging()) {
      Drags.of(this).drop(x(), y());
    } else {
      send(MotionEvent.ACTION_UP);
    }
    gone();
  }

  /** The gesture is taken away. */
  void cancel() {
    send(MotionEvent.ACTION_CANCEL);
    gone();
  }

  private void gone() {
    window = null;
    Drags.finger(null);
  }

  /** Where the first finger is. */
  float x() {
    return at[0].x;
  }

  /** Where the first finger is. */
  float y() {
    return at[0].y;
  }

  /**
   * Whether the finger drags something. When a view has begun that, its window is told once that
   * the touch was taken away.
   */
  private boolean dragging() {
    if (Drags.of(this) == null) {
      return false;
    }
    if (!taken) {
      taken = true;
      send(MotionEvent.ACTION_CANCEL);
    }
    return true;
  }

  /** Whether a finger is down. */
  boolean running() {
    return window != null;
  }

  private void set(int finger, float x, float y) {
    at[finger].x = x;
    at[finger].y = y;
    at[finger].pressure = 1;
    at[finger].size = 0.1f;
  }

  private void send(int action) {
    if (window == null) {
      return;
    }
    RootWindow w = window;
    MotionEvent e = event(action);
    e.offsetLocation(-w.frame().left, -w.frame().top);
    if (w.impl().getView() != null) {
      loop.deliver(() -> w.send(e));
    }
  }

  private MotionEvent event(int action) {
    return MotionEvent.obtain(
        downTime,
        SystemClock.uptimeMillis(),
        action,
        count,
        fingers,
        at,
        0,
        0,
        1,
        1,
        0,
        0,
        InputDevice.SOURCE_TOUCHSCREEN,
        0);
  }

  /** The window for a DOWN; windows above it that watch for outside touches hear of it. */
  private RootWindow target(float x, float y) {
    for (RootWindow w : Windows.visible()) {
      if (!w.has(LayoutParams.FLAG_NOT_TOUCHABLE) && (w.contains(x, y) || w.modal())) {
        return w;
      }
      if (w.has(LayoutParams.FLAG_WATCH_OUTSIDE_TOUCH)) {
        set(0, x, y);
        count = 1;
        MotionEvent e = event(MotionEvent.ACTION_OUTSIDE);
        e.offsetLocation(-w.frame().left, -w.frame().top);
        loop.deliver(() -> w.send(e));
      }
    }
    return null;
  }
}
