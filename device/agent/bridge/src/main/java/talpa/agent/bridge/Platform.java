package talpa.agent.bridge;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The version of Android whose framework the agent runs, and where its files lie. */
public final class Platform {
  /** The level of the framework that the agent is written for and compiled against. */
  public static final int PRESENT = 35;

  /** The framework's API level: that of the jar in the agent's folder. */
  public static final int API = api();

  private Platform() {}

  private static int api() {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(sdk(), "android-all-*.jar")) {
      for (Path jar : jars) {
        Integer level = Map.of("15", 35, "11", 30).get(version(jar.getFileName().toString()));
        if (level != null) {
          return level;
        }
      }
    } catch (IOException e) {
      // No framework: as in tests of what needs none.
    }
    return PRESENT;
  }

  private static String version(String jar) {
    return jar.replaceFirst("android-all-(instrumented-)?", "").replaceFirst("-.*", "");
  }

  /** Whether the framework is of this level or a later one. */
  public static boolean has(int since) {
    return API >= since;
  }

  /** The folder that the agent is installed in (lib/agent), from the place of the framework. */
  public static Path folder() {
    return sdk().resolveSibling("");
  }

  /** The folder of the framework's jar. */
  public static Path sdk() {
    return Path.of(System.getProperty("robolectric.dependency.dir", "sdk")).toAbsolutePath();
  }

  /**
   * The framework's resources without its classes, made when the agent is built: whoever opens an
   * archive for resources reads its whole directory, and that of the framework's jar has ten times
   * as many entries.
   */
  public static Path resources() {
    return folder().resolve("framework-res.apk");
  }
}
