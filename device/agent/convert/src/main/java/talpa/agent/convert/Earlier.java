package talpa.agent.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The class files of earlier conversions by the keys of their classes: of another build of an app,
 * of its pruned copy, or of libraries that apps share. The {@link ClassStore}s that hold them may
 * still grow.
 */
final class Earlier {
  private final List<ClassStore> stores = new ArrayList<>();

  /**
   * A class as it was converted.
   *
   * @param bytes its class file
   * @param methods how many of its methods have code; 0 where it was taken
   * @param key its key; null if it has none
   */
  record Converted(byte[] bytes, int methods, byte[] key) {}

  /** Opens one more store, unless it cannot be read. Not for use beside {@link #get}. */
  void add(Path store) {
    try {
      stores.add(new ClassStore(store));
    } catch (IOException e) {
      // Removed or damaged meanwhile: its classes are converted anew.
    }
  }

  /** The class file of a key; null if none was kept. Safe for use by several threads. */
  Converted get(byte[] key) {
    if (key == null) {
      return null;
    }
    for (ClassStore s : stores) {
      try {
        byte[] bytes = s.read(key);
        if (bytes != null) {
          return new Converted(bytes, 0, key);
        }
      } catch (IOException e) {
        // Damaged: the class is converted anew.
      }
    }
    return null;
  }
}
