package talpa.agent.process;

import android.os.IInterface;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.robolectric.shadows.ShadowServiceManager;

/** Services of the system that the agent answers for, in place of their binders. */
public final class Services {
  private Services() {}

  /** Has calls to a service of a name answered, from now on and in all apps of the JVM. */
  public static <S extends IInterface> void add(
      String name, Class<S> type, InvocationHandler calls) {
    ShadowServiceManager.addBinderService(name, type, proxy(type, calls));
  }

  /** An object of an interface of the platform that a service hands over. */
  public static <T> T proxy(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }
}
