package talpa.agent.libcore;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/** Executors with delays: on the virtual clock. */
public final class ExecutorCalls {
  private ExecutorCalls() {}

  /** Executors.newScheduledThreadPool. */
  public static ScheduledExecutorService newScheduledThreadPool(int threads) {
    return new VirtualScheduler(threads);
  }

  /** Executors.newScheduledThreadPool. */
  public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory f) {
    return new VirtualScheduler(threads, f);
  }

  /** Executors.newSingleThreadScheduledExecutor. */
  public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
    return Executors.unconfigurableScheduledExecutorService(new VirtualScheduler(1));
  }

  /** Executors.newSingleThreadScheduledExecutor. */
  public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory f) {
    return Executors.unconfigurableScheduledExecutorService(new VirtualScheduler(1, f));
  }
}
