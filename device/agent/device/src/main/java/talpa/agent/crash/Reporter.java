package talpa.agent.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import talpa.agent.clock.AppThreads;
import talpa.agent.clock.Clock;
import talpa.agent.clock.MainLoop;
import talpa.agent.clock.ProcessDied;
import talpa.agent.wire.Wire;

/**
 * Reports the app's crashes to the front, and once the death of its process: by a crash, by an exit
 * or because it does not respond.
 */
public final class Reporter {
  /** Memory that is given back when a crash for want of it is to be told. */
  private static final int RESERVE_BYTES = 1 << 20;

  private final Wire wire;
  private final Supplier<String> packageName;
  private final ArtMessages messages;
  private final LogText text = new LogText();
  private MainLoop loop;
  private List<Map.Entry<String, String>> paths = List.of();
  private final Supplier<List<String>> madeUp;
  private byte[] reserve = new byte[RESERVE_BYTES];
  private volatile boolean crashed;
  private volatile boolean mainThreadEnds;
  private boolean ended;

  /**
   * A reporter for the process of the package that packageName tells.
   *
   * @param bytes gives the bytes of a class by its name, or null
   * @param madeUp gives the calls of the system that were answered with a null that nothing models
   */
  public Reporter(
      Wire wire,
      Supplier<String> packageName,
      Function<String, byte[]> bytes,
      Supplier<List<String>> madeUp) {
    this.madeUp = madeUp;
    this.wire = wire;
    this.packageName = packageName;
    messages = new ArtMessages(bytes);
  }

  /** Sets the loop that is stopped when the app dies on another thread. */
  public void setLoop(MainLoop loop) {
    this.loop = loop;
  }

  /** Sets the names that paths of the host have on a device; the longest match counts. */
  public void setPaths(Map<String, String> deviceByHost) {
    paths = new ArrayList<>(deviceByHost.entrySet());
    paths.sort(Comparator.comparingInt((Map.Entry<String, String> e) -> -e.getKey().length()));
  }

  /** Text with the paths of the host as they are on a device. */
  public String onDevice(String text) {
    if (text.indexOf('/') < 0) {
      return text;
    }
    String s = text;
    for (Map.Entry<String, String> e : paths) {
      s = s.replace(e.getKey(), e.getValue());
    }
    return s;
  }

  /** Text for the log: as {@link #onDevice}, and the same in every run. */
  public String logged(String message) {
    return text.of(onDevice(message));
  }

  /** Reports a throwable that nobody caught. Whether the process ends of it is told apart. */
  void crash(Thread thread, Throwable t) {
    if (hasEnded()) {
      return;
    }
    crashed = true;
    String limit = Blame.limit(t);
    if (limit != null) {
      reserve = null;
    }
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("thread", thread.getName());
    m.put("process", packageName.get());
    m.put("trace", text(t));
    m.put("modelled", Blame.modelled(t, madeUp.get()));
    if (limit != null) {
      m.put("limit", limit);
    }
    m.put("t", Clock.wallMillis());
    wire.notify("crash", m);
  }

  /** Whether a crash was reported since the app was loaded. */
  boolean hasCrash() {
    return crashed;
  }

  /** The main thread ends by a throwable: what its handler does while it lasts is no hang. */
  void mainThreadEnds() {
    mainThreadEnds = true;
  }

  /** Reports that the process has ended by a crash that was told before. */
  void died(String why, String reason) {
    if (first()) {
      wire.notify("died", Map.of("reason", why));
    }
    loop.markDead(reason);
  }

  /**
   * What ART says in the place of a throwable's words.
   *
   * @param m its message, or null
   */
  public String words(Throwable t, String m) {
    return messages.message(t, m);
  }

  /** A throwable as a device prints it, its causes too. */
  public String trace(Throwable t) {
    try {
      return TraceText.of(t, messages);
    } catch (StackOverflowError e) {
      return t.getClass().getName() + "\n";
    }
  }

  private String text(Throwable t) {
    try {
      return logged(trace(t));
    } catch (Throwable e) {
      return bare(t); // the exception's own code fails: its message is lost, the crash is not
    }
  }

  /** A throwable without a word of its own. */
  private static String bare(Throwable t) {
    StringBuilder out = new StringBuilder(t.getClass().getName()).append('\n');
    try {
      lines(out, t.getStackTrace());
    } catch (Throwable e) {
      out.append("\tat <the exception does not tell>\n");
    }
    return out.toString();
  }

  private static void lines(StringBuilder out, StackTraceElement[] stack) {
    for (String f : Frames.of(stack)) {
      out.append("\tat ").append(f).append('\n');
    }
  }

  /**
   * Reports that the app ended its process, and unwinds the calling thread.
   *
   * @throws ProcessDied always
   */
  public void exit(int code) {
    if (AppThreads.isDisowned(Thread.currentThread())) {
      throw new ProcessDied("unloaded");
    }
    if (first()) {
      wire.notify("exit", Map.of("code", code));
    }
    loop.die("exit: " + code);
  }

  /** Reports that the app does not respond; stack is that of its main thread. */
  public void anr(String reason, StackTraceElement[] stack) {
    if (mainThreadEnds) {
      died("its main thread has ended", "anr: " + reason);
      return;
    }
    if (!first()) {
      return;
    }
    StringBuilder trace = new StringBuilder();
    lines(trace, stack);
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("reason", reason);
    m.put("trace", trace.toString());
    m.put("process", packageName.get());
    m.put("t", Clock.wallMillis());
    wire.notify("anr", m);
    loop.markDead("anr: " + reason);
  }

  /** Makes ready for the next app. */
  public synchronized void reset() {
    ended = false;
    crashed = false;
    mainThreadEnds = false;
    reserve = new byte[RESERVE_BYTES];
    text.reset();
    messages.reset();
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  private synchronized boolean first() {
    boolean f = !ended;
    ended = true;
    return f;
  }
}
