package talpa.agent.network;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes bytes between the loopback's end of an app's channel and the gate. Each direction ends by
 * itself; what breaks on one side is a reset on the other.
 */
final class StreamBridge {
  private static final int BUFFER = 1 << 14;

  private final SocketChannel app;
  private final SocketChannel near;
  private final SocketChannel away;
  private final AtomicInteger directions = new AtomicInteger(2);

  private StreamBridge(SocketChannel app, SocketChannel near, SocketChannel away) {
    this.app = app;
    this.near = near;
    this.away = away;
  }

  /**
   * Begins to pass bytes.
   *
   * @param app the app's channel, which is only asked whether it is open
   * @param near its other end
   */
  static void join(SocketChannel app, SocketChannel near, SocketChannel away) {
    StreamBridge b = new StreamBridge(app, near, away);
    Outbound.thread("out", () -> b.copy(near, away)).start();
    Outbound.thread("in", () -> b.copy(away, near)).start();
  }

  private void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer b = ByteBuffer.allocate(BUFFER);
    try {
      while (from.read(b.clear()) >= 0) {
        b.flip();
        while (b.hasRemaining()) {
          to.write(b);
        }
      }
      to.shutdownOutput();
      // An app that closes its channel hears nothing more: the other side is not to be waited for.
      if (directions.decrementAndGet() == 0 || !app.isOpen()) {
        near.close();
        away.close();
      }
    } catch (IOException e) {
      reset();
    }
  }

  private void reset() {
    try (near;
        away) {
      near.setOption(StandardSocketOptions.SO_LINGER, 0); // its close is a reset
    } catch (IOException e) {
      // Closed by the other direction.
    }
  }
}
