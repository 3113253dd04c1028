package talpa.agent.reverse;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One port of the loopback, open until it is closed. Each connection of the app has one to the
 * front's socket file, which begins with the port as two bytes; then bytes go both ways. A side
 * that ends, ends both, as adb has it.
 */
final class ReversePort implements Closeable {
  private static final int BUFFER = 1 << 14;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Two threads each. */
  private static final int MAX_CONNECTIONS = 32;

  private final int port;
  private final UnixDomainSocketAddress front;
  private final ServerSocketChannel listener;
  private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
  private final Thread acceptor;

  /** Listens from now on. */
  ReversePort(int port, UnixDomainSocketAddress front) throws IOException {
    this.port = port;
    this.front = front;
    listener = ServerSocketChannel.open();
    try {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    acceptor = start("accept", this::accept);
  }

  /** The agent's threads have names by which the app's are told apart. */
  private Thread start(String what, Runnable body) {
    Thread t = new Thread(body, "talpa-reverse-" + port + "-" + what);
    t.setDaemon(true);
    t.start();
    return t;
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel app = listener.accept();
        if (connections.size() >= 2 * MAX_CONNECTIONS) {
          app.close();
        } else {
          connect(app);
        }
      }
    } catch (IOException e) {
      closeAll();
    }
  }

  private void connect(SocketChannel app) throws IOException {
    SocketChannel out;
    try {
      out = SocketChannel.open(front);
    } catch (IOException e) {
      app.close();
      return;
    }
    connections.add(app);
    connections.add(out);
    ByteBuffer head = ByteBuffer.allocate(Short.BYTES).putShort((short) port).flip();
    start("out", () -> copy(head, app, out));
    start("in", () -> copy(ByteBuffer.allocate(0), out, app));
  }

  /** Writes what is in the buffer, then all that comes, and closes both ends. */
  private void copy(ByteBuffer first, SocketChannel from, SocketChannel to) {
    ByteBuffer b = ByteBuffer.allocate(BUFFER);
    try (from;
        to) {
      write(first, to);
      while (from.read(b.clear()) >= 0) {
        write(b.flip(), to);
      }
    } catch (IOException e) {
      // The other thread has closed them, or their ends are gone: the app sees that itself.
    } finally {
      connections.remove(from);
      connections.remove(to);
    }
  }

  private static void write(ByteBuffer b, SocketChannel to) throws IOException {
    while (b.hasRemaining()) {
      to.write(b);
    }
  }

  /**
   * Once it returns, the port takes nobody: the system keeps a socket that is closed open for a
   * call that waits in it, so that the thread which accepts has to be gone too.
   */
  @Override
  public void close() {
    closeAll();
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeAll();
  }

  private void closeAll() {
    try {
      listener.close();
      for (SocketChannel c : connections) {
        c.close();
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
