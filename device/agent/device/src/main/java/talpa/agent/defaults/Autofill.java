package talpa.agent.defaults;

import android.content.Context;
import android.os.RemoteException;
import android.view.autofill.IAutoFillManager;
import com.android.internal.os.IResultReceiver;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.shadows.ShadowServiceManager;
import org.robolectric.util.ReflectionHelpers;

/**
 * The system's side of autofill on a phone whose user chose no app for it: it is there, and off.
 * The managers of activities wait for each answer.
 */
final class Autofill {
  private Autofill() {}

  /** Registers the service, once a JVM. */
  static void register() {
    Class<IAutoFillManager> type = IAutoFillManager.class;
    Object service =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, Autofill::answer);
    ShadowServiceManager.addBinderService(
        Context.AUTOFILL_MANAGER_SERVICE, type, (IAutoFillManager) service);
  }

  private static Object answer(Object service, Method m, Object[] args) throws RemoteException {
    for (Object a : args == null ? new Object[0] : args) {
      if (a instanceof IResultReceiver asks) {
        asks.send(0, null);
      }
    }
    return ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
  }
}
