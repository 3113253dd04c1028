package talpa.agent.service;

import android.app.IActivityManager;
import android.os.IBinder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import talpa.agent.process.MadeUp;

/** The system's side of IActivityManager: binders of services; all else is made up. */
public final class ManagerProxy implements InvocationHandler {
  private ManagerProxy() {}

  public static IActivityManager create() {
    return (IActivityManager)
        Proxy.newProxyInstance(
            ManagerProxy.class.getClassLoader(),
            new Class<?>[] {IActivityManager.class},
            new ManagerProxy());
  }

  @Override
  public Object invoke(Object proxy, Method m, Object[] args) {
    if (m.getName().equals("publishService")) {
      ServiceManager.get().published((IBinder) args[0], (IBinder) args[2]);
      return null;
    }
    return MadeUp.answer(m);
  }
}
