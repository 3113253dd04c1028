package talpa.agent.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A relay whose front says what the test says. */
@Timeout(20)
class RelayTest {
  private static final byte[] FAR = {(byte) 198, 51, 100, 7};

  @TempDir Path dir;
  private ServerSocketChannel front;
  private Relay relay;

  @BeforeEach
  void listen() throws IOException {
    UnixDomainSocketAddress at = UnixDomainSocketAddress.of(dir.resolve("network"));
    front = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    front.bind(at);
    relay = new Relay(at);
  }

  @AfterEach
  void close() throws IOException {
    front.close();
  }

  private static InetSocketAddress far() throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress("far.example", FAR), 80);
  }

  /** Takes one request, which it returns, and answers; leaves the connection open. */
  private CompletableFuture<SocketChannel> front(String want, String answer) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            SocketChannel c = front.accept();
            ByteBuffer b = ByteBuffer.allocate(want.length());
            while (b.hasRemaining() && c.read(b) >= 0) {}
            assertEquals(want, new String(b.array(), StandardCharsets.UTF_8));
            c.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
            return c;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Connection connected(CompletableFuture<SocketChannel> front) throws IOException {
    Connection c = relay.connect(far(), 500);
    front.join();
    return c;
  }

  private static final String REQUEST = "connect 198.51.100.7 80 500\n";

  @Test
  void aNameHasTheAddressesOfTheFront() throws IOException {
    CompletableFuture<SocketChannel> f =
        front("lookup far.example\n", "ok 198.51.100.7 2001:db8::7\n");
    InetAddress[] all = relay.lookup("far.example");
    f.join().close();
    assertEquals(2, all.length);
    assertEquals("far.example/198.51.100.7", all[0].toString());
    assertEquals("far.example/2001:db8:0:0:0:0:0:7", all[1].toString());
  }

  @Test
  void aNameWithoutAnAddressIsUnknown() throws IOException {
    CompletableFuture<SocketChannel> f = front("lookup far.example\n", "fail unknown\n");
    assertThrows(UnknownHostException.class, () -> relay.lookup("far.example"));
    f.join().close();
    front.close();
    assertThrows(UnknownHostException.class, () -> relay.lookup("far.example"));
    assertThrows(UnknownHostException.class, () -> relay.lookup("a\nconnect 127.0.0.1 22 0"));
  }

  @Test
  void whatCameToNothingIsToldInThePlatformsWords() throws IOException {
    CompletableFuture<SocketChannel> f = front(REQUEST, "fail refused\n");
    IOException e = assertThrows(ConnectException.class, () -> relay.connect(far(), 500));
    f.join().close();
    assertEquals(
        "failed to connect to far.example/198.51.100.7 (port 80) from /:: (port 0) after 500ms:"
            + " connect failed: ECONNREFUSED (Connection refused)",
        e.getMessage());
    f = front(REQUEST, "fail unreachable\n");
    e = assertThrows(ConnectException.class, () -> relay.connect(far(), 500));
    f.join().close();
    assertTrue(e.getMessage().contains("ENETUNREACH"), e.getMessage());
    f = front(REQUEST, "fail timeout\n");
    assertThrows(SocketTimeoutException.class, () -> relay.connect(far(), 500));
    f.join().close();
  }

  @Test
  void channelsAreToldInTheirOwnWords() throws IOException {
    RelayGate gate = new RelayGate(UnixDomainSocketAddress.of(dir.resolve("network")));
    Map<String, Class<? extends IOException>> kinds =
        Map.of(
            "refused", ConnectException.class,
            "unreachable", SocketException.class,
            "timeout", SocketTimeoutException.class,
            "other", NoRouteToHostException.class);
    for (Map.Entry<String, Class<? extends IOException>> kind : kinds.entrySet()) {
      CompletableFuture<SocketChannel> f = front(REQUEST, "fail " + kind.getKey() + "\n");
      assertThrows(kind.getValue(), () -> gate.connect(far(), 500));
      f.join().close();
    }
    CompletableFuture<SocketChannel> f = front("datagrams 198.51.100.7 80\n", "fail unreachable\n");
    IOException e = assertThrows(SocketException.class, () -> gate.datagrams(far()));
    assertEquals("Network is unreachable", e.getMessage());
    f.join().close();
  }

  @Test
  void aChannelBeginsBehindTheAnswer() throws IOException {
    RelayGate gate = new RelayGate(UnixDomainSocketAddress.of(dir.resolve("network")));
    CompletableFuture<SocketChannel> f = front("connect 198.51.100.7 80 0\n", "ok\nab");
    SocketChannel c = gate.connect(far(), 0);
    ByteBuffer b = ByteBuffer.allocate(9);
    assertEquals(2, c.read(b));
    assertEquals('a', b.get(0));
    c.close();
    f.join().close();
  }

  @Test
  void bytesGoBothWaysAndEachWayEndsByItself() throws IOException {
    CompletableFuture<SocketChannel> f = front(REQUEST, "ok\nabc");
    Connection c = connected(f);
    InputStream in = c.input(() -> 0);
    assertEquals("abc", new String(in.readNBytes(3), StandardCharsets.UTF_8));
    byte[] much = new byte[1 << 20];
    CompletableFuture<Integer> got =
        CompletableFuture.supplyAsync(
            () -> {
              int n = 0;
              ByteBuffer b = ByteBuffer.allocate(1 << 14);
              try {
                for (int k = 0; k >= 0; k = f.join().read(b.clear())) {
                  n += k;
                }
                f.join().write(ByteBuffer.wrap(new byte[] {'z'}));
                f.join().close();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
              return n;
            });
    c.output().write(much);
    c.shutdownOutput();
    assertEquals(much.length, got.join());
    assertEquals('z', in.read());
    assertEquals(-1, in.read());
    c.close();
  }

  @Test
  void aReaderWaitsNoLongerThanItsTimeout() throws IOException {
    CompletableFuture<SocketChannel> f = front(REQUEST, "ok\n");
    Connection c = connected(f);
    assertThrows(SocketTimeoutException.class, () -> c.input(() -> 50).read());
    c.close();
    f.join().close();
  }

  @Test
  void aReaderFailsWhenTheConnectionIsClosed() throws Exception {
    CompletableFuture<SocketChannel> f = front(REQUEST, "ok\n");
    Connection c = connected(f);
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                failed.complete(new IllegalStateException("read " + c.input(() -> 0).read()));
              } catch (IOException e) {
                failed.complete(e);
              }
            });
    reader.start();
    while (!reader.getState().equals(Thread.State.RUNNABLE)) {
      Thread.onSpinWait();
    }
    reader.interrupt(); // which is no reason to fail
    c.close();
    assertEquals(SocketException.class, failed.join().getClass());
    f.join().close();
  }
}
