package talpa.agent.boot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.inject.Named;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.internal.bytecode.ClassDetails;
import org.robolectric.internal.bytecode.ClassInstrumentor;
import org.robolectric.internal.bytecode.ClassNodeProvider;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.pluginapi.Sdk;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Platform;
import talpa.agent.convert.AppLibraries;
import talpa.agent.level.OlderPlatform;
import talpa.agent.level.Reflection;
import talpa.agent.order.Identity;
import talpa.agent.patch.AbsentTypes;
import talpa.agent.patch.DirectCalls;
import talpa.agent.patch.Patches;
import talpa.agent.patch.PlainCalls;
import talpa.agent.patch.SandboxChoice;
import talpa.agent.patch.ShadowedMethods;
import talpa.agent.weave.WaitSites;

/**
 * The class loader of the sandbox: the agent's and Robolectric's own packages from the class path,
 * the framework from its jar. The app's classes are in an {@link AppClassLoader} below it.
 */
public final class AgentClassLoader extends AndroidSandbox.SdkSandboxClassLoader {
  private static final String SUFFIX = ".class";

  /** Final bytes by class, in the order of loading; null unless a pack is being made. */
  private static volatile Map<String, byte[]> recorded;

  /** The one whose classes these are. */
  private static volatile AgentClassLoader recording;

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
  private final DeviceCode device = DeviceCode.find();
  private final Relocator relocator = new Relocator();
  private final Patches patches = new Patches();
  private final AbsentTypes absent = new AbsentTypes(this::has);
  private DirectCalls directCalls; // made when a class is not in the pack
  private final NextLoader next = new NextLoader(this);
  private OlderPlatform older; // made when the first app comes

  /** Called by Robolectric's injector (through META-INF/services). */
  public AgentClassLoader(
      InstrumentationConfiguration config,
      @Named("runtimeSdk") Sdk sdk,
      ClassInstrumentor instrumentor)
      throws IOException {
    super(config, sdk, instrumentor);
    this.config = config;
    this.instrumentor = instrumentor;
    // A class that came out of an old pack would not be recorded for the new one.
    this.pack = recorded != null ? ClassPack.none() : ClassPack.open(Library.pack(), Library.key());
    this.sdk = new JarFile(sdk.getJarPath().toFile(), false);
    recording = recorded != null ? this : null;
  }

  /** A loader for an app's converted classes, and for the other files of its APK. */
  AppClassLoader forApp(Path classes, Path apk, boolean testLibrary) throws IOException {
    return next.open(classes, apk, testLibrary);
  }

  /** What the device's level lacks; null if that is the framework's own. */
  synchronized OlderPlatform older() {
    if (older == null && Level.isOlder()) {
      older = new OlderPlatform(Level.api(), this::classFile);
      Reflection.set(older);
    }
    return older;
  }

  /** The class file of a class of the framework or the JDK by its internal name, else null. */
  private byte[] classFile(String name) {
    String file = name + SUFFIX;
    try (InputStream in =
        name.startsWith("java/") ? ClassLoader.getSystemResourceAsStream(file) : null) {
      return in != null ? in.readAllBytes() : fromFramework(name);
    } catch (IOException | ClassNotFoundException e) {
      return null;
    }
  }

  /** Whether a class is the framework's or ours, whatever the app has of that name. */
  boolean owns(String name) {
    if (pack.get(name) != null || ClassPolicy.isAgent(name) || name.startsWith(Relocator.PREFIX)) {
      return true;
    }
    return !AppLibraries.comeFirst(name) && sdk.getEntry(file(name)) != null;
  }

  /** Remembers what is loaded from now on. */
  public static void record() {
    recorded = new LinkedHashMap<>();
  }

  /** Has the shadows and the classes that many apps use remembered, too. */
  public static void recordCommon() {
    AgentClassLoader l = recording;
    Set<String> names = new LinkedHashSet<>();
    for (ShadowProvider p : ServiceLoader.load(ShadowProvider.class)) {
      p.getShadows().forEach(e -> names.add(e.getValue()));
    }
    Stream.concat(l.device.files().stream().sorted(), l.sdk.stream().map(ZipEntry::getName))
        .filter(f -> f.endsWith(SUFFIX))
        .map(f -> f.substring(0, f.length() - SUFFIX.length()).replace('/', '.'))
        .filter(name -> ClassPolicy.in(name, ClassPolicy.COMMON))
        .forEach(names::add);
    for (String name : names) {
      try {
        l.loadClass(name, false);
      } catch (ClassNotFoundException | LinkageError e) {
        continue; // whoever asks for the class meets the same
      }
    }
  }

