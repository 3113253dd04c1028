package talpa.agent.window;

import android.Manifest;
import android.os.Build;
import android.os.IBinder;
import android.provider.Settings;
import android.view.IWindowSession;
import android.view.WindowManager.LayoutParams;
import android.view.WindowManagerGlobal;
import android.view.WindowRelayoutResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowWindowManagerGlobal;
import talpa.agent.bridge.Platform;
import talpa.agent.permit.Grants;
import talpa.agent.process.AppProcess;
import talpa.agent.standin.Visit;
import talpa.agent.task.TaskManager;

/**
 * A window manager that refuses the windows that Android's refuses: those of activities that are
 * gone, of windows that are gone, those over other apps without the user's leave, and those that
 * only the system may have.
 */
@Implements(className = "android.view.WindowManagerGlobal")
public class WindowSessionShadow extends ShadowWindowManagerGlobal {
  /** Types of windows over other apps; since Android 8 apps may use the last one only. */
  private static final Set<Integer> OVERLAYS =
      Set.of(
          LayoutParams.TYPE_PHONE,
          LayoutParams.TYPE_SYSTEM_ALERT,
          LayoutParams.TYPE_SYSTEM_OVERLAY,
          LayoutParams.TYPE_PRIORITY_PHONE,
          LayoutParams.TYPE_SYSTEM_ERROR,
          LayoutParams.TYPE_APPLICATION_OVERLAY);

  /** The session of the window manager. */
  @Implementation
  protected static IWindowSession getWindowSession() {
    IWindowSession session = ShadowWindowManagerGlobal.getWindowSession();
    return (IWindowSession)
        Proxy.newProxyInstance(
            WindowSessionShadow.class.getClassLoader(),
            new Class<?>[] {IWindowSession.class},
            (proxy, m, args) -> {
              int refused = m.getName().startsWith("addToDisplay") ? check(params(args)) : 0;
              if (refused != 0) {
                return refused;
              }
              try {
                Object result = m.invoke(session, args);
                // Without parameters they are as before, and so is what was told.
                if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
                    && m.getName().equals("relayout")
                    && args[1] != null) {
                  WindowRelayoutResult out = (WindowRelayoutResult) args[args.length - 1];
                  DisplayFrame.tell((LayoutParams) args[1], out.insetsState, out.frames);
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static LayoutParams params(Object[] args) {
    return (LayoutParams) args[args[1] instanceof LayoutParams ? 1 : 2];
  }

  /** Why a window is refused, in the codes of WindowManagerGlobal, or 0. */
  private static int check(LayoutParams p) {
    if (AppProcess.current().warming() || Visit.opensAbove()) {
      return 0;
    }
    if (within(
        p.type, LayoutParams.FIRST_APPLICATION_WINDOW, LayoutParams.LAST_APPLICATION_WINDOW)) {
      return known(p.token) ? 0 : WindowManagerGlobal.ADD_BAD_APP_TOKEN;
    }
    if (within(p.type, LayoutParams.FIRST_SUB_WINDOW, LayoutParams.LAST_SUB_WINDOW)) {
      return Windows.has(p.token) ? 0 : WindowManagerGlobal.ADD_BAD_SUBWINDOW_TOKEN;
    }
    if (!within(p.type, LayoutParams.FIRST_SYSTEM_WINDOW, LayoutParams.LAST_SYSTEM_WINDOW)) {
      return WindowManagerGlobal.ADD_INVALID_TYPE;
    }
    return checkSystem(p.type);
  }

  private static boolean within(int type, int first, int last) {
    return type >= first && type <= last;
  }

  private static int checkSystem(int type) {
    if (OVERLAYS.contains(type)) {
      return mayCover(type) ? 0 : WindowManagerGlobal.ADD_PERMISSION_DENIED;
    }
    return switch (type) {
      case LayoutParams.TYPE_PRESENTATION, LayoutParams.TYPE_PRIVATE_PRESENTATION -> 0;
      case LayoutParams.TYPE_TOAST ->
          target() < Build.VERSION_CODES.O ? 0 : WindowManagerGlobal.ADD_BAD_APP_TOKEN;
      case LayoutParams.TYPE_INPUT_METHOD,
              LayoutParams.TYPE_VOICE_INTERACTION,
              LayoutParams.TYPE_WALLPAPER,
              LayoutParams.TYPE_QS_DIALOG,
              LayoutParams.TYPE_ACCESSIBILITY_OVERLAY ->
          WindowManagerGlobal.ADD_BAD_APP_TOKEN; // the system gives their tokens to services
      default -> WindowManagerGlobal.ADD_PERMISSION_DENIED;
    };
  }

  private static boolean known(IBinder token) {
    return token != null && TaskManager.get().exists(token);
  }

  private static boolean mayCover(int type) {
    if (target() < Build.VERSION_CODES.M) {
      return Grants.held(Manifest.permission.SYSTEM_ALERT_WINDOW);
    }
    return (target() < Build.VERSION_CODES.O || type == LayoutParams.TYPE_APPLICATION_OVERLAY)
        && Settings.canDrawOverlays(RuntimeEnvironment.getApplication());
  }

  private static int target() {
    return RuntimeEnvironment.getApplication().getApplicationInfo().targetSdkVersion;
  }
}
