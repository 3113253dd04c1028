package talpa.agent.clock;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import talpa.agent.order.RunToken;

/**
 * How long the loop waits for threads that lost the run token and run beside the others, before
 * time goes on without them. What counts is processor time, so that a busy host changes nothing;
 * real time is the last resort, for threads that look busy and are not.
 */
final class Patience {
  private static final long NANOS = 1_000_000;
  private static final long CPU_LIMIT = 300 * NANOS;
  private static final long REAL_LIMIT = 10_000 * NANOS;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private boolean waiting;
  private boolean lost;
  private long cpuEnd;
  private long begin;

  /** Processor time of this process, in nanoseconds. */
  static long processNanos() {
    return SYSTEM.getProcessCpuTime();
  }

  /** Whether the loop has to wait for a thread. */
  boolean wanted() {
    if (lost || !RunToken.othersCompute()) {
      return false;
    }
    long now = System.nanoTime();
    if (!waiting) {
      waiting = true;
      cpuEnd = processNanos() + CPU_LIMIT;
      begin = now;
      return true;
    }
    boolean late = now - begin > REAL_LIMIT;
    lost = late || processNanos() > cpuEnd;
    if (late) {
      RunToken.ignoreOthers();
    }
    return !lost;
  }

  /** Begins anew: something woke. */
  void renew() {
    waiting = false;
    lost = false;
  }
}
