package talpa.agent.clock;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How long the loop waits for busy threads before time goes on without them. What counts is
 * processor time, so that a busy host changes nothing; real time is the last resort, for threads
 * that look busy and are not.
 */
final class Patience {
  private static final long NANOS = 1_000_000;
  private static final long CPU_LIMIT = 300 * NANOS;
  private static final long REAL_LIMIT = 10_000 * NANOS;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Busy busy;
  private boolean waiting;
  private boolean looked;
  private boolean lost;
  private long cpuEnd;
  private long realEnd;

  Patience(Busy busy) {
    this.busy = busy;
  }

  /** Whether the loop has to wait for a thread. */
  boolean wanted() {
    if (lost) {
      return false;
    }
    if (!Handover.isOpen() && !busy.any()) {
      // A thread that another one has just woken is not seen at once.
      boolean again = waiting && !looked;
      looked = true;
      return again;
    }
    looked = false;
    long now = System.nanoTime();
    if (!waiting) {
      waiting = true;
      cpuEnd = SYSTEM.getProcessCpuTime() + CPU_LIMIT;
      realEnd = now + REAL_LIMIT;
      return true;
    }
    if (now > realEnd || SYSTEM.getProcessCpuTime() > cpuEnd) {
      lost = true;
      if (now > realEnd) {
        busy.ignore();
      }
      Handover.forget();
      return false;
    }
    return true;
  }

  /** Begins anew: something woke. */
  void renew() {
    waiting = false;
    lost = false;
  }
}
