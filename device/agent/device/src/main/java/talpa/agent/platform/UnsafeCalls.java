package talpa.agent.platform;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;

/**
 * Reads of {@code sun.misc.Unsafe} by the app. Some libraries read by it how the Android runtime
 * lays out classes and methods. Here these have no such parts: what is read of them is zero, and so
 * is what lies at an address that was found that way. Objects and memory of the app are read.
 *
 * <p>The first parameter is the Unsafe, of which there is one; the compiler warns of each use of
 * its type.
 */
public final class UnsafeCalls {
  /** No memory lies below: such an address is an offset to nothing. */
  private static final long LOWEST = 1 << 16;

  private static final MethodHandle INT = handle("getInt", int.class, Object.class, long.class);
  private static final MethodHandle LONG = handle("getLong", long.class, Object.class, long.class);
  private static final MethodHandle BYTE_AT = handle("getByte", byte.class, long.class);
  private static final MethodHandle INT_AT = handle("getInt", int.class, long.class);
  private static final MethodHandle LONG_AT = handle("getLong", long.class, long.class);

  private UnsafeCalls() {}

  private static MethodHandle handle(String name, Class<?> result, Class<?>... parameters) {
    try {
      Class<?> c = Class.forName("sun.misc.Unsafe");
      Field one = c.getDeclaredField("theUnsafe");
      one.setAccessible(true);
      MethodType type = MethodType.methodType(result, parameters);
      return MethodHandles.publicLookup().findVirtual(c, name, type).bindTo(one.get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the JDK has another Unsafe", e);
    }
  }

  /** Whether an object is the runtime's own description of code. */
  private static boolean ofRuntime(Object o) {
    return o instanceof Class || o instanceof AccessibleObject || o instanceof MethodHandle;
  }

  private static boolean nothing(long address) {
    return address >= 0 && address < LOWEST;
  }

  /** Reads a field, an element, or memory where the object is null. */
  public static int getInt(Object unsafe, Object o, long offset) throws Throwable {
    return ofRuntime(o) || o == null && nothing(offset) ? 0 : (int) INT.invokeExact(o, offset);
  }

  /** The same. */
  public static long getLong(Object unsafe, Object o, long offset) throws Throwable {
    return ofRuntime(o) || o == null && nothing(offset) ? 0 : (long) LONG.invokeExact(o, offset);
  }

  /** Reads memory. */
  public static byte getByte(Object unsafe, long address) throws Throwable {
    return nothing(address) ? 0 : (byte) BYTE_AT.invokeExact(address);
  }

  /** The same. */
  public static int getInt(Object unsafe, long address) throws Throwable {
    return nothing(address) ? 0 : (int) INT_AT.invokeExact(address);
  }

  /** The same. */
  public static long getLong(Object unsafe, long address) throws Throwable {
    return nothing(address) ? 0 : (long) LONG_AT.invokeExact(address);
  }
}
