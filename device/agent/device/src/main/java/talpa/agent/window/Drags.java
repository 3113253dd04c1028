package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.ClipData;
import android.content.ClipDescription;
import android.os.Binder;
import android.os.Build;
import android.os.IBinder;
import android.view.DragEvent;
import android.view.SurfaceControl;
import com.android.internal.view.IDragAndDropPermissions;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;
import talpa.agent.bridge.Platform;
import talpa.agent.process.PerApp;

/**
 * Drag and drop, as the window manager does it: once a view has begun a drag, the finger that is
 * down moves what is dragged, and windows are told of it by drag events in place of touches. There
 * is one drag at a time, and it does not leave the app.
 */
public final class Drags {
  private static final PerApp<AtomicReference<Drags>> CURRENT = PerApp.of(AtomicReference::new);

  /** The gesture whose finger is down, which a view may drag with. */
  private static final PerApp<AtomicReference<Gesture>> FINGER = PerApp.of(AtomicReference::new);

  private final Gesture gesture;
  private final ClipData data;
  private RootWindow over;

  private Drags(Gesture gesture, ClipData data) {
    this.gesture = gesture;
    this.data = data;
  }

  /**
   * A finger goes down, or up with null. A drag whose window is gone before it said what became of
   * it ends at the latest now: as long as there is one no view can begin another.
   */
  static void finger(Gesture g) {
    FINGER.get().set(g);
    Drags left = CURRENT.get().get();
    if (g != null && left != null) {
      left.end(false);
    }
  }

  /** The drag that a gesture makes, or null. */
  static Drags of(Gesture g) {
    Drags d = CURRENT.get().get();
    return d != null && d.gesture == g ? d : null;
  }

  /**
   * A view asks the window manager for a drag, by {@code IWindowSession.performDrag} with these
   * arguments.
   *
   * @return its token, or null where it is refused: without a finger on the screen, or beside
   *     another one
   */
  public static IBinder perform(Object[] args) {
    Gesture finger = FINGER.get().get();
    if (finger == null || CURRENT.get().get() != null) {
      return null;
    }
    ClipData data = null;
    for (Object a : args) {
      data = a instanceof ClipData d ? d : data;
    }
    Drags drag = new Drags(finger, data);
    CURRENT.get().set(drag);
    drag.tellAll(DragEvent.ACTION_DRAG_STARTED, false);
    return new Binder();
  }

  /**
   * A window calls a method of its session: it tells whether it took what was dropped, or ends the
   * drag.
   */
  public static void asked(Method method, Object[] args) {
    Drags d = CURRENT.get().get();
    if (d == null) {
      return;
    }
    switch (method.getName()) {
      case "reportDropResult" -> d.end((Boolean) args[1]);
      case "cancelDragAndDrop" -> d.end(false);
      default -> {}
    }
  }

  /** The finger moves. */
  void move(float x, float y) {
    RootWindow now = target(x, y);
    if (over != null && (now == null || now.impl() != over.impl())) {
      tell(over, DragEvent.ACTION_DRAG_EXITED, x, y, false);
    }
    over = now;
    if (over != null) {
      tell(over, DragEvent.ACTION_DRAG_LOCATION, x, y, false);
    }
  }

  /** The finger is lifted: the window below it says by and by what became of it. */
  void drop(float x, float y) {
    over = target(x, y);
    if (over == null) {
      end(false);
    } else {
      tell(over, DragEvent.ACTION_DROP, x, y, false);
    }
  }

  private void end(boolean taken) {
    CURRENT.get().set(null);
    tellAll(DragEvent.ACTION_DRAG_ENDED, taken);
  }

  private void tellAll(int action, boolean taken) {
    for (RootWindow w : Windows.visible()) {
      tell(w, action, gesture.x(), gesture.y(), taken);
    }
  }

  /** Tells a window, which handles it as a message of its own. */
  private void tell(RootWindow w, int action, float x, float y, boolean taken) {
    boolean ended = action == DragEvent.ACTION_DRAG_ENDED;
    float left = ended ? 0 : x - w.frame().left;
    float top = ended ? 0 : y - w.frame().top;
    ClipDescription about = data == null ? null : data.getDescription();
    ClipData dropped = action == DragEvent.ACTION_DROP ? data : null;
    DragEvent e =
        Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)
            ? DragEvent.obtain(
                action,
                left,
                top,
                0,
                0,
                0,
                null,
                about,
                dropped,
                (SurfaceControl) null,
                null,
                taken)
            : reflector(Eleven.class).obtain(action, left, top, null, about, dropped, null, taken);
    w.impl().dispatchDragEvent(e);
  }

  /** The event as it was on Android 11. */
  @ForType(DragEvent.class)
  interface Eleven {
    @Static
    DragEvent obtain(
        int action,
        float x,
        float y,
        Object local,
        ClipDescription about,
        ClipData data,
        IDragAndDropPermissions permissions,
        boolean result);
  }

  private static RootWindow target(float x, float y) {
    for (RootWindow w : Windows.visible()) {
      if (w.contains(x, y)) {
        return w;
      }
    }
    return null;
  }
}
