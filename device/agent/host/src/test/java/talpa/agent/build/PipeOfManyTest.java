package talpa.agent.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;

class PipeOfManyTest {
  private final PipeOfMany pipe = new PipeOfMany();
  private final InputStream end = pipe.end();

  @Test
  void bytesComeInTheirOrderHoweverTheyAreCut() throws IOException {
    pipe.write(new byte[] {1, 2, 3});
    pipe.write(new byte[] {9, 4, 9}, 1, 1);
    pipe.write(255);
    assertEquals(1, end.read());
    byte[] rest = new byte[5];
    assertEquals(2, end.read(rest, 1, 4));
    assertEquals(2, end.readNBytes(rest, 3, 2));
    assertArrayEquals(new byte[] {0, 2, 3, 4, -1}, rest);
  }

  @Test
  void itOutlivesTheThreadThatWroteLast() throws Exception {
    Thread writer = new Thread(() -> pipe.write(1));
    writer.start();
    writer.join();
    assertEquals(1, end.read());
    Thread next = new Thread(() -> pipe.write(2));
    next.start();
    assertEquals(2, end.read());
  }

  @Test
  void whatIsWrittenMayChangeLater() throws IOException {
    byte[] b = {1};
    pipe.write(b);
    b[0] = 2;
    assertEquals(1, end.read());
  }

  @Test
  void nothingIsNoEnd() throws IOException {
    pipe.write(new byte[0]);
    assertEquals(0, end.read(new byte[0]));
    pipe.write(7);
    assertEquals(7, end.read());
  }

  @Test
  void whoIsInterruptedReadsNoMore() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedIOException.class, end::read);
    assertEquals(true, Thread.interrupted());
  }
}
