package talpa.agent.reverse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReversePortTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @TempDir Path dir;
  private UnixDomainSocketAddress address;
  private ServerSocketChannel front;
  private int number;
  private ReversePort port;

  @BeforeEach
  void open() throws IOException {
    address = UnixDomainSocketAddress.of(dir.resolve("front"));
    front = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    front.bind(address);
    try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
      number = free.getLocalPort();
    }
    port = new ReversePort(number, address);
  }

  @AfterEach
  void close() throws IOException {
    port.close();
    front.close();
  }

  private Socket app() throws IOException {
    return new Socket(LOOPBACK, number);
  }

  @Test
  void aConnectionBeginsWithThePortAndThenGoesBothWays() throws IOException {
    try (Socket app = app();
        SocketChannel out = front.accept()) {
      DataInputStream in = new DataInputStream(Channels.newInputStream(out));
      assertEquals(number, in.readUnsignedShort());
      app.getOutputStream().write(new byte[] {1, 2});
      assertArrayEquals(new byte[] {1, 2}, in.readNBytes(2));
      OutputStream back = Channels.newOutputStream(out);
      byte[] large = new byte[100_000];
      large[99_999] = 7;
      Thread writer = new Thread(() -> write(back, large));
      writer.start();
      assertArrayEquals(large, app.getInputStream().readNBytes(large.length));
    }
  }

  private static void write(OutputStream to, byte[] b) {
    try {
      to.write(b);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void theEndOfTheFrontIsTheEndOfTheApp() throws IOException {
    try (Socket app = app()) {
      front.accept().close();
      assertEquals(-1, app.getInputStream().read());
    }
  }

  @Test
  void theEndOfTheAppIsTheEndOfTheFront() throws IOException {
    Socket app = app();
    try (SocketChannel out = front.accept();
        InputStream in = Channels.newInputStream(out)) {
      in.readNBytes(Short.BYTES);
      app.close();
      assertEquals(-1, in.read());
    }
  }

  @Test
  void withoutAFrontTheAppIsLeft() throws IOException {
    front.close();
    try (Socket app = app()) {
      assertEquals(-1, app.getInputStream().read());
    }
  }

  @Test
  void closedItTakesNobodyAndEndsWhoIsThere() throws IOException {
    try (Socket app = app();
        SocketChannel out = front.accept()) {
      new DataInputStream(Channels.newInputStream(out)).readUnsignedShort();
      port.close();
      assertEquals(-1, app.getInputStream().read());
      assertThrows(IOException.class, this::app);
    }
  }

  @Test
  void aPortThatIsTakenIsRefused() {
    assertThrows(IOException.class, () -> new ReversePort(number, address));
  }
}
