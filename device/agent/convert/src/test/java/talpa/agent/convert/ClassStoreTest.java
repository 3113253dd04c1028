package talpa.agent.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassStoreTest {
  /** As the front writes it: the names a/A and a/B, and a/A with the file "file". */
  private static final String WRITTEN =
      "74616c7061636c32"
          + "4e000000000000000000078fa20797612f410a612f42"
          + "43000300000002000000048e1fb739612f4166696c65";

  @TempDir Path dir;
  private Path path;

  @BeforeEach
  void begin() throws IOException {
    path = dir.resolve("app.classes");
    Files.write(path, "talpacl2".getBytes(StandardCharsets.US_ASCII));
    append(record('N', "", "a/A\na/B"));
  }

  private static byte[] record(char kind, String name, String file) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(all);
    CRC32 crc = new CRC32();
    crc.update((name + file).getBytes(StandardCharsets.UTF_8));
    out.writeByte(kind);
    out.writeShort(name.length());
    out.writeInt(0);
    out.writeInt(file.length());
    out.writeInt((int) crc.getValue());
    out.writeBytes(name + file);
    return all.toByteArray();
  }

  private void append(byte[] b) throws IOException {
    Files.write(path, b, StandardOpenOption.APPEND);
  }

  private static byte[] bytes(String s) {
    return s.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void readsWhatTheFrontWrites() throws IOException {
    Files.write(path, HexFormat.of().parseHex(WRITTEN));
    try (ClassStore s = new ClassStore(path)) {
      assertTrue(s.names("a/A") && s.names("a/B"));
      assertArrayEquals(bytes("file"), s.read("a/A"));
    }
  }

  @Test
  void findsWhatIsAddedMeanwhile() throws IOException {
    try (ClassStore s = new ClassStore(path)) {
      assertTrue(s.names("a/A"));
      assertFalse(s.names("a/C"));
      assertNull(s.read("a/A"));
      append(record('C', "a/A", "file"));
      assertArrayEquals(bytes("file"), s.read("a/A"));
      append(record('C', "a/B", "other"));
      assertArrayEquals(bytes("other"), s.read("a/B"));
    }
  }

  @Test
  void waitsForTheEndOfRecords() throws IOException {
    byte[] whole = record('C', "a/A", "file");
    try (ClassStore s = new ClassStore(path)) {
      for (int i = 0; i < whole.length; i++) {
        assertFalse(s.has("a/A"), i + " bytes");
        append(Arrays.copyOfRange(whole, i, i + 1));
      }
      assertArrayEquals(bytes("file"), s.read("a/A"));
    }
  }

  @Test
  void aClassThatCannotBeConvertedIsKnown() throws IOException {
    append(record('C', "a/A", ""));
    try (ClassStore s = new ClassStore(path)) {
      assertTrue(s.has("a/A"));
      assertNull(s.read("a/A"));
    }
  }

  @Test
  void damageShows() throws IOException {
    byte[] b = record('C', "a/A", "file");
    b[b.length - 1]++;
    append(b);
    try (ClassStore s = new ClassStore(path)) {
      assertThrows(IOException.class, () -> s.read("a/A"));
    }
    Files.write(path, bytes("PK and so on"));
    assertFalse(ClassStore.is(path));
    assertThrows(IOException.class, () -> new ClassStore(path));
    assertFalse(ClassStore.is(dir.resolve("none")));
  }

  /** Threads of apps are interrupted at any time. */
  @Test
  void interruptedThreadsRead() throws IOException {
    append(record('C', "a/A", "file"));
    try (ClassStore s = new ClassStore(path)) {
      Thread.currentThread().interrupt();
      assertArrayEquals(bytes("file"), s.read("a/A"));
      assertTrue(Thread.interrupted());
      assertArrayEquals(bytes("file"), s.read("a/A"));
      assertEquals(false, Thread.interrupted());
    }
  }
}
