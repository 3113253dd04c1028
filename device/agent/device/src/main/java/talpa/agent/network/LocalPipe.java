package talpa.agent.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * One direction of a connection of local sockets: bytes that wait to be read, as many as the
 * kernel's buffer holds. Safe for use by several threads.
 */
final class LocalPipe {
  /** What Linux gives a socket by default. */
  static final int CAPACITY = 212_992;

  private final byte[] waiting = new byte[CAPACITY];
  private int first;
  private int count;
  private boolean ended;
  private boolean unread;
  private boolean writerClosed;
  private boolean readerClosed;

  /** Nothing more is written. */
  synchronized void end(boolean closed) {
    ended = true;
    writerClosed |= closed;
    notifyAll();
  }

  /** Nothing more is read. */
  synchronized void abandon(boolean closed) {
    unread = true;
    readerClosed |= closed;
    notifyAll();
  }

  private static void mustBeOpen(boolean closed) throws IOException {
    if (closed) {
      throw new IOException("socket closed");
    }
  }

  synchronized int available() {
    return count;
  }

  private synchronized int read(byte[] b, int from, int n, int timeout) throws IOException {
    mustBeOpen(readerClosed);
    if (n == 0) {
      return 0;
    }
    while (count == 0) {
      if (ended || unread) {
        return -1;
      }
      await(timeout);
      if (timeout > 0 && count == 0 && !ended && !unread) {
        throw new IOException("Try again");
      }
    }
    int k = Math.min(n, count);
    for (int i = 0; i < k; i++) {
      b[from + i] = waiting[(first + i) % CAPACITY];
    }
    first = (first + k) % CAPACITY;
    count -= k;
    notifyAll();
    return k;
  }

  private synchronized void write(byte[] b, int from, int n) throws IOException {
    mustBeOpen(writerClosed);
    for (int done = 0; done < n; ) {
      if (ended || unread) {
        throw new IOException("Broken pipe");
      }
      if (count == CAPACITY) {
        await(0);
        continue;
      }
      int k = Math.min(n - done, CAPACITY - count);
      for (int i = 0; i < k; i++) {
        waiting[(first + count + i) % CAPACITY] = b[from + done + i];
      }
      count += k;
      done += k;
      notifyAll();
    }
  }

  private synchronized void await(int millis) throws IOException {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted system call", e);
    }
  }

  /** Its end that reads, which waits as long as {@code timeout} says; 0 is for ever. */
  InputStream input(IntSupplier timeout) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] b, int from, int n) throws IOException {
        Objects.checkFromIndexSize(from, n, b.length);
        return LocalPipe.this.read(b, from, n, timeout.getAsInt());
      }

      @Override
      public int available() {
        return LocalPipe.this.available();
      }
    };
  }

  /** Its end that writes. */
  OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] b, int from, int n) throws IOException {
        Objects.checkFromIndexSize(from, n, b.length);
        LocalPipe.this.write(b, from, n);
      }
    };
  }
}
