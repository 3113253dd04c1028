package talpa.agent.bridge;

import java.nio.file.Path;

/** The version of Android that the agent is, and where its files lie. */
public final class Platform {
  /** Its API level. */
  public static final int API = 35;

  private Platform() {}

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
