package dev.talpa.field;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs each test inside an app on the device: the class of the test is loaded once more, by the
 * app's loader, and the method runs there. All tests share one boot; each has a start of the app to
 * itself.
 */
public final class OnDevice implements InvocationInterceptor {
  /** Called by JUnit. */
  public OnDevice() {}

  @Override
  public void interceptTestMethod(
      Invocation<Void> there, ReflectiveInvocationContext<Method> c, ExtensionContext x)
      throws Throwable {
    there.skip();
    Method m = c.getExecutable();
    Optional<Aimed> aimed = AnnotationSupport.findAnnotation(m, Aimed.class);
    Device device = Device.shared();
    try {
      Installed other = x.getRequiredTestClass().getAnnotation(Installed.class);
      device.clear(other == null ? Device.APP : other.value());
      device.load(aimed.map(Aimed::value).orElse(Device.TARGET), Map.of());
      run(device.loader(), x.getRequiredTestClass().getName(), m.getName());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      device.unload();
    }
  }

  private static void run(ClassLoader app, String test, String method)
      throws ReflectiveOperationException {
    Class<?> there = Class.forName(test, true, app);
    Constructor<?> maker = there.getDeclaredConstructor();
    maker.setAccessible(true);
    Method prepare =
        Class.forName(FieldTest.class.getName(), true, app).getDeclaredMethod("prepare");
    prepare.setAccessible(true);
    Method m = there.getDeclaredMethod(method);
    m.setAccessible(true);
    Object made = maker.newInstance();
    prepare.invoke(made);
    m.invoke(made);
  }
}
