package talpa.agent.program;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A program that an app ran: one that has ended with some output, or one that goes on writing until
 * it is destroyed.
 */
final class Ran extends Process {
  private static final int KILLED = 143;

  private final InputStream out;
  private final InputStream err;
  private final boolean goesOn;
  private int code;
  private boolean running;

  /** One that ended. */
  Ran(int code, String out, String err) {
    this.out = stream(out);
    this.err = stream(err);
    this.code = code;
    goesOn = false;
  }

  /** One that goes on. */
  Ran(InputStream out) {
    this.out = out;
    err = stream("");
    code = KILLED;
    goesOn = true;
    running = true;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return out;
  }

  @Override
  public InputStream getErrorStream() {
    return err;
  }

  @Override
  public synchronized int waitFor() throws InterruptedException {
    while (running) {
      wait();
    }
    return code;
  }

  @Override
  public synchronized int exitValue() {
    if (running) {
      throw new IllegalThreadStateException("process hasn't exited");
    }
    return code;
  }

  @Override
  public void destroy() {
    synchronized (this) {
      running = false;
      notifyAll();
    }
    if (goesOn) {
      try {
        out.close();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
