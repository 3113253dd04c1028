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

  /** For a thread that was woken, and may want a lock that a sleeping one holds. */
  private static final long HANDOVER_LIMIT = 1000 * NANOS;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Busy busy;
  private boolean waiting;
  private boolean looked;
  private boolean lost;
  private long cpuEnd;
  private long begin;

  Patience(Busy busy) {
    this.busy = busy;
  }

  /** Whether the loop has to wait for a thread. */
  boolean wanted() {
    if (lost) {
      return false;
    }
    boolean computing = busy.any();
    if (!computing && !Handover.isOpen()) {
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
      begin = now;
      return true;
    }
    boolean late = now - begin > (computing ? REAL_LIMIT : HANDOVER_LIMIT);
    if (late || SYSTEM.getProcessCpuTime() > cpuEnd) {
      lost = true;
      if (late && computing) {
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
