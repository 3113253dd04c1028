package talpa.agent.net;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;

/**
 * The names of the world: each has one address, in the block that is set aside for tests of
 * networks (RFC 2544), which no packet ever gets.
 */
public final class Names {
  private static final int FIRST = 198;
  private static final int SECOND = 18;

  private Names() {}

  /** Has the JDK look names up here, once in the life of a JVM. */
  static void install() throws ReflectiveOperationException {
    Field f = field();
    f.setAccessible(true);
    Class<?> kind = f.getType();
    InvocationHandler h = (proxy, m, args) -> look(m, args);
    f.set(null, Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, h));
  }

  /** The JDK's name service; from version 18 on it is a resolver. */
  private static Field field() throws NoSuchFieldException {
    try {
      return InetAddress.class.getDeclaredField("nameService");
    } catch (NoSuchFieldException e) {
      return InetAddress.class.getDeclaredField("resolver");
    }
  }

  private static Object look(Method m, Object[] args) throws UnknownHostException {
    return switch (m.getName()) {
      case "lookupAllHostAddr" -> new InetAddress[] {address((String) args[0])};
      case "lookupByName" -> Stream.of(address((String) args[0]));
      case "getHostByAddr", "lookupByAddress" -> throw new UnknownHostException();
      case "hashCode" -> 0;
      case "equals" -> false;
      default -> Names.class.getName();
    };
  }

  /** The address of a name, which depends on nothing but the name. */
  static InetAddress address(String name) throws UnknownHostException {
    if (name.equalsIgnoreCase("localhost")) {
      return InetAddress.getByAddress(name, new byte[] {127, 0, 0, 1});
    }
    int h = name.hashCode();
    byte[] b = {(byte) FIRST, SECOND, (byte) (h >> 8), (byte) (h | 1)};
    return InetAddress.getByAddress(name, b);
  }
}
