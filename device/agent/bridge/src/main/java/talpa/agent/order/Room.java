package talpa.agent.order;

import java.io.IOException;

/** Room in the device's storage: what the JDK's classes write to files asks here before. */
public final class Room {
  /** Makes what is thrown where nothing more can be written. */
  public interface Failure {
    /** The exception of a system call that found no room. */
    IOException noRoom();
  }

  private static final String[] NONE = {};

  /** Where nothing more can be written: below these folders. */
  private static volatile String[] full = NONE;

  private static volatile Failure failure;

  private Room() {}

  /** From now on nothing more can be written below these folders; without any, there is room. */
  public static void fill(Failure f, String... folders) {
    failure = f;
    full = folders;
  }

  /**
   * Called before something is written to a file.
   *
   * @param path the file's, as it was opened; null if it is known by its descriptor only
   */
  public static void check(String path) throws IOException {
    String[] folders = full;
    if (folders.length == 0 || path == null) {
      return;
    }
    for (String f : folders) {
      if (path.startsWith(f)) {
        throw failure.noRoom();
      }
    }
  }
}
