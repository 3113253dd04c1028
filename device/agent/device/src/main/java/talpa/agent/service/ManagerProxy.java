package talpa.agent.service;

import android.app.ActivityManager;
import android.app.ActivityThread;
import android.app.IActivityManager;
import android.app.IServiceConnection;
import android.app.PendingIntent;
import android.content.Context;
import android.content.IIntentReceiver;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import android.os.RemoteException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.activity.IntentTarget;
import talpa.agent.activity.Transactions;
import talpa.agent.process.MadeUp;

/**
 * The system's side of IActivityManager: binders of services, senders of pending intents; all else
 * is made up.
 */
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
      case "sendIntentSender" -> {
        return send((IntentTarget) args[1], args);
      }
      case "getInfoForIntentSender" -> {
        return info(((IntentTarget) args[0]).pending());
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

  /** Sends a pending intent by its sender, with the arguments of sendIntentSender. */
  private static int send(IntentTarget target, Object[] args) {
    IIntentReceiver finished = (IIntentReceiver) args[6];
    PendingIntent.OnFinished told =
        finished == null
            ? null
            : (p, sent, code, data, extras) -> told(finished, sent, code, data, extras);
    try {
      Context app = RuntimeEnvironment.getApplication();
      target
          .pending()
          .send(
              app, (int) args[3], (Intent) args[4], told, null, (String) args[7], (Bundle) args[8]);
      return 0;
    } catch (PendingIntent.CanceledException e) {
      return ActivityManager.START_CANCELED;
    }
  }

  private static void told(
      IIntentReceiver finished, Intent sent, int code, String data, Bundle extras) {
    try {
      finished.performReceive(sent, code, data, extras, false, false, 0);
    } catch (RemoteException e) {
      throw new IllegalStateException(e); // it is of this process
    }
  }

  private static ActivityManager.PendingIntentInfo info(PendingIntent p) {
    return new ActivityManager.PendingIntentInfo(
        p.getCreatorPackage(),
        p.getCreatorUid(),
        p.isImmutable(),
        p.isActivity()
            ? ActivityManager.INTENT_SENDER_ACTIVITY
            : p.isBroadcast()
                ? ActivityManager.INTENT_SENDER_BROADCAST
                : p.isForegroundService()
                    ? ActivityManager.INTENT_SENDER_FOREGROUND_SERVICE
                    : ActivityManager.INTENT_SENDER_SERVICE);
  }
}
