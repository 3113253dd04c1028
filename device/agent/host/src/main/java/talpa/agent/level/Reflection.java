package talpa.agent.level;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.objectweb.asm.Type;

/** Looking members of the framework up by name: code of the app calls it on an older platform. */
public final class Reflection {
  private static volatile OlderPlatform platform;

  private Reflection() {}

  /** The platform of this JVM. */
  public static void set(OlderPlatform older) {
    platform = older;
  }

  /** In place of {@link Class#getMethod}. */
  public static Method getMethod(Class<?> c, String name, Class<?>... types)
      throws NoSuchMethodException {
    Method m = c.getMethod(name, types);
    if (lacks(m.getDeclaringClass(), named(m), false)) {
      throw new NoSuchMethodException(name);
    }
    return m;
  }

  /** In place of {@link Class#getDeclaredMethod}. */
  public static Method getDeclaredMethod(Class<?> c, String name, Class<?>... types)
      throws NoSuchMethodException {
    Method m = c.getDeclaredMethod(name, types);
    if (lacks(c, named(m), true)) {
      throw new NoSuchMethodException(name);
    }
    return m;
  }

  /** In place of {@link Class#getField}. */
  public static Field getField(Class<?> c, String name) throws NoSuchFieldException {
    Field f = c.getField(name);
    if (lacks(f.getDeclaringClass(), named(f), false)) {
      throw new NoSuchFieldException(name);
    }
    return f;
  }

  /** In place of {@link Class#getDeclaredField}. */
  public static Field getDeclaredField(Class<?> c, String name) throws NoSuchFieldException {
    Field f = c.getDeclaredField(name);
    if (lacks(c, named(f), true)) {
      throw new NoSuchFieldException(name);
    }
    return f;
  }

  private static String named(Method m) {
    return m.getName() + Type.getMethodDescriptor(m);
  }

  private static String named(Field f) {
    return f.getName() + ":" + Type.getDescriptor(f.getType());
  }

  private static boolean lacks(Class<?> c, String member, boolean declared) {
    OlderPlatform p = platform;
    String cls = Type.getInternalName(c);
    return p != null && (declared ? p.lacksDeclared(cls, member) : p.lacks(cls, member));
  }
}
