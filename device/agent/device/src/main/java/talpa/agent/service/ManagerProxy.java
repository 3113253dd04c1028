package talpa.agent.service;

import android.app.ActivityThread;
import android.app.IActivityManager;
import android.app.IServiceConnection;
import android.content.Intent;
import android.os.IBinder;
import android.os.RemoteException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import talpa.agent.activity.Transactions;
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
  public Object invoke(Object proxy, Method m, Object[] args) throws RemoteException {
    ServiceManager services = ServiceManager.get();
    switch (m.getName()) {
      case "publishService" ->
          services.published((IBinder) args[0], (Intent) args[1], (IBinder) args[2]);
      case "unbindFinished" -> {
        if ((boolean) args[2]) {
          services.rebinds((IBinder) args[0], (Intent) args[1]);
        }
      }
      case "serviceDoneExecuting" -> {
        if ((int) args[1] == ActivityThread.SERVICE_DONE_EXECUTING_START) {
          services.answered((IBinder) args[0], (int) args[2], (int) args[3]);
        }
      }
      case "bindServiceInstance" -> {
        Transactions.send((Intent) args[2]);
        AppConnection c = new AppConnection((IServiceConnection) args[4]);
        return services.bind((Intent) args[2], (long) args[5], c.key(), c) ? 1 : 0;
      }
      case "unbindService" -> {
        return services.unbind(((IServiceConnection) args[0]).asBinder());
      }
      case "handleApplicationWtf" -> {
        return false; // Log.wtf ends no app but on builds for developers of Android
      }
      default -> {
        return MadeUp.answer(m);
      }
    }
    return null;
  }
}
