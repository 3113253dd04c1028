package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.os.IBinder;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.task.TaskManager;

/** The app's windows in the order in which they cover each other. */
public final class Windows {
  private Windows() {}

  /** The windows that can be seen, the topmost first. */
  public static List<RootWindow> visible() {
    List<RootWindow> all = all();
    List<RootWindow> bottomUp = new ArrayList<>();
    TaskManager tasks = TaskManager.get();
    if (!tasks.atHome()) {
      List<IBinder> tokens = tasks.tokens();
      for (int i = tokens.size() - 1; i >= 0; i--) {
        IBinder token = tokens.get(i);
        if (tasks.isVisible(token)) {
          addActivity(token, all, bottomUp);
        }
      }
    }
    for (RootWindow w : all) {
      if (w.params().type >= LayoutParams.FIRST_SYSTEM_WINDOW) {
        addWithChildren(w, all, bottomUp);
      }
    }
    List<RootWindow> out = new ArrayList<>();
    for (int i = bottomUp.size() - 1; i >= 0; i--) {
      out.add(bottomUp.get(i));
    }
    return out;
  }

  /** Whether there is a window that sub-windows may name, which is none of their own kind. */
  static boolean has(IBinder windowToken) {
    Global g = reflector(Global.class, WindowManagerGlobal.getInstance());
    return windowToken != null
        && g.getRoots().stream()
            .anyMatch(
                r ->
                    r.getView() != null
                        && r.getView().getWindowToken() == windowToken
                        && !isSubWindow(r.getView()));
  }

  private static boolean isSubWindow(View root) {
    return root.getLayoutParams() instanceof LayoutParams p && isSubWindow(p);
  }

  private static boolean isSubWindow(LayoutParams p) {
    return p.type >= LayoutParams.FIRST_SUB_WINDOW && p.type <= LayoutParams.LAST_SUB_WINDOW;
  }

  /** Whether the activity in front has no window yet, or a window has no layout yet. */
  static boolean unfinished() {
    TaskManager tasks = TaskManager.get();
    List<RootWindow> shown = visible();
    if (shown.isEmpty()) {
      return !tasks.atHome() && !tasks.tokens().isEmpty();
    }
    for (RootWindow w : shown) {
      if (!w.view().isLaidOut()) {
        return true;
      }
    }
    return false;
  }

  private static void addActivity(IBinder token, List<RootWindow> all, List<RootWindow> out) {
    for (RootWindow w : all) {
      if (w.params().type == LayoutParams.TYPE_BASE_APPLICATION && w.params().token == token) {
        addWithChildren(w, all, out);
      }
    }
    for (RootWindow w : all) {
      int type = w.params().type;
      if (type <= LayoutParams.LAST_APPLICATION_WINDOW
          && type != LayoutParams.TYPE_BASE_APPLICATION
          && w.params().token == token) {
        addWithChildren(w, all, out);
      }
    }
  }

  /** Adds a window and the windows that belong to it, in the order of their layers. */
  private static void addWithChildren(RootWindow w, List<RootWindow> all, List<RootWindow> out) {
    List<RootWindow> family = new ArrayList<>(List.of(w));
    for (RootWindow c : all) {
      if (c != w && c.params().token == w.windowToken() && isSubWindow(c.params())) {
        family.add(c);
      }
    }
    family.sort(Comparator.comparingInt(c -> c == w ? 0 : layer(c.params().type)));
    out.addAll(family);
  }

  /** Where a sub-window is beside its window, which has layer 0, as the platform's policy says. */
  private static int layer(int type) {
    return switch (type) {
      case LayoutParams.TYPE_APPLICATION_MEDIA -> -2;
      case LayoutParams.TYPE_APPLICATION_MEDIA_OVERLAY -> -1;
      case LayoutParams.TYPE_APPLICATION_SUB_PANEL -> 2;
      case LayoutParams.TYPE_APPLICATION_ABOVE_SUB_PANEL -> 3;
      default -> 1;
    };
  }

  /** All windows that are shown, in the order they were added. */
  private static List<RootWindow> all() {
    Global g = reflector(Global.class, WindowManagerGlobal.getInstance());
    List<ViewRootImpl> roots = g.getRoots();
    List<LayoutParams> params = g.getParams();
    List<RootWindow> out = new ArrayList<>();
    for (int i = 0; i < roots.size(); i++) {
      View v = roots.get(i).getView();
      if (v != null && v.getVisibility() == View.VISIBLE && v.isAttachedToWindow()) {
        out.add(new RootWindow(roots.get(i), v, params.get(i)));
      }
    }
    return out;
  }

  /** The lists of the window manager's app side. */
  @ForType(WindowManagerGlobal.class)
  interface Global {
    @Accessor("mRoots")
    ArrayList<ViewRootImpl> getRoots();

    @Accessor("mParams")
    ArrayList<LayoutParams> getParams();
  }
}
