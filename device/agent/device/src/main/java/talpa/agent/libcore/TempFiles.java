package talpa.agent.libcore;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;

/** Temporary files of the app: in its cache, with names drawn from the device's seed. */
public final class TempFiles {
  private TempFiles() {}

  private static Path dir() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static String name(String prefix, String suffix) {
    return (prefix == null ? "" : prefix)
        + Long.toUnsignedString(RandomCalls.seed())
        + (suffix == null ? "" : suffix);
  }

  /** File.createTempFile. */
  public static File createTempFile(String prefix, String suffix) throws IOException {
    return createTempFile(prefix, suffix, (File) null);
  }

  /** File.createTempFile. */
  public static File createTempFile(String prefix, String suffix, File directory)
      throws IOException {
    if (prefix.length() < 3) {
      throw new IllegalArgumentException("Prefix string too short");
    }
    File d = directory == null ? dir().toFile() : directory;
    File f;
    do {
      f = new File(d, name(prefix, suffix == null ? ".tmp" : suffix));
    } while (!f.createNewFile());
    return f;
  }

  /** Files.createTempFile. */
  public static Path createTempFile(String prefix, String suffix, FileAttribute<?>... attributes)
      throws IOException {
    return createTempFile(dir(), prefix, suffix, attributes);
  }

  /** Files.createTempFile. */
  public static Path createTempFile(
      Path dir, String prefix, String suffix, FileAttribute<?>... attributes) throws IOException {
    while (true) {
      try {
        String name = name(prefix, suffix == null ? ".tmp" : suffix);
        return Files.createFile(dir.resolve(name), attributes);
      } catch (FileAlreadyExistsException e) {
        // The next number is another one.
      }
    }
  }

  /** Files.createTempDirectory. */
  public static Path createTempDirectory(String prefix, FileAttribute<?>... attributes)
      throws IOException {
    return createTempDirectory(dir(), prefix, attributes);
  }

  /** Files.createTempDirectory. */
  public static Path createTempDirectory(Path dir, String prefix, FileAttribute<?>... attributes)
      throws IOException {
    while (true) {
      try {
        return Files.createDirectory(dir.resolve(name(prefix, null)), attributes);
      } catch (FileAlreadyExistsException e) {
        // The next number is another one.
      }
    }
  }
}
