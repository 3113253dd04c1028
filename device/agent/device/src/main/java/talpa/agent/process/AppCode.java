package talpa.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;

/** The class loader of the loaded app; before an app is loaded, the sandbox's. */
public final class AppCode {
  private static final ClassLoader SANDBOX = AppCode.class.getClassLoader();

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
