package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A socket that leads outside, or to the device itself. */
@Timeout(20)
class SwitchedSocketTest {
  private static final byte[] FAR = {(byte) 198, 51, 100, 7};

  private final World world = new World();

  /** Takes what is written, and says "hello". */
  private static final class World implements Outside, Connection {
    final ByteArrayOutputStream written = new ByteArrayOutputStream();
    InetSocketAddress to;
    int limit = -1;
    int waited = -1;
    boolean refuses;
    boolean ended;
    boolean closed;

    @Override
    public InetAddress[] lookup(String name) throws UnknownHostException {
      throw new UnknownHostException(name);
    }

    @Override
    public Connection connect(InetSocketAddress where, int timeout) throws IOException {
      if (refuses) {
        throw new ConnectException("refused");
      }
      to = where;
      limit = timeout;
      return this;
    }

    @Override
    public InputStream input(IntSupplier timeout) {
      waited = timeout.getAsInt();
      return new ByteArrayInputStream("hello".getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public OutputStream output() {
      return written;
    }

    @Override
    public void shutdownOutput() {
      ended = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A socket as the factory of the device makes it. */
  private static final class Made extends Socket {
    Made(Outside outside) throws SocketException {
      super(new SwitchedSocket(outside));
    }
  }

  private static InetSocketAddress far() throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress("far.example", FAR), 443);
  }

  private Socket connected() throws IOException {
    Socket s = new Made(world);
    s.connect(far(), 700);
    return s;
  }

  @Test
  void anotherHostIsOutside() throws IOException {
    try (Socket s = connected()) {
      assertEquals("far.example/198.51.100.7:443", world.to.toString());
      assertEquals(700, world.limit);
      assertTrue(s.isConnected());
      assertEquals(443, s.getPort());
      assertEquals("far.example", s.getInetAddress().getHostName());
      assertEquals("10.0.2.15", s.getLocalAddress().getHostAddress());
      s.getOutputStream().write("hi".getBytes(StandardCharsets.US_ASCII));
      assertEquals("hi", world.written.toString());
      assertEquals("hello", new String(s.getInputStream().readAllBytes()));
    }
    assertTrue(world.closed);
  }

  @Test
  void aReaderWaitsAsLongAsTheSocketSaysWhenItReads() throws IOException {
    try (Socket s = connected()) {
      s.setSoTimeout(250);
      assertEquals('h', s.getInputStream().read());
      assertEquals(250, world.waited);
    }
  }

  @Test
  void eachWayEndsByItself() throws IOException {
    try (Socket s = connected()) {
      s.shutdownOutput();
      assertTrue(world.ended);
      assertThrows(SocketException.class, s::getOutputStream);
      assertEquals('h', s.getInputStream().read());
      s.shutdownInput();
      assertThrows(SocketException.class, s::getInputStream);
      assertFalse(world.closed);
    }
  }

  @Test
  void aConnectionThatIsRefusedLeavesAClosedSocket() throws IOException {
    world.refuses = true;
    Socket s = new Made(world);
    assertThrows(ConnectException.class, () -> s.connect(far()));
    assertFalse(s.isConnected() && !s.isClosed());
  }

  @Test
  void aNameThatWasNotFoundIsUnknown() throws IOException {
    try (Socket s = new Made(world)) {
      InetSocketAddress to = InetSocketAddress.createUnresolved("nowhere.example", 80);
      assertThrows(UnknownHostException.class, () -> s.connect(to));
    }
  }

  @Test
  void theDeviceItselfIsReachedByTheJdksSockets() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket s = new Made(world)) {
      CompletableFuture<Void> there =
          CompletableFuture.runAsync(
              () -> {
                try (Socket c = server.accept()) {
                  c.getOutputStream().write(c.getInputStream().read() + 1);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      s.connect(server.getLocalSocketAddress(), 5000);
      assertEquals("127.0.0.1", s.getLocalAddress().getHostAddress());
      s.getOutputStream().write('a');
      assertEquals('b', s.getInputStream().read());
      assertEquals(-1, s.getInputStream().read());
      there.join();
    }
    assertEquals(-1, world.limit, "nobody was asked outside");
  }

  @Test
  void optionsAreThoseOfASocket() throws IOException {
    try (Socket s = connected()) {
      s.setTcpNoDelay(true);
      assertTrue(s.getTcpNoDelay());
      s.setKeepAlive(true);
      assertTrue(s.getKeepAlive());
      s.setReceiveBufferSize(5000);
      assertTrue(s.getReceiveBufferSize() >= 5000);
    }
  }

  @Test
  void withoutANetworkAConnectionFailsAsOnAndroid() throws IOException {
    try (Socket s = new Made(new Offline())) {
      InetSocketAddress to = new InetSocketAddress(InetAddress.getByAddress(FAR), 80);
      ConnectException e = assertThrows(ConnectException.class, () -> s.connect(to, 700));
      assertEquals(
          "failed to connect to /198.51.100.7 (port 80) from /:: (port 0) after 700ms:"
              + " connect failed: ENETUNREACH (Network is unreachable)",
          e.getMessage());
      assertThrows(UnknownHostException.class, () -> new Offline().lookup("far.example"));
    }
  }

  @Test
  void whereNobodyListensOnTheDeviceThePlatformsWordsSayIt() throws IOException {
    int free;
    try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = once.getLocalPort();
    }
    try (Socket s = new Made(world)) {
      InetSocketAddress to = new InetSocketAddress(InetAddress.getLoopbackAddress(), free);
      ConnectException e = assertThrows(ConnectException.class, () -> s.connect(to));
      assertEquals(
          "failed to connect to localhost/127.0.0.1 (port "
              + free
              + ") from /:: (port 0): connect failed: ECONNREFUSED (Connection refused)",
          e.getMessage());
    }
  }
}
