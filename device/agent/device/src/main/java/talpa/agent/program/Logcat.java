package talpa.agent.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;

/** The program logcat, as far as apps use it to read what their own process logged. */
final class Logcat {
  private static final String LEVELS = "VDIWEFS";

  /** Options that have a value: the rest of their word, or the next one. */
  private static final String VALUED = "befmnrtTv";

  /** The letters of the options that have a name, too. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("--buffer", "b"),
          Map.entry("--buffer-size", "g"),
          Map.entry("--clear", "c"),
          Map.entry("--file", "f"),
          Map.entry("--format", "v"),
          Map.entry("--grep", "e"),
          Map.entry("--head", "m"),
          Map.entry("--last", "L"),
          Map.entry("--max-count", "m"),
          Map.entry("--regex", "e"),
          Map.entry("--rotate-count", "n"),
          Map.entry("--rotate-kbytes", "r"),
          Map.entry("--statistics", "S"),
          Map.entry("--tail", "t"));

  private static final String SIZES =
      "main: ring buffer is 256 KiB (0 B consumed), max entry is 5120 B, max payload is 4068 B\n";

  private final Map<String, String> options = new HashMap<>();
  private final Map<String, String> levels = new HashMap<>();
  private Pattern pattern;

  private Logcat(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      String w = words.get(i);
      String next = i + 1 < words.size() ? words.get(i + 1) : "";
      boolean used = false;
      if (w.startsWith("--")) {
        used = named(w, next);
      } else if (w.startsWith("-")) {
        used = letters(w, next);
      } else {
        filter(w);
      }
      if (used) {
        i++;
      }
    }
    if (options.containsKey("s")) {
      levels.putIfAbsent("*", "S");
    }
  }

  /** A named option, and whether its value is the next word. */
  private boolean named(String word, String next) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String option = NAMES.getOrDefault(name, name);
    boolean fromNext = equals < 0 && VALUED.contains(option);
    options.put(option, equals < 0 ? fromNext ? next : "" : word.substring(equals + 1));
    return fromNext;
  }

  /** Options of one letter in one word, as in -dv time, and whether the next is a value. */
  private boolean letters(String word, String next) {
    for (int i = 1; i < word.length(); i++) {
      String option = word.substring(i, i + 1);
      if (VALUED.contains(option)) {
        boolean fromNext = i + 1 == word.length();
        options.put(option, fromNext ? next : word.substring(i + 1));
        return fromNext;
      }
      options.put(option, "");
    }
    return false;
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
    try {
      l.pattern = l.options.containsKey("e") ? Pattern.compile(l.options.get("e")) : null;
    } catch (PatternSyntaxException e) {
      return new Ran(1, "", "logcat: bad regex '" + l.options.get("e") + "'\n");
    }
    if (l.options.containsKey("c")) {
      LogLines.clear();
      return new Ran(0, "", "");
    }
    if (l.options.containsKey("g")) {
      return new Ran(0, SIZES, "");
    }
    boolean dumps = Set.of("d", "t", "L", "S").stream().anyMatch(l.options::containsKey);
    long seen = LogLines.newest();
    String first = l.begin(LogLines.after(0), seen);
    String file = l.options.get("f");
    if (file != null) {
      return Programs.written(file, first);
    }
    return dumps ? new Ran(0, first, "") : new Ran(l.new Following(first, seen));
  }

  /** What there is already, up to a message: all that passes, or the last ones or the first. */
  private String begin(List<LogLines.Line> lines, long seen) {
    List<LogLines.Line> passed = new ArrayList<>(lines);
    passed.removeIf(line -> line.number() > seen || !passes(line));
    int last = count(options.getOrDefault("t", options.get("T")), passed.size());
    passed = passed.subList(Math.max(0, passed.size() - last), passed.size());
    int first = count(options.get("m"), passed.size());
    return hasLog()
        ? "--------- beginning of main\n" + text(passed.subList(0, Math.min(first, passed.size())))
        : "";
  }

  /** Whether the buffers that are asked for hold what apps log. */
  private boolean hasLog() {
    String buffer = options.getOrDefault("b", "main");
    return buffer.contains("main") || buffer.contains("all") || buffer.contains("default");
  }

  private String text(List<LogLines.Line> lines) {
    String format = options.getOrDefault("v", "threadtime");
    StringBuilder out = new StringBuilder();
    for (LogLines.Line line : lines) {
      if (hasLog() && passes(line)) {
        out.append(line.text(format));
      }
    }
    return out.toString();
  }

  /** A number of lines; a time is taken for all. */
  private static int count(String value, int all) {
    return value != null && value.matches("[0-9]{1,6}") ? Integer.parseInt(value) : all;
  }

  private boolean passes(LogLines.Line line) {
    String least = levels.getOrDefault(line.tag(), levels.getOrDefault("*", "V"));
    return LEVELS.indexOf(line.level()) >= LEVELS.indexOf(least)
        && (pattern == null || pattern.matcher(line.message()).find());
  }

  /** The output of one that goes on until it is destroyed. */
  private final class Following extends InputStream {
    private final LogLines.Reader reader = new LogLines.Reader();
    private byte[] part;
    private int next;
    private long seen;

    Following(String first, long seen) {
      part = first.getBytes(StandardCharsets.UTF_8);
      this.seen = seen;
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
      if (!lines.isEmpty()) {
        seen = lines.get(lines.size() - 1).number();
      }
      part = text(lines).getBytes(StandardCharsets.UTF_8);
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
