package talpa.agent.bridge;

import java.io.IOException;
import java.nio.file.Path;

/** Opens apps to the sandbox. */
@FunctionalInterface
public interface Opener {
  /**
   * A class loader for an app.
   *
   * @param classes its converted classes: a jar of all, or a store that grows
   * @param apk the APK, for its other files
   * @param testLibrary whether Android gives the app its library of old test classes
   */
  ClassLoader open(Path classes, Path apk, boolean testLibrary) throws IOException;
}
