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
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import talpa.agent.bridge.Unloaded;
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

  private final AgentClassLoader framework;
  private final NextLoader next;
  private final JarFile classes;
  private final JarFile apk;
  private final Path apkPath;
  private final boolean testLibrary;
  private final Queue<String> defined = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  AppClassLoader(
      AgentClassLoader framework, NextLoader next, Path classes, Path apk, boolean testLibrary)
      throws IOException {
    super(framework);
    this.framework = framework;
    this.next = next;
    this.classes = new JarFile(classes.toFile(), false);
    this.apk = new JarFile(apk.toFile(), false);
    this.apkPath = apk;
    this.testLibrary = testLibrary;
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
      if (name.startsWith("java.") || framework.owns(name)) {
        return framework.loadClass(name);
      }
      if (closed) {
        throw new Unloaded(name);
      }
      byte[] b = read(classes, name.replace('.', '/') + ".class");
      if (b != null) {
        return define(name, b);
      }
      if (!testLibrary && ClassPolicy.isTestLibrary(name)) {
        throw new ClassNotFoundException(name);
      }
      return framework.loadClass(name);
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
      byte[] b = name.endsWith(".class") ? read(classes, name) : read(apk, name);
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
    if (apk.getEntry(name) == null) {
      return null;
    }
    try {
      return new URL("jar:" + apkPath.toUri().toURL() + "!/" + name);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] read(JarFile jar, String file) throws ClassNotFoundException {
    ZipEntry e = jar.getEntry(file);
    if (e == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(e)) {
      return in.readAllBytes();
    } catch (IOException | IllegalStateException x) {
      // IllegalStateException: closed, and some thread of the unloaded app goes on.
      throw new ClassNotFoundException(file, x);
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
