package talpa.agent.convert;

import com.googlecode.d2j.node.DexClassNode;
import com.googlecode.d2j.node.DexMethodNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Facts about classes that one class file needs of others: which are interfaces, and which
 * constructors a class has. Knows the app, the JDK, and the framework if its jar lies in the folder
 * sdk beside this program's jar (or in the system property robolectric.dependency.dir).
 */
final class AppIndex {
  private final Map<String, Boolean> app = new HashMap<>();
  private final Map<String, String> superclass = new HashMap<>();
  private final Map<String, Set<String>> constructors = new HashMap<>();
  private final Map<String, Boolean> others = new ConcurrentHashMap<>();
  private final JarFile framework = openFramework();

  AppIndex(List<DexClassNode> classes) {
    for (DexClassNode c : classes) {
      String n = internal(c.className);
      app.put(n, (c.access & Opcodes.ACC_INTERFACE) != 0);
      if (c.superClass != null) {
        superclass.put(n, internal(c.superClass));
      }
      Set<String> inits = new HashSet<>();
      if (c.methods != null) {
        for (DexMethodNode m : c.methods) {
          if (m.method.getName().equals("<init>")) {
            inits.add(m.method.getDesc());
          }
        }
      }
      constructors.put(n, inits);
    }
  }

  /** Whether the class, by internal name, is an interface; false if it is unknown. */
  boolean isInterface(String internalName) {
    Boolean b = app.get(internalName);
    return b != null ? b : others.computeIfAbsent(internalName, this::isForeignInterface);
  }

  /**
   * The class whose constructor runs when cls is allocated with this descriptor: cls itself, or,
   * after an optimiser removed trivial constructors, the nearest superclass that has it.
   */
  String constructorOwner(String cls, String desc) {
    String c = cls;
    for (int i = 0; i < 100 && c != null && constructors.containsKey(c); i++) {
      if (constructors.get(c).contains(desc)) {
        return c;
      }
      c = superclass.get(c);
    }
    return c == null ? cls : c;
  }

  private boolean isForeignInterface(String n) {
    if (n.startsWith("[")) {
      return false;
    }
    try {
      if (n.startsWith("java/") || n.startsWith("javax/")) {
        return Class.forName(n.replace('/', '.'), false, null).isInterface();
      }
      ZipEntry e = framework == null ? null : framework.getEntry(n + ".class");
      if (e == null) {
        return false;
      }
      try (InputStream in = framework.getInputStream(e)) {
        return (new ClassReader(in).getAccess() & Opcodes.ACC_INTERFACE) != 0;
      }
    } catch (ClassNotFoundException | LinkageError | IOException e) {
      return false;
    }
  }

  private static JarFile openFramework() {
    try {
      String dir = System.getProperty("robolectric.dependency.dir");
      Path sdk =
          dir != null
              ? Path.of(dir)
              : Path.of(AppIndex.class.getProtectionDomain().getCodeSource().getLocation().toURI())
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

  static String internal(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1);
  }
}
