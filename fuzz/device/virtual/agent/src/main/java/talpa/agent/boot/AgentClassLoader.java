package talpa.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.bytecode.ClassDetails;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.ClassNodeProvider;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;

/**
 * The class loader of the sandbox. Sources in order: the class path for the agent's and
 * Robolectric's own packages; else the framework jar, then the app; the app first for the support
 * libraries. The app may come late ({@link #setApp}), after the sandbox was warmed.
 */
public final class AgentClassLoader extends AndroidSandbox.SdkSandboxClassLoader {
  /** Final bytes by class, in the order of loading; null unless a pack is being made. */
  private static volatile Map<String, byte[]> recorded;

  private final InstrumentationConfiguration config;
  private final ClassInstrumentor instrumentor;
  private final ClassPack pack;
  private final ClassNodeProvider nodes =
      new ClassNodeProvider() {
        @Override
        protected byte[] getClassBytes(String name) throws ClassNotFoundException {
          return getByteCode(name);
        }
      };
  private final JarFile sdk;
  private final Relocator relocator = new Relocator();
  private final Patches patches = new Patches();
  private volatile JarFile app;
  private volatile JarFile apk;
  private volatile Path apkPath;

  /** Called by Robolectric's injector (through META-INF/services). */
  public AgentClassLoader(
      InstrumentationConfiguration config,
      @Named("runtimeSdk") Sdk sdk,
      ClassInstrumentor instrumentor)
      throws IOException {
    super(config, sdk, instrumentor);
    this.config = config;
    this.instrumentor = instrumentor;
    this.pack = ClassPack.open(Library.pack(), Library.key());
    this.sdk = new JarFile(sdk.getJarPath().toFile(), false);
  }

  /** Adds the app: its converted classes, and the APK for its resources by name. */
  public void setApp(Path classes, Path apk) throws IOException {
    this.app = new JarFile(classes.toFile(), false);
    this.apk = new JarFile(apk.toFile(), false);
    this.apkPath = apk;
  }

  /** Remembers what is loaded from now on. */
  static void record() {
    recorded = new LinkedHashMap<>();
  }

  /** Writes what was remembered, and gives the number of classes. */
  static int writeRecord(Path file, String key) throws IOException {
    Map<String, byte[]> copy;
    synchronized (AgentClassLoader.class) {
      copy = new LinkedHashMap<>(recorded);
    }
    ClassPack.write(file, key, copy);
    return copy.size();
  }

  @Override
  protected Class<?> maybeInstrumentClass(String name) throws ClassNotFoundException {
    ByteBuffer packed = pack.get(name);
    ensurePackage(name);
    if (packed != null) {
      return defineClass(name, packed, (ProtectionDomain) null);
    }
    Found f = find(name);
    if (f == null) {
      throw new ClassNotFoundException(name);
    }
    byte[] b = f.bytes;
    if (ClassPolicy.mayBeInstrumented(name)) {
      ClassDetails details = new ClassDetails(b);
      if (config.shouldInstrument(details)) {
        b = instrumentor.instrument(details, config, nodes);
      }
    }
    if (recorded != null && !f.fromApp && !ClassPolicy.isReplaceable(name)) {
      synchronized (AgentClassLoader.class) {
        recorded.put(name, b);
      }
    }
    return defineClass(name, b, 0, b.length);
  }

  private void ensurePackage(String name) {
    int dot = name.lastIndexOf('.');
    if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
      try {
        definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
      } catch (IllegalArgumentException e) {
        // Another thread was first.
      }
    }
  }

  @Override
  protected byte[] getByteCode(String name) throws ClassNotFoundException {
    String n = name.replace('/', '.');
    Found f = find(n);
    if (f == null) {
      throw new ClassNotFoundException(n);
    }
    return f.bytes;
  }

  /** Bytes of a class, and whether they are the app's. */
  private record Found(byte[] bytes, boolean fromApp) {}

  private Found find(String n) throws ClassNotFoundException {
    if (n.startsWith(Relocator.PREFIX)) {
      byte[] b = fromClassPath(n.substring(Relocator.PREFIX.length()));
      return b == null ? null : new Found(relocator.apply(b), false);
    }
    if (ClassPolicy.isAgent(n)) {
      byte[] b = fromClassPath(n);
      return b == null ? null : new Found(patches.apply(n, relocator.apply(b)), false);
    }
    String file = n.replace('.', '/') + ".class";
    boolean appFirst = ClassPolicy.isAppFirst(n);
    byte[] b = read(appFirst ? app : sdk, file);
    if (b != null) {
      return new Found(b, appFirst);
    }
    b = read(appFirst ? sdk : app, file);
    if (b != null) {
      return new Found(b, !appFirst);
    }
    b = ClassPolicy.isDeviceLibrary(n) ? fromClassPath(n) : null;
    return b == null ? null : new Found(b, false);
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
      byte[] b = name.endsWith(".class") ? classFile(name) : hidden(name) ? null : read(apk, name);
      if (b != null) {
        return new ByteArrayInputStream(b);
      }
    } catch (ClassNotFoundException e) {
      // Unreadable entry: look elsewhere.
    }
    return super.getResourceAsStream(name);
  }

  private byte[] classFile(String name) throws ClassNotFoundException {
    Found f = find(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
    return f == null ? null : f.bytes;
  }

  @Override
  public URL getResource(String name) {
    URL u = fromApk(name);
    return u != null ? u : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    List<URL> all = new ArrayList<>();
    URL u = fromApk(name);
    if (u != null) {
      all.add(u);
    }
    all.addAll(Collections.list(super.getResources(name)));
    return Collections.enumeration(all);
  }

  private URL fromApk(String name) {
    JarFile a = apk;
    if (a == null || hidden(name) || a.getEntry(name) == null) {
      return null;
    }
    try {
      return new URL("jar:" + apkPath.toUri().toURL() + "!/" + name);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What Robolectric looks up by name is never the app's: services, the framework's resources. */
  private static boolean hidden(String name) {
    return name.startsWith("META-INF/services/org.robolectric")
        || name.startsWith("res/")
        || name.startsWith("assets/")
        || name.equals("AndroidManifest.xml")
        || name.equals("resources.arsc")
        || name.equals("build.prop");
  }
}
