package talpa.agent.libcore;

import android.os.Build;
import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;
import talpa.agent.bridge.Level;

/**
 * What is in a folder: in the order of the names, which on the host is the file system's. What is
 * in the root an app may see up to Android 6 only.
 */
public final class FolderCalls {
  /** What is in the root of Android 6, of its folders. */
  private static final String[] ROOT = {
    "acct", "cache", "config", "d", "data", "dev", "etc", "mnt", "oem", "proc", "root", "sbin",
    "sdcard", "storage", "sys", "system", "vendor"
  };

  private FolderCalls() {}

  /** File.list. */
  public static String[] list(File folder) {
    return isRoot(folder) ? root() : sorted(placed(folder).list());
  }

  /** File.list. */
  public static String[] list(File folder, FilenameFilter filter) {
    return isRoot(folder)
        ? only(root(), name -> filter == null || filter.accept(folder, name))
        : sorted(placed(folder).list(filter));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder) {
    return isRoot(folder) ? files(root()) : sorted(placed(folder).listFiles());
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FilenameFilter filter) {
    return isRoot(folder) ? files(list(folder, filter)) : sorted(placed(folder).listFiles(filter));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FileFilter filter) {
    return isRoot(folder)
        ? files(only(root(), name -> filter == null || filter.accept(new File("/", name))))
        : sorted(placed(folder).listFiles(filter));
  }

  private static boolean isRoot(File folder) {
    return placed(folder).getPath().equals("/");
  }

  /** The names in the root; null since Android 7, which lets apps pass through it only. */
  private static String[] root() {
    return Level.has(Build.VERSION_CODES.N) ? null : ROOT.clone();
  }

  private static String[] only(String[] names, Predicate<String> accepted) {
    return names == null ? null : Stream.of(names).filter(accepted).toArray(String[]::new);
  }

  private static File[] files(String[] names) {
    return names == null
        ? null
        : Stream.of(names).map(name -> new File("/", name)).toArray(File[]::new);
  }

  /** The folder by its whole path: an Android process stands in the root, not where a JVM does. */
  private static File placed(File folder) {
    String path = folder.getPath();
    return path.isEmpty() || folder.isAbsolute() ? folder : new File("/", path);
  }

  /** Null if there is no such folder. */
  private static <T> T[] sorted(T[] found) {
    if (found != null) {
      Arrays.sort(found);
    }
    return found;
  }
}
