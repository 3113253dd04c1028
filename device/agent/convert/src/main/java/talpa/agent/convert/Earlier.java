package talpa.agent.convert;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of earlier conversions by the keys of their classes: of another build of an app,
 * of its pruned copy, or of libraries that apps share. Jars have a table of the keys in them; a
 * {@link ClassStore} may still grow.
 */
final class Earlier implements Closeable {
  /** The entry of a jar that holds its table. */
  static final String TABLE = "META-INF/talpa.keys";

  private static final int MAX_CLASSES = 1 << 20;

  private final List<ZipFile> jars = new ArrayList<>();
  private final Map<ByteBuffer, Place> places = new HashMap<>();
  private final List<ClassStore> stores = new ArrayList<>();

  /**
   * A class file in a jar.
   *
   * @param jar where it is
   * @param name the class's internal name
   * @param methods how many of its methods have code
   */
  private record Place(ZipFile jar, String name, int methods) {}

  /**
   * A class as it was converted.
   *
   * @param bytes its class file
   * @param methods how many of its methods have code; 0 where that was not kept
   * @param key its key; null if it has none
   */
  record Converted(byte[] bytes, int methods, byte[] key) {}

  /** Opens conversions; those that cannot be read are left out. */
  Earlier(List<Path> paths) {
    paths.forEach(this::add);
  }

  /** Opens one more. Not for use beside {@link #get}. */
  void add(Path p) {
    try {
      if (ClassStore.is(p)) {
        stores.add(new ClassStore(p));
        return;
      }
      ZipFile jar = new ZipFile(p.toFile());
      jars.add(jar);
      read(jar);
    } catch (IOException e) {
      // Removed or damaged meanwhile: its classes are converted anew.
    }
  }

  private void read(ZipFile jar) throws IOException {
    ZipEntry table = jar.getEntry(TABLE);
    if (table == null) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(jar.getInputStream(table)))) {
      int n = in.readInt();
      for (int i = 0; i < n && i < MAX_CLASSES; i++) {
        byte[] key = in.readNBytes(ClassKey.SIZE);
        places.putIfAbsent(ByteBuffer.wrap(key), new Place(jar, in.readUTF(), in.readInt()));
      }
    }
  }

  /** The class file of a key; null if none was kept. Safe for use by several threads. */
  Converted get(byte[] key) {
    Place p = key == null ? null : places.get(ByteBuffer.wrap(key));
    if (p == null) {
      return key == null ? null : fromStores(key);
    }
    ZipEntry e = p.jar.getEntry(p.name + ".class");
    if (e == null) {
      return null;
    }
    try (InputStream in = p.jar.getInputStream(e)) {
      return new Converted(in.readAllBytes(), p.methods, key);
    } catch (IOException x) {
      return null;
    }
  }

  private Converted fromStores(byte[] key) {
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

  /** Writes the table of a jar's classes, by their internal names. */
  static void writeTable(Map<String, Converted> classes, DataOutputStream out) throws IOException {
    Map<String, Converted> keyed = new TreeMap<>(classes);
    keyed.values().removeIf(c -> c.key() == null);
    out.writeInt(keyed.size());
    for (Map.Entry<String, Converted> e : keyed.entrySet()) {
      out.write(e.getValue().key());
      out.writeUTF(e.getKey());
      out.writeInt(e.getValue().methods());
    }
  }

  @Override
  public void close() throws IOException {
    for (ZipFile jar : jars) {
      jar.close();
    }
    for (ClassStore store : stores) {
      store.close();
    }
  }
}
