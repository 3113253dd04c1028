package talpa.agent.convert;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import talpa.agent.wire.ClassRecord;

/**
 * The class files of an app that were asked for so far: a file that the front appends to (package
 * classstore there) while others read it. It begins with the names of all classes of the app.
 *
 * <p>Safe for use by several threads. No channels: an interrupted thread would close them.
 */
public final class ClassStore implements Closeable {
  /** How the file begins. */
  private static final byte[] MAGIC = ClassRecord.MAGIC.getBytes(StandardCharsets.US_ASCII);

  private final RandomAccessFile file;
  private final Set<String> names = new HashSet<>();
  private final Map<String, Place> classes = new HashMap<>();
  private long end = MAGIC.length; // of what was read

  private record Place(long at, int size, int crc, byte[] before) {}

  /**
   * Opens a store.
   *
   * @throws IOException if it cannot be read, or is none
   */
  public ClassStore(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "r");
    if (!is(file)) {
      file.close();
      throw new IOException(path + " is no store of classes");
    }
    scan();
  }

  /** Whether a file is a store. */
  public static boolean is(Path path) {
    try (RandomAccessFile f = new RandomAccessFile(path.toFile(), "r")) {
      return is(f);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean is(RandomAccessFile f) throws IOException {
    byte[] begin = new byte[MAGIC.length];
    return f.length() >= begin.length
        && f.read(begin) == begin.length
        && Arrays.equals(begin, MAGIC);
  }

  /** Whether the app has a class of that internal name. */
  public boolean names(String name) {
    return names.contains(name);
  }

  /** Whether a class is in the store, converted or known not to be. */
  public synchronized boolean has(String name) throws IOException {
    if (!classes.containsKey(name)) {
      scan();
    }
    return classes.containsKey(name);
  }

  /** The class file of an internal name; null if it is not in the store or cannot be converted. */
  public synchronized byte[] read(String name) throws IOException {
    return has(name) ? read(classes.get(name)) : null;
  }

  private byte[] read(Place p) throws IOException {
    if (p.size == 0) {
      return null;
    }
    byte[] b = new byte[p.size];
    file.seek(p.at);
    file.readFully(b);
    CRC32 crc = new CRC32();
    crc.update(p.before);
    crc.update(b);
    if ((int) crc.getValue() != p.crc) {
      throw new IOException("the store of converted classes is damaged");
    }
    return b;
  }

  /** Reads what was appended. A record of which a part is there is still being written. */
  private void scan() throws IOException {
    long length = file.length();
    byte[] head = new byte[ClassRecord.HEAD];
    while (length - end >= head.length) {
      file.seek(end);
      file.readFully(head);
      ClassRecord r = ClassRecord.of(head);
      long next = end + head.length + r.nameSize() + r.size();
      if (r.size() < 0 || next > length) {
        return;
      }
      byte[] before = new byte[r.nameSize()];
      file.readFully(before);
      Place p = new Place(end + head.length + before.length, r.size(), r.crc(), before);
      if (r.kind() == ClassRecord.NAMES) {
        byte[] all = read(p);
        names.addAll(Arrays.asList(new String(all, StandardCharsets.UTF_8).split("\n")));
      } else {
        classes.putIfAbsent(new String(before, StandardCharsets.UTF_8), p);
      }
      end = next;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
