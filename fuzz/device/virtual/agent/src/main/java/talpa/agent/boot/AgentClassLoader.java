package talpa.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The class loader of the sandbox. Sources in order: the class path for the agent's and
 * Robolectric's own packages; else the framework jar, then the app; the app first for the support
 * libraries. The app may come late ({@link #setApp}), after the sandbox was warmed.
 */
public final class AgentClassLoader extends AndroidSandbox.SdkSandboxClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final JarFile sdk;
  private final Relocator relocator = new Relocator();
  private final Patches patches = new Patches();
  private volatile JarFile app;
  private volatile Path appPath;

  /** Called by Robolectric's injector (through META-INF/services). */
  public AgentClassLoader(
      InstrumentationConfiguration config,
      @Named("runtimeSdk") Sdk sdk,
      ClassInstrumentor instrumentor)
      throws IOException {
    super(config, sdk, instrumentor);
    this.sdk = new JarFile(sdk.getJarPath().toFile(), false);
  }

  /** Adds the app's converted classes. Resources of the APK are found through it as well. */
  public void setApp(Path classes) throws IOException {
    app = new JarFile(classes.toFile(), false);
    appPath = classes;
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    String n = name.replace('/', '.');
    byte[] b = find(n);
    if (b == null) {
      throw new ClassNotFoundException(n);
    }
    return b;
  }

  private byte[] find(String n) throws ClassNotFoundException {
    String file = n.replace('.', '/') + ".class";
    if (n.startsWith(Relocator.PREFIX)) {
      byte[] b = fromClassPath(n.substring(Relocator.PREFIX.length()));
      return b == null ? null : relocator.apply(b);
    }
    if (ClassPolicy.isAgent(n)) {
      byte[] b = fromClassPath(n);
      return b == null ? null : patches.apply(n, relocator.apply(b));
    }
    if (ClassPolicy.isAppFirst(n)) {
      byte[] b = read(app, file);
      return b != null ? b : read(sdk, file);
    }
    byte[] b = read(sdk, file);
    if (b == null) {
      b = read(app, file);
    }
    return b == null && ClassPolicy.isDeviceLibrary(n) ? fromClassPath(n) : b;
  }

  /**
   * As in the superclass; classes named javax.*, which come from the parent, may also be the
   * framework's or the app's own.
   */
  @Override
  public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      if (!name.startsWith("javax.")) {
        throw e;
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> c = findLoadedClass(name);
        return c != null ? c : maybeInstrumentClass(name);
      }
    }
  }

  private byte[] fromClassPath(String n) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(n.replace('.', '/') + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(n, e);
    }
  }

  private static byte[] read(JarFile jar, String file) throws ClassNotFoundException {
    if (jar == null) {
      return null;
    }
    ZipEntry e = jar.getEntry(file);
    if (e == null) {
      return null;
    }
    try (InputStream in = jar.getInputStream(e)) {
      return in.readAllBytes();
    } catch (IOException x) {
      throw new ClassNotFoundException(file, x);
    }
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    try {
      byte[] b = hidden(name) ? null : name.endsWith(".class") ? classFile(name) : read(app, name);
      if (b != null) {
        return new ByteArrayInputStream(b);
      }
    } catch (ClassNotFoundException e) {
      // Unreadable entry: look elsewhere.
    }
    return super.getResourceAsStream(name);
  }

  private byte[] classFile(String name) throws ClassNotFoundException {
    return find(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
  }

  @Override
  public URL getResource(String name) {
    JarFile a = app;
    if (a != null && !hidden(name) && a.getEntry(name) != null) {
      try {
        return new URL("jar:" + appPath.toUri().toURL() + "!/" + name);
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    return super.getResource(name);
  }

  /** Services of Robolectric's are never the app's. */
  private static boolean hidden(String name) {
    return name.startsWith("META-INF/services/org.robolectric");
  }
}
