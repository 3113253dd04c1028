package talpa.agent.defaults;

import android.content.Context;
import android.os.IInterface;
import android.os.RemoteException;
import android.service.textclassifier.ITextClassifierCallback;
import android.service.textclassifier.ITextClassifierService;
import android.view.autofill.IAutoFillManager;
import com.android.internal.os.IResultReceiver;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.robolectric.shadows.ShadowServiceManager;
import org.robolectric.util.ReflectionHelpers;

/**
 * Services of the system that pass on to an app of the user's choice, on a phone that has none:
 * they are there, and tell whoever asks that there is nothing. The framework waits for each answer.
 */
final class IdleServices {
  private IdleServices() {}

  /** Registers the services, once a JVM. */
  static void register() {
    register(Context.AUTOFILL_MANAGER_SERVICE, IAutoFillManager.class);
    register(Context.TEXT_CLASSIFICATION_SERVICE, ITextClassifierService.class);
  }

  private static <T extends IInterface> void register(String name, Class<T> type) {
    Object service =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, IdleServices::answer);
    ShadowServiceManager.addBinderService(name, type, type.cast(service));
  }

  private static Object answer(Object service, Method m, Object[] args) throws RemoteException {
    for (Object a : args == null ? new Object[0] : args) {
      if (a instanceof IResultReceiver asks) {
        asks.send(0, null);
      } else if (a instanceof ITextClassifierCallback asks) {
        asks.onFailure();
      }
    }
    return ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
  }
}
