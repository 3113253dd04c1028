package talpa.agent.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import talpa.agent.bridge.Unloaded;
import talpa.agent.clock.AppThreads;
import talpa.agent.clock.Clock;
import talpa.agent.clock.MainLoop;
import talpa.agent.clock.ProcessDied;
import talpa.agent.wire.Wire;

/** Reports the death of the app to the front, once: crash, ANR or exit. */
public final class Reporter implements MainLoop.CrashSink {
  private final Wire wire;
  private final Supplier<String> packageName;
  private final Function<String, byte[]> bytes;
  private final LogText text = new LogText();
  private MainLoop loop;
  private List<Map.Entry<String, String>> paths = List.of();
  private boolean reported;

  /**
   * A reporter for the process of the package that packageName tells.
   *
   * @param bytes gives the bytes of a class by its name, or null
   */
  public Reporter(Wire wire, Supplier<String> packageName, Function<String, byte[]> bytes) {
    this.wire = wire;
    this.packageName = packageName;
    this.bytes = bytes;
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

  /** Makes uncaught throwables of all threads from now on crashes of the app. */
  public void catchThreads() {
    Thread.setDefaultUncaughtExceptionHandler(this::fatal);
  }

  @Override
  public void fatal(Thread thread, Throwable t) {
    if (t instanceof ProcessDied || AppThreads.isDisowned(thread) || Unloaded.isCauseOf(t)) {
      return;
    }
    if (!first()) {
      return;
    }
    String trace = text(t);
    String name = thread.getName();
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("thread", name);
    m.put("process", packageName.get());
    m.put("trace", trace);
    m.put("modelled", TraceText.modelled(t));
    m.put("t", Clock.wallMillis());
    wire.notify("crash", m);
    loop.markDead("crash: " + t.getClass().getName());
  }

  /** A throwable as a device prints it, its causes too. */
  public String trace(Throwable t) {
    try {
      return TraceText.of(t, bytes);
    } catch (StackOverflowError e) {
      return t.getClass().getName() + "\n";
    }
  }

  private String text(Throwable t) {
    try {
      return logged(trace(t));
    } catch (RuntimeException e) {
      // A hostile toString or getMessage of the app's exception.
      return t.getClass().getName() + "\n";
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
    if (!first()) {
      return;
    }
    StringBuilder trace = new StringBuilder();
    for (String f : Frames.of(stack)) {
      trace.append("\tat ").append(f).append('\n');
    }
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
    reported = false;
    text.reset();
  }

  private synchronized boolean first() {
    boolean f = !reported;
    reported = true;
    return f;
  }
}
