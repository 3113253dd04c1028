package talpa.agent.app;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Temporary folders with the same path in every run, for what apps show and log the path of. They
 * begin with a name for the process's own folder, whose true path is drawn by the front.
 */
final class Folders {
  private static final Path OWN = Path.of("/proc/self/cwd");

  private static int made;

  private Folders() {}

  /** A new folder. */
  static synchronized Path temporary() throws IOException {
    Path base = base();
    while (true) {
      try {
        return Files.createDirectory(base.resolve("t" + made++));
      } catch (FileAlreadyExistsException e) {
        // Another JVM shares the folder: a test.
      }
    }
  }

  private static Path base() {
    Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      return Files.isSameFile(OWN, tmp) ? OWN : tmp;
    } catch (IOException e) {
      return tmp; // there is no /proc
    }
  }
}
