package talpa.agent.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import talpa.agent.bridge.Platform;
import talpa.agent.jdk.ThreadHooks;

/**
 * The folder that the agent is installed in (lib/agent): jars, sdk/, native/, classes.pack and
 * others.
 */
public final class Library {
  /** How the names of our own jars begin. */
  private static final String AGENT = "talpa-agent";

  private Library() {}

  /** The pack of classes; the system property talpa.pack names another one. */
  public static Path pack() {
    String other = System.getProperty("talpa.pack");
    return other != null ? Path.of(other) : Platform.folder().resolve("classes.pack");
  }

  /** The classes of the JDK with their hooks, as they were made when the agent was built. */
  static ClassPack hooks() {
    return ClassPack.open(hooksFile(), hooksKey());
  }

  /** Makes the pack of the JDK's classes with their hooks. */
  public static void writeHooks() throws IOException, ReflectiveOperationException {
    ClassPack.write(hooksFile(), hooksKey(), ThreadHooks.make());
  }

  private static Path hooksFile() {
    return Platform.folder().resolve("hooks.pack");
  }

  /** Names the build of the JDK, too. */
  private static String hooksKey() {
    return key() + System.getProperty("java.vm.vendor") + System.getProperty("java.vm.version");
  }

  /**
   * Names the jars on the class path, their sizes, and the agent's content: what a pack hangs on.
   */
  public static String key() {
    Map<String, String> parts = new TreeMap<>();
    for (String p : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(p);
      try {
        if (Files.isRegularFile(jar)) {
          parts.put(
              jar.getFileName().toString(),
              Files.size(jar)
                  + (jar.getFileName().toString().startsWith(AGENT) ? "#" + crc(jar) : ""));
        } else {
          parts.put(p, "folder");
        }
      } catch (IOException e) {
        parts.put(p, "unreadable");
      }
    }
    return parts + System.getProperty("java.version");
  }

  private static String crc(Path file) throws IOException {
    CRC32 c = new CRC32();
    c.update(Files.readAllBytes(file));
    return Long.toHexString(c.getValue());
  }
}
