package talpa.agent.boot;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** The folder that the agent is installed in (lib/agent): jars, sdk/, native/, classes.pack. */
public final class Library {
  /** How the names of our own jars begin. */
  private static final String AGENT = "talpa-agent";

  private Library() {}

  /** The folder, from the place of the framework's jar. */
  public static Path folder() {
    return Path.of(System.getProperty("robolectric.dependency.dir", "sdk"))
        .toAbsolutePath()
        .resolveSibling("");
  }

  /** The pack of classes; the system property talpa.pack names another one. */
  public static Path pack() {
    String other = System.getProperty("talpa.pack");
    return other != null ? Path.of(other) : folder().resolve("classes.pack");
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
