package talpa.agent.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import talpa.agent.bridge.Platform;

/**
 * Class files that the agent runs on: the framework's as instrumented, and those of the class path.
 */
public final class Classes {
  private static final JarFile FRAMEWORK = framework();

  private Classes() {}

  private static JarFile framework() {
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(Platform.sdk(), "android-all-*.jar")) {
      return new JarFile(jars.iterator().next().toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of the framework's class of that name, instrumented; null if it has none. */
  public static byte[] framework(String name) throws IOException {
    ZipEntry e = FRAMEWORK.getEntry(name.replace('.', '/') + ".class");
    if (e == null) {
      return null;
    }
    try (InputStream in = FRAMEWORK.getInputStream(e)) {
      return in.readAllBytes();
    }
  }

  /**
   * A class of the JDK's, of the class path, or of the framework as it is; null if there is none.
   */
  public static ClassNode plain(String name) throws IOException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = Classes.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        return null;
      }
      ClassNode c = new ClassNode();
      new ClassReader(in).accept(c, ClassReader.SKIP_CODE);
      return c;
    }
  }

  /** The bytes of a class of the class path. */
  public static byte[] bytes(String name) throws IOException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = Classes.class.getClassLoader().getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
