package talpa.agent.program;

import android.os.Process;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import talpa.agent.process.PerApp;

/** The newest lines of the log of the app's process, which is all that an app may read of it. */
public final class LogLines {
  /** More lines than any message of a crash has; a phone keeps 256 KiB. */
  private static final int MAX = 2000;

  private static final PerApp<LogLines> LINES = PerApp.of(LogLines::new);

  private final Deque<Line> lines = new ArrayDeque<>();
  private long written;

  private LogLines() {}

  /** One message. */
  record Line(long number, long wall, long thread, String level, String tag, String message) {
    /** The lines that a format of logcat makes of it. */
    String text(String format) {
      String head =
          switch (format) {
            case "brief" -> level + "/" + tag + "(" + pid(5) + "): ";
            case "tag" -> level + "/" + tag + ": ";
            case "raw" -> "";
            case "time" -> time() + " " + level + "/" + tag + "(" + pid(5) + "): ";
            default ->
                time() + " " + pid(5) + " " + padded(thread, 5) + " " + level + " " + tag + ": ";
          };
      StringBuilder out = new StringBuilder();
      for (String part : message.split("\n", -1)) {
        out.append(head).append(part).append('\n');
      }
      return out.toString();
    }

    private String time() {
      ZoneId zone = TimeZone.getDefault().toZoneId();
      return DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS", Locale.ROOT)
          .format(Instant.ofEpochMilli(wall).atZone(zone));
    }

    private static String pid(int width) {
      return padded(Process.myPid(), width);
    }

    private static String padded(long n, int width) {
      return String.format(Locale.ROOT, "%" + width + "d", n);
    }
  }

  /** Keeps a message of the app's process. */
  public static void add(long wall, long thread, String level, String tag, String message) {
    LogLines l = LINES.get();
    synchronized (l) {
      l.lines.add(new Line(++l.written, wall, thread, level, tag, message));
      if (l.lines.size() > MAX) {
        l.lines.remove();
      }
      l.notifyAll();
    }
  }

  /** The messages after the one with that number that are kept. */
  static List<Line> after(long number) {
    LogLines l = LINES.get();
    synchronized (l) {
      List<Line> found = new ArrayList<>(l.lines);
      found.removeIf(line -> line.number() <= number);
      return found;
    }
  }

  /** The number of the newest message, kept or not. */
  static long newest() {
    LogLines l = LINES.get();
    synchronized (l) {
      return l.written;
    }
  }

  /** Forgets all messages. */
  static void clear() {
    LogLines l = LINES.get();
    synchronized (l) {
      l.lines.clear();
    }
  }

  /** Waits until there is a message after the one with that number, or the reader is closed. */
  static void await(long number, Reader reader) throws InterruptedException {
    LogLines l = LINES.get();
    synchronized (l) {
      while (l.written <= number && !reader.closed) {
        l.wait();
      }
    }
  }

  /** Who waits for messages. */
  static final class Reader {
    private boolean closed;

    /** Has it wait no more. */
    void close() {
      LogLines l = LINES.get();
      synchronized (l) {
        closed = true;
        l.notifyAll();
      }
    }

    boolean isClosed() {
      synchronized (LINES.get()) {
        return closed;
      }
    }
  }
}
