package talpa.agent.network;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/**
 * Passes datagrams between one port of the loopback, which an app's socket sends to in place of one
 * port of another computer, and the gate.
 */
final class DatagramFlow {
  private static final int HEAD = Short.BYTES;
  private static final int MAX = HEAD + 0xffff;

  /** Milliseconds after which the app's socket is looked at. */
  private static final long PATIENCE = 2_000;

  private final DatagramChannel near = DatagramChannel.open(StandardProtocolFamily.INET);
  private final SocketChannel away;
  private final BooleanSupplier open;
  private final InetSocketAddress address;
  private final Selector selector = Selector.open();
  private final ByteBuffer out = ByteBuffer.allocate(MAX).limit(0);
  private final ByteBuffer in = ByteBuffer.allocate(MAX);

  /** Whom to send to: who sent last. */
  private SocketAddress app;

  /**
   * Begins to pass datagrams.
   *
   * @param away the gate's, with lengths in front of them
   * @param open whether the app's socket is there
   */
  DatagramFlow(SocketChannel away, BooleanSupplier open) throws IOException {
    this.away = away;
    this.open = open;
    near.bind(Outbound.anyPort());
    address = (InetSocketAddress) near.getLocalAddress();
    near.configureBlocking(false);
    away.configureBlocking(false);
    SelectionKey reads = near.register(selector, SelectionKey.OP_READ);
    SelectionKey streams = away.register(selector, SelectionKey.OP_READ);
    Outbound.thread("datagrams", () -> run(reads, streams)).start();
  }

  /** The port of the loopback. */
  InetSocketAddress address() {
    return address;
  }

  boolean isOpen() {
    return near.isOpen();
  }

  void close() throws IOException {
    near.close();
    away.close();
    selector.close();
  }

  private void run(SelectionKey reads, SelectionKey streams) {
    try {
      try {
        while (open.getAsBoolean()) {
          selector.select(PATIENCE);
          selector.selectedKeys().clear();
          boolean full = !send();
          reads.interestOps(full ? 0 : SelectionKey.OP_READ);
          streams.interestOps(SelectionKey.OP_READ | (full ? SelectionKey.OP_WRITE : 0));
          receive();
        }
      } finally {
        close();
      }
    } catch (IOException | ClosedSelectorException | java.nio.channels.CancelledKeyException e) {
      // The gate has ended it, or its socket has made room for another one.
    }
  }

  /** Passes on what the app has sent; false: the gate takes no more at the moment. */
  private boolean send() throws IOException {
    while (true) {
      if (!out.hasRemaining()) {
        SocketAddress from = near.receive(out.clear().position(HEAD));
        if (from == null) {
          out.limit(out.position()); // nothing remains
          return true;
        }
        app = from;
        out.putShort(0, (short) (out.position() - HEAD)).flip();
      }
      away.write(out);
      if (out.hasRemaining()) {
        return false;
      }
    }
  }

  /** Passes on what has come for the app. */
  private void receive() throws IOException {
    int n = away.read(in);
    for (; n > 0; n = away.read(in)) {
      in.flip();
      while (in.remaining() >= HEAD) {
        int length = in.getShort(in.position()) & 0xffff;
        if (in.remaining() < HEAD + length) {
          break;
        }
        ByteBuffer one = in.slice(in.position() + HEAD, length);
        in.position(in.position() + HEAD + length);
        if (app != null) {
          near.send(one, app);
        }
      }
      in.compact();
    }
    if (n < 0) {
      throw new EOFException();
    }
  }
}
