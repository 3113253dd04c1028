package talpa.agent.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FramesTest {
  @Test
  void framesFollowEachOther() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Frames.write(out, "one".getBytes(), null);
    Frames.write(out, new byte[0], null);
    Frames.write(out, "two".getBytes(), new byte[] {9});
    DataInputStream in = input(out.toByteArray());
    assertArrayEquals("one".getBytes(), Frames.read(in));
    assertArrayEquals(new byte[0], Frames.read(in));
    assertArrayEquals("two".getBytes(), Frames.read(in));
    assertArrayEquals(new byte[] {9}, in.readAllBytes());
    assertNull(Frames.read(in));
  }

  @Test
  void refusesTruncatedFrames() {
    assertThrows(IOException.class, () -> Frames.read(input(new byte[] {0, 0, 0, 5, 1})));
    assertThrows(IOException.class, () -> Frames.read(input(new byte[] {0, 0})));
  }

  @Test
  void refusesLengthsOutOfBounds() {
    assertThrows(IOException.class, () -> Frames.read(input(new byte[] {-1, -1, -1, -1})));
    assertThrows(IOException.class, () -> Frames.read(input(new byte[] {4, 0, 0, 1})));
  }

  private static DataInputStream input(byte[] b) {
    return new DataInputStream(new ByteArrayInputStream(b));
  }
}
