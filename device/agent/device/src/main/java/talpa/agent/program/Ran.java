package talpa.agent.program;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
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
  private final int code;
  private boolean running;

  /** One that ended. */
  Ran(int code, String out, String err) {
    this(code, out.getBytes(StandardCharsets.UTF_8), err);
  }

  /** One that ended, with bytes of any kind. */
  Ran(int code, byte[] out, String err) {
    this(code, new ByteArrayInputStream(out), stream(err), false);
  }

  private Ran(int code, InputStream out, InputStream err, boolean goesOn) {
    this.code = code;
    this.out = out;
    this.err = err;
    this.goesOn = goesOn;
    running = goesOn;
  }

  /** One that goes on. */
  Ran(InputStream out) {
    this(KILLED, out, stream(""), true);
  }

  /** The same with other streams; asked before the app has it. */
  Ran with(InputStream newOut, InputStream newErr) {
    return new Ran(code, newOut, newErr, goesOn);
  }

  /** The same with its errors after its output, in one stream. */
  Ran merged() {
    return goesOn ? this : with(new SequenceInputStream(out, err), stream(""));
  }

  /** Whether it writes until it is destroyed. */
  boolean goesOn() {
    return goesOn;
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