  /** Writes what was remembered, and gives the number of classes. */
  public static int writeRecord(Path file, String key) throws IOException {
    Map<String, byte[]> copy;
    synchronized (AgentClassLoader.class) {
      copy = new LinkedHashMap<>(recorded);
    }
    try {
      writeOutCalls(copy);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
    ClassPack.write(file, key, copy);
    return copy.size();
  }

  private static void writeOutCalls(Map<String, byte[]> classes)
      throws ReflectiveOperationException {
    PlainCalls calls = new PlainCalls(new SandboxChoice(recording), classes::containsKey);
    for (Map.Entry<String, byte[]> e : classes.entrySet()) {
      if (ClassPolicy.mayBeInstrumented(e.getKey())) {
        e.setValue(calls.apply(e.getKey(), e.getValue()));
      }
    }
    classes.replaceAll(calls::open);
  }

  @Override
  protected Class<?> maybeInstrumentClass(String name) throws ClassNotFoundException {
    ByteBuffer packed = pack.get(name);
    ensurePackage(name);
    if (packed != null) {
      return marked(defineClass(name, packed, (ProtectionDomain) null));
    }
    byte[] b = getByteCode(name);
    if (ClassPolicy.mayBeInstrumented(name)) {
      ClassDetails details = new ClassDetails(b);
      if (config.shouldInstrument(details)) {
        b = instrumentor.instrument(details, config, nodes);
      }
      b = directCalls().apply(name, b);
    }
    b = WaitSites.apply(b);
    if (recorded != null && !ClassPolicy.isReplaceable(name)) {
      synchronized (AgentClassLoader.class) {
        recorded.put(name, b);
      }
    }
    return marked(defineClass(name, b, 0, b.length));
  }

  private synchronized DirectCalls directCalls() {
    if (directCalls == null) {
      directCalls = new DirectCalls(new ShadowedMethods());
    }
    return directCalls;
  }

  private static Class<?> marked(Class<?> c) {
    Identity.mark(c);
    return c;
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
    byte[] b = find(n);
    if (b == null) {
      throw new ClassNotFoundException(n);
    }
    return b;
  }

  private byte[] find(String n) throws ClassNotFoundException {
    if (n.startsWith(Relocator.PREFIX)) {
      byte[] b = fromClassPath(n.substring(Relocator.PREFIX.length()));
      return b == null ? null : relocator.apply(b);
    }
    if (ClassPolicy.isAgent(n)) {
      byte[] b = fromClassPath(n);
      return b == null ? null : patches.apply(n, relocator.apply(absent.without(b)));
    }
    byte[] b = fromFramework(n);
    if (b == null && ClassPolicy.isDeviceLibrary(n)) {
      b = fromClassPath(n);
    }
    return b == null ? null : patches.apply(n, b);
  }

  /**
   * As in the superclass, but of our own classes those alone are in the sandbox that the module
   * device has; and classes named javax.*, which come from the parent, may also be the framework's
   * own.
   */
  @Override
  public Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(DeviceCode.OURS) && !device.has(name)) {
      return getParent().loadClass(name);
    }
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

  /** Whether the framework, or we in its place, have a class, by its internal name. */
  private boolean has(String name) {
    String file = name + SUFFIX;
    return Platform.has(Platform.PRESENT)
        || sdk.getEntry(file) != null
        || device.files().contains(file);
  }

  private byte[] fromClassPath(String n) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(n.replace('.', '/') + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(n, e);
    }
  }

  private byte[] fromFramework(String n) throws ClassNotFoundException {
    ZipEntry e = sdk.getEntry(file(n));
    if (e == null) {
      return null;
    }
    try (InputStream in = sdk.getInputStream(e)) {
      return in.readAllBytes();
    } catch (IOException x) {
      throw new ClassNotFoundException(n, x);
    }
  }

  private static String file(String className) {
    return className.replace('.', '/') + SUFFIX;
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    if (!name.endsWith(".class")) {
      return super.getResourceAsStream(name);
    }
    try {
      byte[] b = find(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
      return b == null ? null : new ByteArrayInputStream(b);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
