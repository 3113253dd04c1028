package talpa.agent.libcore;

import java.io.File;
import java.io.FileFilter;
import java.io.FilenameFilter;
import java.util.Arrays;

/** What is in a folder: in the order of the names, which on the host is the file system's. */
public final class FolderCalls {
  private FolderCalls() {}

  /** File.list. */
  public static String[] list(File folder) {
    return sorted(placed(folder).list());
  }

  /** File.list. */
  public static String[] list(File folder, FilenameFilter filter) {
    return sorted(placed(folder).list(filter));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder) {
    return sorted(placed(folder).listFiles());
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FilenameFilter filter) {
    return sorted(placed(folder).listFiles(filter));
  }

  /** File.listFiles. */
  public static File[] listFiles(File folder, FileFilter filter) {
    return sorted(placed(folder).listFiles(filter));
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
