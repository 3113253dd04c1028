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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The final bytes of the classes that every start of the agent loads: read, patched, relocated and
 * instrumented once, when the agent is built ({@code PackMain}), then mapped into memory.
 *
 * <p>Form: magic, key, then for each class its name and bytes, each with its length in front. The
 * key names the jars that the classes came from; a pack with another key is ignored.
 */
final class ClassPack {
  private static final int MAGIC = 0x74706b31;

  private final Map<String, ByteBuffer> classes;

  private ClassPack(Map<String, ByteBuffer> classes) {
    this.classes = classes;
  }

  /** A pack without classes. */
  static ClassPack none() {
    return new ClassPack(Map.of());
  }

  /** Opens a pack; one that is missing, broken or of another key is empty. */
  static ClassPack open(Path file, String key) {
    Map<String, ByteBuffer> classes = new HashMap<>(1 << 14);
    try (FileChannel ch = FileChannel.open(file)) {
      ByteBuffer b = ch.map(FileChannel.MapMode.READ_ONLY, 0, ch.size());
      if (b.getInt() == MAGIC && text(b).equals(key)) {
        while (b.hasRemaining()) {
          String name = text(b);
          int n = b.getInt();
          classes.put(name, b.slice(b.position(), n));
          b.position(b.position() + n);
        }
      }
    } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
      classes.clear();
    }
    return new ClassPack(classes);
  }

  /** The bytes of a class, or null. */
  ByteBuffer get(String name) {
    ByteBuffer b = classes.get(name);
    return b == null ? null : b.duplicate();
  }

  /** Writes a pack. */
  static void write(Path file, String key, Map<String, byte[]> classes) throws IOException {
    Path tmp = file.resolveSibling(file.getFileName() + ".tmp");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(tmp)))) {
      out.writeInt(MAGIC);
      write(out, key.getBytes(StandardCharsets.UTF_8));
      for (Map.Entry<String, byte[]> e : new LinkedHashMap<>(classes).entrySet()) {
        write(out, e.getKey().getBytes(StandardCharsets.UTF_8));
        write(out, e.getValue());
      }
    }
    Files.move(tmp, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
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
