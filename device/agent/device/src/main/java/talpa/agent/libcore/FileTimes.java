package talpa.agent.libcore;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import talpa.agent.clock.Clock;

/**
 * Times of files, on the virtual clock. The host writes its own time to a file: such a file gets
 * the virtual time at which the app first asks, and keeps it until it is written again. The front
 * does the same when a process ends.
 */
public final class FileTimes {
  private static final long SECOND = 1000;

  private static volatile long since = Long.MAX_VALUE;

  private FileTimes() {}

  /** Sets when the device was made, in the host's milliseconds since 1970. */
  public static void setSince(long millis) {
    since = millis;
  }

  private static void stamp(File f) {
    long t = f.lastModified();
    // The file system's clock is coarse, and may be a little behind.
    if (t >= since - SECOND && t <= System.currentTimeMillis() + SECOND) {
      f.setLastModified(Clock.wallMillis());
    }
  }

  private static void stamp(Path p) {
    if (p.getFileSystem() == FileSystems.getDefault()) {
      stamp(p.toFile());
    }
  }

  /** File.lastModified. */
  public static long lastModified(File f) {
    stamp(f);
    return f.lastModified();
  }

  /** Files.getLastModifiedTime. */
  public static FileTime getLastModifiedTime(Path p, LinkOption... options) throws IOException {
    stamp(p);
    return Files.getLastModifiedTime(p, options);
  }

  /** Files.getAttribute. */
  public static Object getAttribute(Path p, String name, LinkOption... options) throws IOException {
    stamp(p);
    return Files.getAttribute(p, name, options);
  }

  /** Files.readAttributes. */
  public static <A extends BasicFileAttributes> A readAttributes(
      Path p, Class<A> type, LinkOption... options) throws IOException {
    stamp(p);
    return Files.readAttributes(p, type, options);
  }

  /** Files.readAttributes. */
  public static Map<String, Object> readAttributes(Path p, String names, LinkOption... options)
      throws IOException {
    stamp(p);
    return Files.readAttributes(p, names, options);
  }
}
