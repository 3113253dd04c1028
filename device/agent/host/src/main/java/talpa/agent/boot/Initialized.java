package talpa.agent.boot;

import java.lang.reflect.Method;

/** Which classes were initialized, from the JVM; where it does not tell, all of them. */
final class Initialized {
  private static final Object UNSAFE;
  private static final Method WAITS;

  static {
    Object unsafe = null;
    Method waits = null;
    try {
      Class<?> c = Class.forName("jdk.internal.misc.Unsafe");
      unsafe = c.getMethod("getUnsafe").invoke(null);
      waits = c.getMethod("shouldBeInitialized", Class.class);
    } catch (ReflectiveOperationException e) {
      waits = null;
    }
    UNSAFE = unsafe;
    WAITS = waits;
  }

  private Initialized() {}

  /** Whether a class was initialized; false for null. */
  static boolean test(Class<?> c) {
    if (c == null || WAITS == null) {
      return c != null;
    }
    try {
      return !(Boolean) WAITS.invoke(UNSAFE, c);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
