package talpa.agent.wire;

import java.io.IOException;
import java.nio.file.Path;

/** Opens the app to the sandbox. */
@FunctionalInterface
public interface Opener {
  /** Adds the converted classes, and the APK for its other files, to the sandbox's loader. */
  void open(Path classes, Path apk) throws IOException;
}
