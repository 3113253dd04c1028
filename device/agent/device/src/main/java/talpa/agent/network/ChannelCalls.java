package talpa.agent.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import talpa.agent.process.PerApp;

/**
 * The app's calls to channels of TCP. A channel that is connected to another computer stays the
 * JDK's, so that selectors take it and it has all options: it is connected to a port of the
 * loopback, behind which are the bytes of the gate's connection. What the app asks of its addresses
 * is answered with those of that connection.
 *
 * <p>Such a channel is ready to finish its connection before the gate has answered: where it does
 * not block, {@code finishConnect} waits for that.
 */
public final class ChannelCalls {
  /** What is known of a connection, without its channel: that would never be collected. */
  private record Peer(InetSocketAddress far, CompletableFuture<Void> answer) {}

  private static final PerApp<Map<SocketChannel, Peer>> PEERS =
      PerApp.of(() -> Collections.synchronizedMap(new WeakHashMap<>()));

  private ChannelCalls() {}

  /** SocketChannel.open. */
  public static SocketChannel open(SocketAddress to) throws IOException {
    SocketChannel c = SocketChannel.open();
    try {
      connect(c, to);
      return c;
    } catch (IOException | RuntimeException e) {
      c.close();
      throw e;
    }
  }

  /** SocketChannel.connect. */
  public static boolean connect(SocketChannel c, SocketAddress to) throws IOException {
    return connect(c, to, 0);
  }

  static boolean connect(SocketChannel c, SocketAddress to, int timeout) throws IOException {
    NetworkCalls.mayReach();
    InetSocketAddress far = Outbound.far(to);
    if (far == null || !c.isOpen() || c.isConnected() || c.isConnectionPending()) {
      return c.connect(to);
    }
    return c.isBlocking() ? connectNow(c, far, timeout) : begin(c, far);
  }

  /** Socket.connect, of a socket that is a channel's. */
  static void connect(Socket s, SocketAddress to, int timeout) throws IOException {
    if (Outbound.far(to) != null && s.getChannel().isBlocking()) {
      connect(s.getChannel(), to, timeout);
    } else {
      s.connect(to, timeout);
    }
  }

  private static boolean connectNow(SocketChannel c, InetSocketAddress far, int timeout)
      throws IOException {
    try (ServerSocketChannel listener = listen()) {
      SocketChannel away = Outbound.gate().connect(far, timeout);
      PEERS.get().put(c, new Peer(far, CompletableFuture.completedFuture(null)));
      c.connect(listener.getLocalAddress());
      StreamBridge.join(c, accept(listener, c), away);
      return true;
    } catch (IOException e) {
      c.close(); // as a channel is whose connection fails
      throw e;
    }
  }

  private static boolean begin(SocketChannel c, InetSocketAddress far) throws IOException {
    ServerSocketChannel listener = listen();
    Peer p = new Peer(far, new CompletableFuture<>());
    PEERS.get().put(c, p);
    boolean connected;
    try {
      if (c.getLocalAddress() == null) {
        c.bind(null); // else its port is not known until it has finished
      }
      connected = c.connect(listener.getLocalAddress());
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    Outbound.thread(
            "connect",
            () -> {
              try (listener) {
                SocketChannel near = accept(listener, c);
                try {
                  StreamBridge.join(c, near, Outbound.gate().connect(far, 0));
                } catch (IOException e) {
                  near.close();
                  throw e;
                }
                p.answer.complete(null);
              } catch (IOException | RuntimeException e) {
                p.answer.completeExceptionally(e);
              }
            })
        .start();
    if (connected) {
      await(c, p);
    }
    return connected;
  }

  private static ServerSocketChannel listen() throws IOException {
    ServerSocketChannel l = ServerSocketChannel.open(StandardProtocolFamily.INET);
    try {
      return l.bind(Outbound.anyPort(), 1);
    } catch (IOException e) {
      l.close();
      throw e;
    }
  }

  /** The other end of a channel. Another one that found the port is none of its business. */
  private static SocketChannel accept(ServerSocketChannel l, SocketChannel c) throws IOException {
    while (true) {
      SocketChannel near = l.accept();
      if (port(near.getRemoteAddress()) == port(c.getLocalAddress())) {
        return near;
      }
      near.close();
    }
  }

  private static int port(SocketAddress a) {
    return ((InetSocketAddress) a).getPort();
  }

  /** SocketChannel.finishConnect. */
  public static boolean finishConnect(SocketChannel c) throws IOException {
    Peer p = PEERS.get().get(c);
    if (p != null && c.isConnectionPending()) {
      await(c, p);
    }
    return c.finishConnect();
  }

  /** Waits for the gate's answer. */
  private static void await(SocketChannel c, Peer p) throws IOException {
    try {
      p.answer.get();
    } catch (ExecutionException e) {
      c.close();
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      c.close();
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }

  // ---- addresses ----

  /** What a connected channel is connected to outside; null: it is not, or not outside. */
  private static InetSocketAddress far(SocketChannel c) {
    Peer p = c == null || !c.isConnected() ? null : PEERS.get().get(c);
    return p == null ? null : p.far;
  }

  /** SocketChannel.getRemoteAddress. */
  public static SocketAddress getRemoteAddress(SocketChannel c) throws IOException {
    SocketAddress a = c.getRemoteAddress(); // which throws if it is closed
    InetSocketAddress far = far(c);
    return far == null ? a : far;
  }

  /** SocketChannel.getLocalAddress. */
  public static SocketAddress getLocalAddress(SocketChannel c) throws IOException {
    SocketAddress a = c.getLocalAddress();
    return far(c) == null ? a : Outbound.here(a);
  }

  /** Socket.getRemoteSocketAddress. */
  public static SocketAddress getRemoteSocketAddress(Socket s) {
    InetSocketAddress far = far(s.getChannel());
    return far == null ? s.getRemoteSocketAddress() : far;
  }

  /** Socket.getInetAddress. */
  public static InetAddress getInetAddress(Socket s) {
    InetSocketAddress far = far(s.getChannel());
    return far == null ? s.getInetAddress() : far.getAddress();
  }

  /** Socket.getPort. */
  public static int getPort(Socket s) {
    InetSocketAddress far = far(s.getChannel());
    return far == null ? s.getPort() : far.getPort();
  }

  /** Socket.getLocalSocketAddress. */
  public static SocketAddress getLocalSocketAddress(Socket s) {
    SocketAddress a = s.getLocalSocketAddress();
    return far(s.getChannel()) == null || s.isClosed() ? a : Outbound.here(a);
  }

  /** Socket.getLocalAddress. */
  public static InetAddress getLocalAddress(Socket s) {
    InetAddress a = s.getLocalAddress();
    return far(s.getChannel()) == null || s.isClosed()
        ? a
        : Outbound.here(s.getLocalSocketAddress()).getAddress();
  }
}
