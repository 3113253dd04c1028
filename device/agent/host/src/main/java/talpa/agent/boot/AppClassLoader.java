package talpa.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import talpa.agent.bridge.FrameworkXml;
import talpa.agent.bridge.Unloaded;
import talpa.agent.level.OlderCode;
import talpa.agent.level.OlderPlatform;
import talpa.agent.order.Identity;

/**
 * The class loader of one loaded app, below the sandbox's: its converted classes, and the other
 * files of its APK by name. A new one for each load, so that the statics of the app go with it. As
 * on a device the framework does not see the app's classes by itself, and the app's own copy of a
 * framework class is never used.
 *
 * <p>Parallel capable: {@link NextLoader} defines classes beside the app's threads.
 */
final class AppClassLoader extends ClassLoader implements Closeable, Predicate<String> {
  static {
    registerAsParallelCapable();
  }

  private static final String SUFFIX = ".class";

  private final AgentClassLoader framework;
  private final NextLoader next;
  private final AppClasses classes;
  private final AppArchive apk;
  private final Path apkPath;
  private final boolean testLibrary;
  private final OlderCode older; // null on the newest level
  private final Queue<String> defined = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  AppClassLoader(
      AgentClassLoader framework, NextLoader next, Path classes, Path apk, boolean testLibrary)
      throws IOException {
    super(framework);
    this.framework = framework;
    this.next = next;
    this.classes = AppClasses.open(classes);
    this.apk = new AppArchive(apk);
    this.apkPath = apk;
    this.testLibrary = testLibrary;
    OlderPlatform p = framework.older();
    this.older = p == null ? null : new OlderCode(p, this::ownClass);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> known = findLoadedClass(name);
    if (known != null) {
      return known;
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> c = findLoadedClass(name);
      if (c != null) {
        return c;
      }
      boolean missing = older != null && older.lacks(name.replace('.', '/')) && isForApp();
      if (!missing && (name.startsWith("java.") || framework.owns(name))) {
        return framework.loadClass(name);
      }
      if (closed) {
        throw new Unloaded(name);
      }
      if (missing && name.startsWith("java.")) {
        throw new ClassNotFoundException(name);
      }
      byte[] b = classes.read(name.replace('.', '/'));
      if (b != null) {
        return define(name, older == null ? b : older.apply(b));
      }
      if (missing || !testLibrary && ClassPolicy.isTestLibrary(name)) {
        throw new ClassNotFoundException(name);
      }
      return framework.loadClass(name);
    }
  }

  /**
   * Whether the app asks, by its code or a layout, and not the framework: that has all its classes,
   * but loads some through the app's loader (those of its own layouts, of parcels).
   */
  private static boolean isForApp() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames -> frames.skip(1).filter(f -> !isPassing(f)).findFirst())
        .map(f -> isApp(f.getDeclaringClass()))
        .orElse(true);
  }

  /**
   * Whether a frame only hands on who asks: of the JDK's, or of this class but where it defines.
   */
  private static boolean isPassing(StackWalker.StackFrame f) {
    Class<?> c = f.getDeclaringClass();
    return c == AppClassLoader.class
        ? !f.getMethodName().equals("define")
        : c.getClassLoader() == null || c.getName().startsWith("java.");
  }

  private static boolean isApp(Class<?> c) {
    return c == AppClassLoader.class
        || c.getClassLoader() instanceof AppClassLoader
        || c.getName().equals("android.view.LayoutInflater") && !FrameworkXml.reading();
  }

  /** The class file of a class that the app's code means by an internal name; null for others. */
  private byte[] ownClass(String name) {
    String dotted = name.replace('/', '.');
    try {
      return !older.lacks(name) && (name.startsWith("java/") || framework.owns(dotted))
          ? null
          : classes.read(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Whether a class of that name was loaded here: so code of the app is known from other code. */
  @Override
  public boolean test(String className) {
    // Found are also classes that were only asked for here.
    Class<?> c = findLoadedClass(className);
    return c != null && c.getClassLoader() == this;
  }

  private Class<?> define(String name, byte[] b) {
    int dot = name.lastIndexOf('.');
    if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
      try {
        definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
      } catch (IllegalArgumentException e) {
        // Another thread was first.
      }
    }
    Class<?> c = defineClass(name, b, 0, b.length);
    Identity.mark(c);
    defined.add(name);
    return c;
  }

  /** The classes that were initialized so far, in the order in which they were defined. */
  List<String> used() {
    List<String> out = new ArrayList<>();
    for (String name : defined) {
      if (Initialized.test(findLoadedClass(name))) {
        out.add(name);
      }
    }
    return out;
  }

  /** Defines classes before they are asked for; none of their code runs. Ends early when closed. */
  void define(List<String> names) {
    for (String name : names) {
      if (closed) {
        return;
      }
      try {
        loadClass(name, false);
      } catch (ClassNotFoundException | LinkageError | Unloaded e) {
        // Whoever asks for the class meets the same.
      }
    }
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    try {
      byte[] b =
          name.endsWith(SUFFIX)
              ? classes.read(name.substring(0, name.length() - SUFFIX.length()))
              : apk.read(name);
      return b != null ? new ByteArrayInputStream(b) : framework.getResourceAsStream(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  @Override
  public URL getResource(String name) {
    URL u = fromApk(name);
    return u != null ? u : framework.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> all = new ArrayList<>();
    URL u = fromApk(name);
    if (u != null) {
      all.add(u);
    }
    all.addAll(Collections.list(framework.getResources(name)));
    return Collections.enumeration(all);
  }

  private URL fromApk(String name) {
    if (!apk.has(name)) {
      return null;
    }
    try {
      return new URL("jar:" + apkPath.toUri().toURL() + "!/" + name);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Closes it at the end of an app's life, and makes ready for the next one. */
  @Override
  public void close() throws IOException {
    next.prepare(used());
    discard();
  }

  /** Closes it. */
  void discard() throws IOException {
    closed = true;
    classes.close();
    apk.close();
  }
}
