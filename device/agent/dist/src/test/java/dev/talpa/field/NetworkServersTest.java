package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.os.Handler;
import android.os.Looper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Servers of the app's own: who waits for others to connect holds nobody up. */
@Installed("load.apk")
class NetworkServersTest extends NetApp {
  /** Which threads lost their turn since they did not get on. */
  private static final List<Object> LOST = new ArrayList<>();

  @Override
  void prepare() {
    LOST.clear();
    said();
  }

  /** Begins what is said once it has ended. */
  private static void begin(Callable<?> c) {
    go(() -> start(c));
  }

  private static void go(Runnable r) {
    new Handler(Looper.getMainLooper()).post(r);
    Object lost = device("wait", Map.of("ms", 0)).get("losses");
    LOST.addAll(lost == null ? List.of() : List.of(lost));
  }

  private static void start(Callable<?> c) {
    new Thread(
            () -> {
              try {
                say("" + c.call());
              } catch (Exception e) {
                say(e.getClass().getSimpleName());
              }
            })
        .start();
  }

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private static void assertNobodyLostTheirTurn() {
    assertEquals(List.of(), LOST);
  }

  @Test
  void othersGoOnWhileAServerWaits() throws IOException {
    ServerSocket s = server();
    go(
        () -> {
          start(
              () -> {
                say("waits");
                return s.accept();
              });
          start(() -> "goes on");
        });
    assertSaid("waits, goes on");
    begin(
        () -> {
          s.close();
          return "closed";
        });
    assertSaid("closed, SocketException");
    assertNobodyLostTheirTurn();
  }

  @Test
  void whoConnectedBeforeIsAcceptedAtOnce() throws IOException {
    ServerSocket s = server();
    s.setSoTimeout(700);
    begin(() -> new Socket(s.getInetAddress(), s.getLocalPort()).isConnected());
    begin(() -> s.accept().getLocalPort() == s.getLocalPort());
    assertSaid("true, true");
    assertEquals(700, s.getSoTimeout());
    s.close();
  }

  @Test
  void whoWaitsIsFoundByTheNextOne() throws IOException {
    ServerSocket s = server();
    begin(() -> s.accept().getLocalPort() == s.getLocalPort());
    begin(() -> new Socket(s.getInetAddress(), s.getLocalPort()).isConnected());
    assertEquals("[true, true]", soon(2).toString());
    s.close();
    assertNobodyLostTheirTurn();
  }

  /** What is said within some real time, so many words: the system brings a connection. */
  private static List<String> soon(int words) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 1000 && all.size() < words; i++) {
      go(() -> {});
      String s = said();
      all.addAll(s.isEmpty() ? List.of() : List.of(s.split(", ")));
    }
    return all;
  }

  @Test
  void theLimitOfAWaitHolds() throws IOException {
    ServerSocket s = server();
    s.setSoTimeout(20);
    begin(() -> s.accept());
    assertEquals(List.of(SocketTimeoutException.class.getSimpleName()), soon(1));
    s.close();
  }

  private static Selector listening(ServerSocketChannel c) throws IOException {
    c.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    c.configureBlocking(false);
    Selector s = Selector.open();
    c.register(s, SelectionKey.OP_ACCEPT);
    return s;
  }

  @Test
  void aSelectorOfServersHoldsNobodyUp() throws IOException {
    try (ServerSocketChannel c = ServerSocketChannel.open()) {
      Selector s = listening(c);
      go(
          () -> {
            start(() -> s.select());
            start(() -> "goes on");
          });
      assertSaid("goes on");
      begin(
          () -> {
            s.wakeup();
            return "woken";
          });
      assertSaid("woken, 0");
      begin(() -> s.wakeup() == s);
      begin(() -> s.select());
      assertSaid("true, 0");
      begin(() -> s.select());
      begin(() -> SocketChannel.open(c.getLocalAddress()).isConnected());
      assertEquals("[1, true]", soon(2).stream().sorted().toList().toString());
      begin(() -> c.accept().isConnected());
      begin(() -> s.select(20));
      assertEquals("[true, 0]", soon(2).toString());
      s.close();
    }
    assertNobodyLostTheirTurn();
  }

  @Test
  void aChannelThatBlocksHoldsNobodyUp() throws IOException {
    try (ServerSocketChannel c = ServerSocketChannel.open()) {
      c.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      begin(() -> c.accept().isConnected());
      begin(() -> "goes on");
      assertSaid("goes on");
      begin(() -> SocketChannel.open(c.getLocalAddress()).isConnected());
      assertEquals("[true, true]", soon(2).toString());
    }
    assertNobodyLostTheirTurn();
  }
}
