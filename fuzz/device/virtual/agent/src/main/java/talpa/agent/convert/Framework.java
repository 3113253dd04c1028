package talpa.agent.convert;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import talpa.agent.boot.ClassPolicy;

/**
 * The classes that the device itself has: the JDK's, and the framework's if its jar lies in the
 * folder sdk beside this program's jar (or in the system property robolectric.dependency.dir).
 */
final class Framework {
  private final JarFile jar = open();
  private final Map<String, Boolean> interfaces = new ConcurrentHashMap<>();

  /**
   * Whether an app's own class of that internal name is never used. R8 gives an app such classes:
   * stubs of those that its oldest Android lacks.
   */
  boolean hides(String internalName) {
    return internalName.startsWith("java/")
        || has(internalName) && !ClassPolicy.isAppFirst(internalName.replace('/', '.'));
  }

  /** Whether the class is an interface; false if the device does not have it. */
  boolean isInterface(String internalName) {
    return interfaces.computeIfAbsent(internalName, this::readsAsInterface);
  }

  private boolean readsAsInterface(String n) {
    if (n.startsWith("[")) {
      return false;
    }
    try {
      if (n.startsWith("java/") || n.startsWith("javax/")) {
        return Class.forName(n.replace('/', '.'), false, null).isInterface();
      }
      if (!has(n)) {
        return false;
      }
      try (InputStream in = jar.getInputStream(jar.getEntry(n + ".class"))) {
        return (new ClassReader(in).getAccess() & Opcodes.ACC_INTERFACE) != 0;
      }
    } catch (ClassNotFoundException | LinkageError | IOException e) {
      return false;
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
