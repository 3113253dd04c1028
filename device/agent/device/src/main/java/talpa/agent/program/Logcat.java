package talpa.agent.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;

/** The program logcat, as far as apps use it to read what their own process logged. */
final class Logcat {
  private static final String LEVELS = "VDIWEFS";

  /** Options whose value is the next word. */
  private static final String VALUED = "-b -e -f -m -n -r -t -T -v --buffer --format --pid";

  private final Map<String, String> options = new HashMap<>();
  private final Map<String, String> levels = new HashMap<>();

  private Logcat(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      String w = words.get(i);
      int equals = w.indexOf('=');
      if (!w.startsWith("-")) {
        filter(w);
      } else if (equals > 0) {
        options.put(w.substring(0, equals), w.substring(equals + 1));
      } else if (List.of(VALUED.split(" ")).contains(w) && i + 1 < words.size()) {
        options.put(w, words.get(++i));
      } else if (w.length() > 2 && VALUED.contains(w.substring(0, 2) + " ")) {
        options.put(w.substring(0, 2), w.substring(2));
      } else {
        options.put(w, "");
      }
    }
    if (options.containsKey("-s")) {
      levels.putIfAbsent("*", "S");
    }
  }

  /** TAG, TAG:LEVEL or *:LEVEL. */
  private void filter(String word) {
    int colon = word.lastIndexOf(':');
    String tag = colon < 0 ? word : word.substring(0, colon);
    String level = colon < 0 || colon + 1 == word.length() ? "V" : word.substring(colon + 1);
    levels.put(tag, level.equals("*") ? "V" : level);
  }

  /** Runs it. */
  static Ran run(List<String> words) throws IOException {
    Logcat l = new Logcat(words);
    if (l.options.containsKey("-c")) {
      LogLines.clear();
      return new Ran(0, "", "");
    }
    boolean dumps =
        l.options.containsKey("-d") || l.options.containsKey("-t") || l.options.containsKey("-g");
    String first = l.kept(LogLines.after(0));
    String file = l.options.get("-f");
    if (file != null) {
      return Programs.written(file, first);
    }
    return dumps ? new Ran(0, first, "") : new Ran(l.new Following(first));
  }

  private String kept(List<LogLines.Line> lines) {
    String buffer = options.getOrDefault("-b", options.getOrDefault("--buffer", "main"));
    if (!buffer.contains("main") && !buffer.contains("all") && !buffer.contains("default")) {
      return "";
    }
    String format = options.getOrDefault("-v", options.getOrDefault("--format", "threadtime"));
    List<LogLines.Line> passed = new ArrayList<>(lines);
    passed.removeIf(line -> !passes(line));
    int last = count(options.getOrDefault("-t", options.get("-T")), passed.size());
    StringBuilder out = new StringBuilder("--------- beginning of main\n");
    for (LogLines.Line line : passed.subList(Math.max(0, passed.size() - last), passed.size())) {
      out.append(line.text(format));
    }
    return out.toString();
  }

  /** A number of lines; a time is taken for all. */
  private static int count(String value, int all) {
    return value != null && value.matches("[0-9]{1,6}") ? Integer.parseInt(value) : all;
  }

  private boolean passes(LogLines.Line line) {
    String least = levels.getOrDefault(line.tag(), levels.getOrDefault("*", "V"));
    String pattern = options.get("-e");
    return LEVELS.indexOf(line.level()) >= LEVELS.indexOf(least)
        && (pattern == null || line.message().matches("(?s).*(?:" + pattern + ").*"));
  }

  /** The output of one that goes on until it is destroyed. */
  private final class Following extends InputStream {
    private final LogLines.Reader reader = new LogLines.Reader();
    private byte[] part;
    private int next;
    private long seen;

    Following(String first) {
      part = first.getBytes(StandardCharsets.UTF_8);
      seen = newest(LogLines.after(0), 0);
    }

    private static long newest(List<LogLines.Line> lines, long otherwise) {
      return lines.isEmpty() ? otherwise : lines.get(lines.size() - 1).number();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int from, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      while (next == part.length) {
        if (!more()) {
          return -1;
        }
      }
      int n = Math.min(length, part.length - next);
      System.arraycopy(part, next, b, from, n);
      next += n;
      return n;
    }

    /** Waits for more; a reader that logs what it reads gets its own lines a frame later. */
    private boolean more() throws IOException {
      try {
        LogLines.await(seen, reader);
        if (reader.isClosed()) {
          return false;
        }
        Sleepers.sleep(FrameSource.period());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      }
      List<LogLines.Line> lines = LogLines.after(seen);
      seen = newest(lines, seen);
      String text = kept(lines);
      part = text.substring(text.indexOf('\n') + 1).getBytes(StandardCharsets.UTF_8);
      next = 0;
      return true;
    }

    @Override
    public int available() {
      return part.length - next;
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
