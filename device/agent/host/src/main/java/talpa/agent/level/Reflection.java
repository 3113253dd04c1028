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
    return present(c.getMethod(name, types), false);
  }

  /** In place of {@link Class#getDeclaredMethod}. */
  public static Method getDeclaredMethod(Class<?> c, String name, Class<?>... types)
      throws NoSuchMethodException {
    return present(c.getDeclaredMethod(name, types), true);
  }

  /** In place of {@link Class#getField}. */
  public static Field getField(Class<?> c, String name) throws NoSuchFieldException {
    return present(c.getField(name), false);
  }

  /** In place of {@link Class#getDeclaredField}. */
  public static Field getDeclaredField(Class<?> c, String name) throws NoSuchFieldException {
    return present(c.getDeclaredField(name), true);
  }

  private static Method present(Method m, boolean declared) throws NoSuchMethodException {
    if (lacks(m.getDeclaringClass(), m.getName() + Type.getMethodDescriptor(m), declared)) {
      throw new NoSuchMethodException(m.getName());
    }
    return m;
  }

  private static Field present(Field f, boolean declared) throws NoSuchFieldException {
    String member = f.getName() + ":" + Type.getDescriptor(f.getType());
    if (lacks(f.getDeclaringClass(), member, declared)) {
      throw new NoSuchFieldException(f.getName());
    }
    return f;
  }

  private static boolean lacks(Class<?> c, String member, boolean declared) {
    OlderPlatform p = platform;
    String cls = Type.getInternalName(c);
    return p != null && (declared ? p.lacksDeclared(cls, member) : p.lacks(cls, member));
  }
}
