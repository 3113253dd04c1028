package talpa.agent.libcore;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;

/** Executors: those with delays are on the virtual clock, and pools as lenient as Android's. */
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

  /**
   * ThreadPoolExecutor.setCorePoolSize. Android's takes more than the maximum, which the JDK's
   * refuses: the maximum is raised here.
   *
   * @param executor a ThreadPoolExecutor, by the type that all its redirected calls take
   */
  public static void setCorePoolSize(ExecutorService executor, int threads) {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) executor;
    if (threads > pool.getMaximumPoolSize()) {
      pool.setMaximumPoolSize(threads);
    }
    pool.setCorePoolSize(threads);
  }
}
