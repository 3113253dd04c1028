package talpa.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class loader of the loaded app; before an app is loaded, the sandbox's. */
public final class AppCode {
  private static final ClassLoader SANDBOX = AppCode.class.getClassLoader();

  private static final Map<String, Class<?>> PRIMITIVES =
      Stream.of(
              boolean.class,
              byte.class,
              char.class,
              double.class,
              float.class,
              int.class,
              long.class,
              short.class,
              void.class)
          .collect(Collectors.toMap(Class::getName, c -> c));

  private static volatile ClassLoader current = SANDBOX;

  private AppCode() {}

  /** The loader of the app's classes. */
  public static ClassLoader loader() {
    return current;
  }

  /** As {@link #loader()}: called by Robolectric in place of asking one of its classes. */
  public static ClassLoader loader(Class<?> asked) {
    return current;
  }

  /** The loader that knows the framework's classes and none of the app's, as the system's does. */
  public static ClassLoader getSystemClassLoader() {
    return SANDBOX;
  }

  /** Whether a class of that name was loaded as the app's. */
  @SuppressWarnings("unchecked")
  public static boolean isApp(String className) {
    return current instanceof Predicate<?> p && ((Predicate<String>) p).test(className);
  }

  /** Whether code of the app was running when a throwable was made. */
  public static boolean isOnStack(Throwable t) {
    for (StackTraceElement f : t.getStackTrace()) {
      if (isApp(f.getClassName())) {
        return true;
      }
    }
    return false;
  }

  /** A class of the app or of the framework. */
  public static Class<?> forName(String name) throws ClassNotFoundException {
    return Class.forName(name, true, current);
  }

  /**
   * The class of a serialized object that the framework reads without a loader: the JDK takes that
   * of the nearest caller which is no class of the runtime, as Android does, whose framework is
   * part of the runtime.
   */
  public static Class<?> resolved(ObjectInputStream in, ObjectStreamClass described)
      throws ClassNotFoundException {
    Class<?> primitive = PRIMITIVES.get(described.getName());
    return primitive != null ? primitive : Class.forName(described.getName(), false, current);
  }

  /** The bytes of a class of the app or of the framework; null if they are not to be had. */
  static byte[] bytesOf(String className) {
    String file = className.replace('.', '/') + ".class";
    try (InputStream in = current.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  /** Sets the loader, also for the calling thread; null for the sandbox's. */
  public static void set(ClassLoader loader) {
    current = loader == null ? SANDBOX : loader;
    Thread.currentThread().setContextClassLoader(current);
  }
}
