package talpa.agent.boot;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The final bytes of classes that starts of the agent load: read, patched, relocated and
 * instrumented once, when the agent is built ({@code PackMain}), then mapped into memory.
 *
 * <p>Form, all numbers of 4 bytes: magic; the key; how many classes there are; for each, by the
 * hash codes of their names, that hash code and the place of the class in the file; then for each
 * its name and its bytes. Texts and bytes have their length in front. So opening a pack reads no
 * more than its head, however large it is. The key names what the classes were made from; a pack
 * with another key is ignored.
 */
final class ClassPack {
  private static final int MAGIC = 0x74706b32;

  /** Bytes of one line of the index. */
  private static final int LINE = 2 * Integer.BYTES;

  private final ByteBuffer file;
  private final int index;
  private final int count;

  private ClassPack(ByteBuffer file, int index, int count) {
    this.file = file;
    this.index = index;
    this.count = count;
  }

  /** A pack without classes. */
  static ClassPack none() {
    return new ClassPack(ByteBuffer.allocate(0), 0, 0);
  }

  /** Opens a pack; one that is missing, broken or of another key is empty. */
  static ClassPack open(Path file, String key) {
    try (FileChannel ch = FileChannel.open(file)) {
      ByteBuffer b = ch.map(FileChannel.MapMode.READ_ONLY, 0, ch.size());
      if (b.getInt() == MAGIC && text(b).equals(key)) {
        int count = b.getInt();
        if (count >= 0 && b.remaining() / LINE >= count) {
          return new ClassPack(b, b.position(), count);
        }
      }
    } catch (IOException | BufferUnderflowException e) {
      return none();
    }
    return none();
  }

  /** The bytes of a class, or null. */
  ByteBuffer get(String name) {
    int hash = name.hashCode();
    int low = 0;
    int high = count;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (hash(mid) < hash) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    for (; low < count && hash(low) == hash; low++) {
      ByteBuffer b = file.duplicate().position(file.getInt(index + low * LINE + Integer.BYTES));
      if (text(b).equals(name)) {
        int n = b.getInt();
        return b.slice(b.position(), n);
      }
    }
    return null;
  }

  private int hash(int line) {
    return file.getInt(index + line * LINE);
  }

  /** Writes a pack. */
  static void write(Path file, String key, Map<String, byte[]> classes) throws IOException {
    Path tmp = file.resolveSibling(file.getFileName() + ".tmp");
    List<String> names = new ArrayList<>(classes.keySet());
    names.sort(Comparator.comparingInt(String::hashCode));
    byte[] head = key.getBytes(StandardCharsets.UTF_8);
    int at = 3 * Integer.BYTES + head.length + LINE * names.size();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(tmp)))) {
      out.writeInt(MAGIC);
      write(out, head);
      out.writeInt(names.size());
      for (String name : names) {
        out.writeInt(name.hashCode());
        out.writeInt(at);
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        at = Math.addExact(at, 2 * Integer.BYTES + length + classes.get(name).length);
      }
      for (String name : names) {
        write(out, name.getBytes(StandardCharsets.UTF_8));
        write(out, classes.get(name));
      }
    }
    Files.move(tmp, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(DataOutputStream out, byte[] b) throws IOException {
    out.writeInt(b.length);
    out.write(b);
  }

  private static String text(ByteBuffer b) {
    byte[] t = new byte[Math.min(Math.max(0, b.getInt()), b.remaining())];
    b.get(t);
    return new String(t, StandardCharsets.UTF_8);
  }
}
