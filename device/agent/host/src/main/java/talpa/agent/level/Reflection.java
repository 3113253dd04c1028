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
    return present(c.getMethod(name, types));
  }

  /** In place of {@link Class#getDeclaredMethod}. */
  public static Method getDeclaredMethod(Class<?> c, String name, Class<?>... types)
      throws NoSuchMethodException {
    return present(c.getDeclaredMethod(name, types));
  }

  /** In place of {@link Class#getField}. */
  public static Field getField(Class<?> c, String name) throws NoSuchFieldException {
    return present(c.getField(name));
  }

  /** In place of {@link Class#getDeclaredField}. */
  public static Field getDeclaredField(Class<?> c, String name) throws NoSuchFieldException {
    return present(c.getDeclaredField(name));
  }

  private static Method present(Method m) throws NoSuchMethodException {
    String cls = Type.getInternalName(m.getDeclaringClass());
    if (lacks(cls, m.getName() + Type.getMethodDescriptor(m))) {
      throw new NoSuchMethodException(m.getName());
    }
    return m;
  }

  private static Field present(Field f) throws NoSuchFieldException {
    String cls = Type.getInternalName(f.getDeclaringClass());
    if (lacks(cls, f.getName() + ":" + Type.getDescriptor(f.getType()))) {
      throw new NoSuchFieldException(f.getName());
    }
    return f;
  }

  private static boolean lacks(String cls, String member) {
    OlderPlatform p = platform;
    return p != null && p.lacks(cls, member);
  }
}
