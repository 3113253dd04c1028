package talpa.agent.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A pipe within the JVM that many threads write and one reads, without an end and without a bound.
 * Unlike {@link java.io.PipedInputStream} it does not break when the thread that wrote last ends,
 * as threads of apps do.
 */
final class PipeOfMany extends OutputStream {
  private final BlockingQueue<byte[]> written = new LinkedBlockingQueue<>();

  @Override
  public void write(int b) {
    written.add(new byte[] {(byte) b});
  }

  @Override
  public void write(byte[] b, int from, int n) {
    if (n > 0) {
      written.add(Arrays.copyOfRange(b, from, from + n));
    }
  }

  /** The end that is read; there is one. */
  InputStream end() {
    return new InputStream() {
      private byte[] chunk = {};
      private int at;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        read(one, 0, 1);
        return one[0] & 0xff;
      }

      @Override
      public int read(byte[] b, int from, int n) throws IOException {
        if (n == 0) {
          return 0;
        }
        if (at == chunk.length) {
          chunk = take();
          at = 0;
        }
        int k = Math.min(n, chunk.length - at);
        System.arraycopy(chunk, at, b, from, k);
        at += k;
        return k;
      }
    };
  }

  private byte[] take() throws IOException {
    try {
      return written.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }
}
