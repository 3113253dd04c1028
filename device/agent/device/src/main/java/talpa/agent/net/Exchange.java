package talpa.agent.net;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.IntSupplier;

/**
 * One connection to a stand-in server: takes a request, and makes the answer when somebody reads
 * it. A reader that comes before the request is complete finds the connection closed. Safe for use
 * by several threads.
 */
final class Exchange implements Connection {
  private static final int MAX_REQUEST = 16 << 20;

  private final String host;
  private final int port;
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();
  private InputStream answer;
  private boolean closed;

  Exchange(String host, int port) {
    this.host = host;
    this.port = port;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  private synchronized void add(byte[] b, int from, int n) throws IOException {
    if (closed) {
      throw new java.net.SocketException("Socket closed");
    }
    if (asked.size() + n > MAX_REQUEST) {
      throw new java.net.SocketException("Connection reset");
    }
    asked.write(b, from, n);
  }

  private synchronized InputStream answered() throws IOException {
    if (closed) {
      throw new java.net.SocketException("Socket closed");
    }
    if (answer == null) {
      Request r = Request.parse(host, port, asked.toByteArray());
      if (r == null) {
        return InputStream.nullInputStream();
      }
      answer = new ByteArrayInputStream(Server.answer(r));
    }
    return answer;
  }

  /** Who reads first may have to wait; not with the lock, since others may close it meanwhile. */
  private void pace() throws IOException {
    boolean first;
    synchronized (this) {
      first = answer == null && !closed;
    }
    if (first) {
      Pace.keep();
    }
  }

  /** What comes once a request is complete does so at once. */
  @Override
  public void shutdownOutput() {}

  /** What the app writes. */
  @Override
  public OutputStream output() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        add(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] b, int from, int n) throws IOException {
        add(b, from, n);
      }
    };
  }

  /** What the app reads. */
  @Override
  public InputStream input(IntSupplier timeout) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        pace();
        return answered().read();
      }

      @Override
      public int read(byte[] b, int from, int n) throws IOException {
        pace();
        return answered().read(b, from, n);
      }

      @Override
      public int available() throws IOException {
        synchronized (Exchange.this) {
          return answer == null ? 0 : answer.available();
        }
      }
    };
  }
}
