package talpa.agent.task;

import android.app.IActivityTaskManager;
import android.content.Intent;
import android.os.Build;
import android.os.IBinder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.activity.Transactions;
import talpa.agent.bridge.Platform;

/**
 * The system's side of IActivityTaskManager: starts of activities; all else gives empty answers.
 */
final class ActivityTasks implements InvocationHandler {
  private final IActivityTaskManager others =
      ReflectionHelpers.createDeepProxy(IActivityTaskManager.class);

  private final ActivityClients clients = new ActivityClients();

  private ActivityTasks() {}

  static IActivityTaskManager create() {
    return (IActivityTaskManager)
        Proxy.newProxyInstance(
            ActivityTasks.class.getClassLoader(),
            new Class<?>[] {IActivityTaskManager.class},
            new ActivityTasks());
  }

  @Override
  public Object invoke(Object proxy, Method m, Object[] args) throws Throwable {
    switch (m.getName()) {
      case "startActivity":
      case "startActivityAsUser":
        Transactions.send((Intent) args[3]);
        return TaskManager.get()
            .start(
                (Intent) args[3],
                (String) args[4],
                (IBinder) args[5],
                (String) args[6],
                (int) args[7]);
      case "startActivities":
        for (Intent i : (Intent[]) args[3]) {
          Transactions.send(i);
        }
        return TaskManager.get().startAll((Intent[]) args[3], (IBinder) args[5]);
      default:
        break;
    }
    if (!Platform.has(Build.VERSION_CODES.S)
        && args != null
        && args.length > 0
        && args[0] instanceof IBinder) {
      return clients.invoke(proxy, m, args);
    }
    try {
      return m.invoke(others, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
