package talpa.agent.convert;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import talpa.agent.weave.Redirects;

/**
 * The classes that the device itself has: the JDK's, and the framework's if its jar lies in the
 * folder sdk beside this program's jar (or in the system property robolectric.dependency.dir).
 */
final class Framework {
  private final JarFile jar = open();
  private final Map<String, Boolean> interfaces = new ConcurrentHashMap<>();
  private final Map<String, Shape> shapes = new ConcurrentHashMap<>();

  /**
   * Whether an app's own class of that internal name is never used. R8 gives an app such classes:
   * stubs of those that its oldest Android lacks.
   */
  boolean hides(String internalName) {
    return internalName.startsWith("java/")
        || has(internalName) && !AppLibraries.comeFirst(internalName.replace('/', '.'));
  }

  /** Whether the class is an interface; false if the device does not have it. */
  boolean isInterface(String internalName) {
    return interfaces.computeIfAbsent(internalName, this::readsAsInterface);
  }

  private boolean readsAsInterface(String n) {
    ClassReader r = read(n);
    return r != null && (r.getAccess() & Opcodes.ACC_INTERFACE) != 0;
  }

  /**
   * The class that has the method which the class of that internal name has or inherits from a
   * superclass; null if the device has neither.
   */
  String declarer(String internalName, String name, String desc) {
    String n = internalName;
    for (int i = 0; i < 100 && n != null; i++) {
      Shape s = shapes.computeIfAbsent(n, this::shape);
      if (s.methods.contains(name + desc)) {
        return n;
      }
      n = s.superclass;
    }
    return null;
  }

  /** The superclass and the interfaces that a class of the device names. */
  List<String> supertypes(String internalName) {
    Shape s = shapes.computeIfAbsent(internalName, this::shape);
    List<String> l = new ArrayList<>(s.interfaces);
    if (s.superclass != null) {
      l.add(s.superclass);
    }
    return l;
  }

  /**
   * What of a class decides which method a call reaches.
   *
   * @param superclass its internal name, or null
   * @param interfaces internal names
   * @param methods constructors and those that {@link Redirects} may name, "name(params)result"
   */
  private record Shape(String superclass, List<String> interfaces, Set<String> methods) {}

  private Shape shape(String n) {
    ClassReader r = read(n);
    if (r == null) {
      return new Shape(null, List.of(), Set.of());
    }
    ClassNode c = new ClassNode();
    r.accept(c, ClassReader.SKIP_CODE);
    Set<String> methods = new HashSet<>();
    for (MethodNode m : c.methods) {
      if (m.name.equals("<init>") || Redirects.mentions(m.name)) {
        methods.add(m.name + m.desc);
      }
    }
    return new Shape(c.superName, c.interfaces, methods);
  }

  /** A class of the device; null if there is none of that internal name. */
  private ClassReader read(String n) {
    String file = n + ".class";
    boolean jdk = n.startsWith("java/") || n.startsWith("javax/");
    if (n.startsWith("[") || !jdk && !has(n)) {
      return null;
    }
    try (InputStream in =
        jdk
            ? ClassLoader.getPlatformClassLoader().getResourceAsStream(file)
            : jar.getInputStream(jar.getEntry(file))) {
      return in == null ? null : new ClassReader(in);
    } catch (IOException e) {
      return null;
    }
  }

  private boolean has(String n) {
    return jar != null && jar.getEntry(n + ".class") != null;
  }

  private static JarFile open() {
    try {
      String dir = System.getProperty("robolectric.dependency.dir");
      Path sdk =
          dir != null
              ? Path.of(dir)
              : Path.of(Framework.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                  .resolveSibling("sdk");
      if (!Files.isDirectory(sdk)) {
        return null;
      }
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(sdk, "android-all-*.jar")) {
        for (Path p : jars) {
          return new JarFile(p.toFile(), false);
        }
      }
      return null;
    } catch (IOException | URISyntaxException e) {
      return null;
    }
  }
}
