package talpa.agent.wire;

import java.io.IOException;
import java.nio.file.Path;

/** Opens the app's converted classes to the sandbox. */
@FunctionalInterface
public interface Opener {
  /** Adds the jar to the sandbox's class loader. */
  void open(Path classes) throws IOException;
}
