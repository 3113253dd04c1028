package talpa.agent.libcore;

import android.util.Log;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * What an app prints: its standard streams are the log, and traces of exceptions have the words and
 * frames of a device, unless their class says how they are printed.
 */
public final class PrintCalls {
  /** The log, for each app anew; a reference, since an app may set none. */
  private static final PerApp<AtomicReference<PrintStream>> OUT =
      PerApp.of(() -> new AtomicReference<>(toLog("System.out", Log.INFO)));

  private static final PerApp<AtomicReference<PrintStream>> ERR =
      PerApp.of(() -> new AtomicReference<>(toLog("System.err", Log.WARN)));

  private PrintCalls() {}

  /** System.out. */
  public static PrintStream out() {
    return OUT.get().get();
  }

  /** System.err. */
  public static PrintStream err() {
    return ERR.get().get();
  }

  /** System.setOut. */
  public static void setOut(PrintStream s) {
    OUT.get().set(s);
  }

  /** System.setErr. */
  public static void setErr(PrintStream s) {
    ERR.get().set(s);
  }

  /** Throwable.printStackTrace. */
  public static void printStackTrace(Throwable t) {
    if (overrides(t)) {
      t.printStackTrace();
    } else {
      superPrintStackTrace(t);
    }
  }

  /** Throwable.printStackTrace to a stream. */
  public static void printStackTrace(Throwable t, PrintStream s) {
    if (overrides(t, PrintStream.class)) {
      t.printStackTrace(s);
    } else {
      superPrintStackTrace(t, s);
    }
  }

  /** Throwable.printStackTrace to a writer. */
  public static void printStackTrace(Throwable t, PrintWriter w) {
    if (overrides(t, PrintWriter.class)) {
      t.printStackTrace(w);
    } else {
      superPrintStackTrace(t, w);
    }
  }

  /** As {@link #printStackTrace(Throwable)}, called by a method that overrides it. */
  public static void superPrintStackTrace(Throwable t) {
    printStackTrace(t, err());
  }

  /** As {@link #printStackTrace(Throwable, PrintStream)}, called by one that overrides it. */
  public static void superPrintStackTrace(Throwable t, PrintStream s) {
    s.print(AppProcess.current().reporter().trace(t));
  }

  /** As {@link #printStackTrace(Throwable, PrintWriter)}, called by one that overrides it. */
  public static void superPrintStackTrace(Throwable t, PrintWriter w) {
    w.print(AppProcess.current().reporter().trace(t));
  }

  /** Whether the app has its own way to print a throwable. */
  private static boolean overrides(Throwable t, Class<?>... to) {
    for (Class<?> c = t.getClass(); AppCode.isApp(c.getName()); c = c.getSuperclass()) {
      try {
        c.getDeclaredMethod("printStackTrace", to);
        return true;
      } catch (NoSuchMethodException e) {
        continue;
      } catch (LinkageError e) {
        return false; // some other method of it speaks of a class that there is not
      }
    }
    return false;
  }

  private static PrintStream toLog(String tag, int priority) {
    Lines lines = new Lines(tag, priority);
    return new PrintStream(lines, true, StandardCharsets.UTF_8) {
      /** Writes a part of a line, too, as Android's LoggingPrintStream does. */
      @Override
      public void flush() {
        super.flush();
        lines.end();
      }
    };
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
        print();
      }
    }

    /** What is there is a message, if there is anything. */
    synchronized void end() {
      if (line.size() > 0) {
        print();
      }
    }

    private void print() {
      Log.println(priority, tag, line.toString(StandardCharsets.UTF_8));
      line.reset();
    }

    @Override
    public synchronized void write(byte[] b, int from, int size) {
      for (int i = from; i < from + size; i++) {
        write(b[i]);
      }
    }
  }
}
