package talpa.agent.libcore;

import android.os.Build;
import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import talpa.agent.bridge.Level;

/**
 * What is in a folder: in the order of the names, which on the host is the file system's. What is
 * in the root an app may see up to Android 6 only, and of the processors it sees what a phone's
 * kernel shows.
 */
public final class FolderCalls {
  /** What is in the root of Android 6, of its folders. */
  private static final String[] ROOT = {
    "acct", "cache", "config", "d", "data", "dev", "etc", "mnt", "oem", "proc", "root", "sbin",
    "sdcard", "storage", "sys", "system", "vendor"
  };

  private static final String PROCESSORS = "/sys/devices/system/cpu";

  /** What a phone's kernel has there; a computer's has more. */
  private static final Pattern OF_PHONES =
      Pattern.compile(
          "cpu[0-9]+|cpufreq|cpuidle|isolated|kernel_max|modalias|offline|online|possible|power"
              + "|present|uevent");

  private FolderCalls() {}

  /** File.list. */
  public static String[] list(File folder) {
    return names(placed(folder));
  }

  /** File.list. */
  public static String[] list(File folder, FilenameFilter filter) {
    File f = placed(folder);
    return only(names(f), name -> filter == null || filter.accept(f, name));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder) {
    return files(placed(folder), list(folder));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FilenameFilter filter) {
    return files(placed(folder), list(folder, filter));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FileFilter filter) {
    File[] all = listFiles(folder);
    return all == null || filter == null
        ? all
        : Stream.of(all).filter(filter::accept).toArray(File[]::new);
  }

  /** The folder by its whole path: an Android process stands in the root, not where a JVM does. */
  private static File placed(File folder) {
    String path = folder.getPath();
    return path.isEmpty() || folder.isAbsolute() ? folder : new File("/", path);
  }

  /** Null if there is no such folder. */
  private static String[] names(File folder) {
    String path = folder.getPath();
    while (path.endsWith("/.")) {
      path = path.substring(0, path.length() - "/.".length());
    }
    if (path.isEmpty() && folder.isAbsolute() || path.equals("/")) {
      return Level.has(Build.VERSION_CODES.N) ? null : ROOT.clone();
    }
    String[] found = folder.list();
    if (found != null) {
      Arrays.sort(found);
    }
    return path.equals(PROCESSORS) ? only(found, name -> OF_PHONES.matcher(name).matches()) : found;
  }

  private static String[] only(String[] names, Predicate<String> accepted) {
    return names == null ? null : Stream.of(names).filter(accepted).toArray(String[]::new);
  }

  private static File[] files(File folder, String[] names) {
    return names == null
        ? null
        : Stream.of(names).map(name -> new File(folder, name)).toArray(File[]::new);
  }
}
