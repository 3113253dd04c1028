package talpa.agent.crash;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import talpa.agent.clock.Clock;
import talpa.agent.clock.MainLoop;
import talpa.agent.clock.ProcessDied;
import talpa.agent.wire.Wire;

/** Reports the death of the app to the front, once. */
public final class Reporter implements MainLoop.CrashSink {
  private final Wire wire;
  private final Supplier<String> packageName;
  private MainLoop loop;
  private boolean reported;

  /** A reporter for the process of the package that packageName tells. */
  public Reporter(Wire wire, Supplier<String> packageName) {
    this.wire = wire;
    this.packageName = packageName;
  }

  /** Sets the loop that is stopped when the app dies on another thread. */
  public void setLoop(MainLoop loop) {
    this.loop = loop;
  }

  /** Makes uncaught throwables of all threads from now on crashes of the app. */
  public void catchThreads() {
    Thread.setDefaultUncaughtExceptionHandler(this::fatal);
  }

  /**
   * Reports that the app ended its process, and unwinds the calling thread.
   *
   * @throws talpa.agent.clock.ProcessDied always
   */
  public void exit(int code) {
    synchronized (this) {
      if (!reported) {
        reported = true;
        wire.notify("exit", Map.of("code", code));
      }
    }
    loop.die("exit: " + code);
  }

  @Override
  public synchronized void fatal(Thread thread, Throwable t) {
    if (reported || t instanceof ProcessDied) {
      return;
    }
    reported = true;
    Map<String, Object> m = new LinkedHashMap<>();
    m.put("thread", thread.getName());
    m.put("process", packageName.get());
    m.put("trace", TraceText.of(t));
    m.put("modelled", List.of());
    m.put("t", Clock.wallMillis());
    wire.notify("crash", m);
    loop.markDead("crash: " + t.getClass().getName());
  }
}
