package talpa.agent.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.IntSupplier;

/**
 * A connection by way of the front. One thread may read while another one writes, and a third one
 * closes it: both then fail as with a socket of the JDK's.
 */
final class Relayed implements Connection {
  /** In a millisecond. */
  private static final long NANOS = 1_000_000;

  private final SocketChannel channel;
  private final Selector readable = Selector.open();
  private final Selector writable = Selector.open();

  /** Connects to a socket file, which takes no time. */
  Relayed(UnixDomainSocketAddress front) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      channel.connect(front);
      channel.register(readable, SelectionKey.OP_READ);
      channel.register(writable, SelectionKey.OP_WRITE);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private interface Transfer {
    int some() throws IOException;
  }

  /** Transfers some bytes as soon as that can be done; -1 is the end. */
  private int transfer(Selector ready, int timeout, Transfer t) throws IOException {
    boolean interrupted = false;
    try {
      long limit = timeout * NANOS;
      long begin = System.nanoTime();
      while (true) {
        int n = t.some();
        if (n != 0) {
          return n;
        }
        long left = limit - (System.nanoTime() - begin);
        if (limit > 0 && left <= 0) {
          throw new SocketTimeoutException("Read timed out");
        }
        ready.select(limit > 0 ? left / NANOS + 1 : 0);
        ready.selectedKeys().clear();
        interrupted |= Thread.interrupted(); // with which nobody could wait
      }
    } catch (java.nio.channels.ClosedChannelException | ClosedSelectorException e) {
      throw new SocketException("Socket closed");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public InputStream input(IntSupplier timeout) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] b, int from, int n) throws IOException {
        if (n == 0) {
          return 0;
        }
        ByteBuffer into = ByteBuffer.wrap(b, from, n);
        return transfer(readable, timeout.getAsInt(), () -> channel.read(into));
      }

      @Override
      public void close() throws IOException {
        Relayed.this.close();
      }
    };
  }

  @Override
  public OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] b, int from, int n) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(b, from, n);
        while (rest.hasRemaining()) {
          transfer(writable, 0, () -> channel.write(rest));
        }
      }

      @Override
      public void close() throws IOException {
        Relayed.this.close();
      }
    };
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    readable.close(); // which wakes who waits there, and lets the channel go
    writable.close();
  }
}
