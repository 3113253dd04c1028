package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPackTest {
  @TempDir Path dir;

  /** Two pairs of names with the same hash code, and one of letters that are no ASCII. */
  private static final Map<String, byte[]> CLASSES =
      Map.of(
          "p.Aa",
          bytes("first"),
          "p.BB",
          bytes("second"),
          "Aa.x",
          bytes(""),
          "BB.x",
          bytes("3"),
          "p.\u00e4\u20ac",
          bytes("fourth"));

  @Test
  void givesWhatWasWritten() throws IOException {
    ClassPack p = ClassPack.open(written(), "key");
    for (Map.Entry<String, byte[]> e : CLASSES.entrySet()) {
      assertArrayEquals(e.getValue(), read(p.get(e.getKey())), e.getKey());
      // The place in one answer is not that of the next.
      assertArrayEquals(e.getValue(), read(p.get(e.getKey())), e.getKey());
    }
  }

  @Test
  void missingClassIsNull() throws IOException {
    ClassPack p = ClassPack.open(written(), "key");
    for (String name : new String[] {"", "p", "p.C", "p.aA", "CC.x", "zzzzzz"}) {
      assertNull(p.get(name), name);
    }
    assertNull(ClassPack.none().get("p.Aa"));
  }

  @Test
  void otherKeyIsEmpty() throws IOException {
    assertNull(ClassPack.open(written(), "other").get("p.Aa"));
  }

  @Test
  void missingFileIsEmpty() {
    assertNull(ClassPack.open(dir.resolve("none"), "key").get("p.Aa"));
  }

  @Test
  void headCutShortIsEmpty() throws IOException {
    byte[] whole = Files.readAllBytes(written());
    int head = 3 * 4 + "key".length() + 8 * CLASSES.size();
    for (int n = 0; n < head; n++) {
      Path cut = Files.write(dir.resolve("cut"), Arrays.copyOf(whole, n));
      assertNull(ClassPack.open(cut, "key").get("p.Aa"), "after " + n + " bytes");
    }
  }

  @Test
  void nothingPacked() throws IOException {
    Path file = dir.resolve("empty");
    ClassPack.write(file, "key", Map.of());
    assertNull(ClassPack.open(file, "key").get("p.Aa"));
    assertEquals(3 * 4 + 3, Files.size(file));
  }

  private Path written() throws IOException {
    Path file = dir.resolve("pack");
    ClassPack.write(file, "key", CLASSES);
    return file;
  }

  private static byte[] read(ByteBuffer b) {
    byte[] all = new byte[b.remaining()];
    b.get(all);
    return all;
  }

  private static byte[] bytes(String s) {
    return s.getBytes(StandardCharsets.UTF_8);
  }
}
