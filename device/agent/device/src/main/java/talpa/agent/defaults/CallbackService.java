package talpa.agent.defaults;

import android.os.IInterface;
import android.os.RemoteException;
import java.lang.reflect.Method;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.Services;

/**
 * A service of the system that answers by callbacks, for which the app's side waits: each is given
 * the same answer at once. What calls return is null, 0 or false.
 *
 * @param <C> the callback
 */
final class CallbackService<C> {
  /** Answers a callback. */
  interface Answer<C> {
    void give(C callback) throws RemoteException;
  }

  private final Class<C> callback;
  private final Answer<C> answer;

  private CallbackService(Class<C> callback, Answer<C> answer) {
    this.callback = callback;
    this.answer = answer;
  }

  /** Registers a service, once a JVM. */
  static <S extends IInterface, C> void register(
      String name, Class<S> type, Class<C> callback, Answer<C> answer) {
    CallbackService<C> service = new CallbackService<>(callback, answer);
    Services.add(name, type, (p, m, args) -> service.called(m, args));
  }

  private Object called(Method m, Object[] args) throws RemoteException {
    for (Object a : args == null ? new Object[0] : args) {
      if (callback.isInstance(a)) {
        answer.give(callback.cast(a));
      }
    }
    return ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
  }
}
