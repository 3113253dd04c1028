package talpa.agent.task;

import android.app.Activity;
import android.app.IActivityClientController;
import android.app.IRequestFinishCallback;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.os.IBinder;
import android.os.RemoteException;
import android.view.Display;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import talpa.agent.activity.Transactions;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.process.MadeUp;

/** The system's side of IActivityClientController: what activities ask about themselves. */
final class ActivityClients implements InvocationHandler {

  ActivityClients() {}

  static IActivityClientController create() {
    return (IActivityClientController)
        Proxy.newProxyInstance(
            ActivityClients.class.getClassLoader(),
            new Class<?>[] {IActivityClientController.class},
            new ActivityClients());
  }

  @Override
  public Object invoke(Object proxy, Method m, Object[] args) throws RemoteException {
    if (args == null || args.length == 0 || !(args[0] instanceof IBinder token)) {
      return nothing(m);
    }
    TaskManager tasks = TaskManager.get();
    return switch (m.getName()) {
      case "finishActivity" -> {
        Transactions.send((Intent) args[2]);
        yield tasks.finish(
            token,
            (int) args[1],
            (Intent) args[2],
            (int) args[3] != Activity.DONT_FINISH_TASK_WITH_ACTIVITY);
      }
      case "activityStopped" -> {
        Transactions.send((Bundle) args[1]);
        yield null;
      }
      case "finishActivityAffinity" -> tasks.finishAffinity(token);
      case "finishSubActivity" -> {
        tasks.finishSub(token, (String) args[1], (int) args[2]);
        yield null;
      }
      case "navigateUpTo" ->
          tasks.navigateUp(
              token, (Intent) args[1], (int) args[args.length - 2], (Intent) args[args.length - 1]);
      case "moveActivityTaskToBack" -> tasks.moveTaskToBack(token, (boolean) args[1]);
      case "willActivityBeVisible" -> true;
      case "activityLocalRelaunch" -> {
        tasks.recreate(token);
        yield null;
      }
      case "onBackPressed", "onBackPressedOnTaskRoot" -> {
        ((IRequestFinishCallback) args[1]).requestFinish();
        yield null;
      }
      case "setRequestedOrientation" -> {
        orientation(token, (int) args[1]);
        yield null;
      }
      default -> about(tasks.stack().find(token), m, args);
    };
  }

  private void orientation(IBinder token, int value) {
    TaskManager tasks = TaskManager.get();
    ActivityRecord r = tasks.stack().find(token);
    if (r != null) {
      r.requestedOrientation = value;
      tasks.configurations().requested(r);
    }
  }

  private static Object about(ActivityRecord r, Method m, Object[] args) {
    if (r == null) {
      return aboutUnknown(m);
    }
    ActivityRecord asker = r.resultTo;
    return switch (m.getName()) {
      case "isTopOfTask" -> r.task != null && r.task.top() == r;
      case "getTaskForActivity" ->
          r.task == null || (boolean) args[1] && r.task.root() != r ? -1 : r.task.id();
      case "getCallingActivity" ->
          asker == null ? null : ComponentName.unflattenFromString(asker.component());
      case "getCallingPackage" -> asker == null ? null : asker.info().packageName;
      case "getLaunchedFromPackage" -> r.info().packageName;
      case "getRequestedOrientation" -> r.requestedOrientation;
      case "getDisplayId" -> Display.DEFAULT_DISPLAY;
      // Asked on Android 11: those of a start are for its transition, of which none is drawn.
      case "getActivityOptions" -> null;
      case "shouldUpRecreateTask" -> upRecreates(r, (String) args[1]);
      case "convertToTranslucent" -> {
        boolean was = r.opaque;
        r.opaque = false;
        yield was;
      }
      case "convertFromTranslucent" -> {
        boolean was = r.opaque;
        r.opaque = true;
        yield !was;
      }
      default -> nothing(m);
    };
  }

  /** Going up needs another task than the activity's: as ActivityTaskManagerService decides. */
  private static boolean upRecreates(ActivityRecord r, String affinity) {
    if (r.task == null || !r.task.affinity().equals(affinity)) {
      return true;
    }
    return r.task.root() == r && r.task.document() != null;
  }

  /** Of an activity inside another one, or one that is gone, the system knows nothing. */
  private static Object aboutUnknown(Method m) {
    return switch (m.getName()) {
      case "getTaskForActivity" -> -1;
      case "getRequestedOrientation" -> ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
      default -> nothing(m);
    };
  }

  private static Object nothing(Method m) {
    // Of an activity that is gone, too, it is the phone's one display.
    return m.getName().equals("getDisplayId") ? Display.DEFAULT_DISPLAY : MadeUp.answer(m);
  }
}
