package talpa.agent.libcore;

import android.util.Log;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import talpa.agent.app.AppProcess;

/**
 * What an app prints: its standard streams are the log, and traces of exceptions have the words and
 * frames of a device.
 */
public final class PrintCalls {
  private static volatile PrintStream out;
  private static volatile PrintStream err;

  private PrintCalls() {}

  /** Has the streams be the log again. */
  public static synchronized void reset() {
    out = stream("System.out", Log.INFO);
    err = stream("System.err", Log.WARN);
  }

  /** System.out. */
  public static PrintStream out() {
    return out;
  }

  /** System.err. */
  public static PrintStream err() {
    return err;
  }

  /** System.setOut. */
  public static void setOut(PrintStream s) {
    out = s;
  }

  /** System.setErr. */
  public static void setErr(PrintStream s) {
    err = s;
  }

  /** Throwable.printStackTrace. */
  public static void printStackTrace(Throwable t) {
    printStackTrace(t, err);
  }

  /** Throwable.printStackTrace to a stream. */
  public static void printStackTrace(Throwable t, PrintStream s) {
    s.print(AppProcess.current().reporter().trace(t));
  }

  /** Throwable.printStackTrace to a writer. */
  public static void printStackTrace(Throwable t, PrintWriter w) {
    w.print(AppProcess.current().reporter().trace(t));
  }

  private static PrintStream stream(String tag, int priority) {
    return new PrintStream(new Lines(tag, priority), true, StandardCharsets.UTF_8);
  }

  /** Each line is a message of the log. */
  private static final class Lines extends OutputStream {
    /** Bytes of a line that are kept back. */
    private static final int MAX = 4000;

    private final String tag;
    private final int priority;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(String tag, int priority) {
      this.tag = tag;
      this.priority = priority;
    }

    @Override
    public synchronized void write(int b) {
      if (b != '\n') {
        line.write(b);
      }
      if (b == '\n' || line.size() >= MAX) {
        Log.println(priority, tag, line.toString(StandardCharsets.UTF_8));
        line.reset();
      }
    }

    @Override
    public synchronized void write(byte[] b, int from, int size) {
      for (int i = from; i < from + size; i++) {
        write(b[i]);
      }
    }
  }
}
