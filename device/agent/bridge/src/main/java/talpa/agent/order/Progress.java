package talpa.agent.order;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Whether a thread gets on that was given the run token. What counts is processor time, so that a
 * busy host changes nothing; real time is the last resort.
 */
final class Progress {
  private static final long MS = 1_000_000;

  /**
   * Looks in a row that find it waiting, or on the network without any work: the host may have
   * taken the processor from it just there.
   */
  private static final int LOOKS = 25;

  private static final int NETWORK_LOOKS = 100;

  /** Real time on the network without any work after which fewer looks do. */
  private static final long NETWORK_REST = 500 * MS;

  private static final int REST_LOOKS = 8;

  /** Real time between two looks that count. */
  private static final long LOOK = MS;

  /** Real time in which a thread must have come that was told to, or got a monitor. */
  private static final long COMING = 5000 * MS;

  /** Processor time of the main thread, and of others, while others are in the queue. */
  private static final long MAIN_CPU = 8000 * MS;

  private static final long CPU = 2000 * MS;

  /**
   * Processor time since it was given the run token after which nobody waits for a thread that lost
   * it: one that spins until something happens would cost each input the patience of the clock.
   */
  private static final long ALONE_CPU = 4000 * MS;

  /** Real time without processor time: it waits in a way that does not show. */
  private static final long REST = 5000 * MS;

  /** Frames of a thread that tell what it does. */
  private static final int FRAMES = 12;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private long since;
  private long lookedAt;
  private int looks;
  private boolean came;
  private long blockedAt;
  private boolean measured;
  private long cpu;
  private long lastCpu;
  private long lastWork;

  /** Has the JVM load what is needed here, before it is needed. */
  static void prepare() {
    long id = Thread.currentThread().getId();
    THREADS.getThreadCpuTime(id);
    THREADS.getThreadInfo(id);
  }

  /** It was given the run token. */
  void begin() {
    since = System.nanoTime();
    lookedAt = since;
    looks = 0;
    came = false;
    blockedAt = -1;
    measured = false;
  }

  /** It came to use it. */
  void come() {
    came = true;
  }

  /** Whether it is stuck, at this look. */
  boolean isStuck(Thread t, boolean main) {
    long now = System.nanoTime();
    if (now - lookedAt < LOOK) {
      return false;
    }
    lookedAt = now;
    Thread.State s = t.getState();
    if (!came) {
      return now - since > COMING;
    }
    if (s == Thread.State.BLOCKED && !wantsOurs(t)) {
      blockedAt = blockedAt < 0 ? now : blockedAt;
      return now - blockedAt > COMING;
    }
    blockedAt = -1;
    if (s == Thread.State.BLOCKED) {
      return false;
    }
    if (s != Thread.State.RUNNABLE) {
      return ++looks >= LOOKS;
    }
    return rests(t, now) || cpu(t) - cpu > (main ? MAIN_CPU : CPU);
  }

  private boolean rests(Thread t, long now) {
    long c = cpu(t);
    if (!measured) {
      measured = true;
      cpu = c;
      lastCpu = -1;
    }
    if (c != lastCpu) {
      lastCpu = c;
      lastWork = now;
      looks = 0;
      return false;
    }
    looks++;
    boolean rested = now - lastWork > NETWORK_REST && looks >= REST_LOOKS;
    return now - lastWork > REST || ((looks >= NETWORK_LOOKS || rested) && onNetwork(t));
  }

  /** Whether it has computed so long that it may never end. */
  boolean runsOn(Thread t) {
    if (!measured) {
      measured = true;
      cpu = cpu(t);
      lastCpu = -1;
    }
    return cpu(t) - cpu > ALONE_CPU;
  }

  /** What a thread does, in a line. */
  String place(Thread t) {
    StackTraceElement[] s = t.getStackTrace();
    StringBuilder b = new StringBuilder(t.getName()).append(": ").append(t.getState());
    b.append(came ? "" : ", on its way");
    for (int i = 0; i < Math.min(s.length, FRAMES); i++) {
      b.append(i == 0 ? " at " : " < ").append(s[i].getClassName());
      b.append('.').append(s[i].getMethodName());
    }
    return b.toString();
  }

  private static long cpu(Thread t) {
    return THREADS.getThreadCpuTime(t.getId());
  }

  /** What a thread waits for; null if it is no monitor that another has. */
  static ThreadInfo wanted(Thread t) {
    if (t.getState() != Thread.State.BLOCKED) {
      return null;
    }
    ThreadInfo i = THREADS.getThreadInfo(t.getId());
    return i == null || i.getLockInfo() == null || i.getLockOwnerId() < 0 ? null : i;
  }

  /** Whether a thread does something, other than to wait inside the system. */
  static boolean computes(Thread t) {
    if (t.getState() != Thread.State.RUNNABLE) {
      return false;
    }
    StackTraceElement[] s = t.getStackTrace();
    if (s.length == 0 || !s[0].isNativeMethod()) {
      return s.length > 0;
    }
    String c = s[0].getClassName();
    return !(c.startsWith("sun.nio.ch.")
        || c.startsWith("java.net.")
        || c.startsWith("sun.nio.fs.")
        || c.startsWith("java.io.FileInputStream"));
  }

  /** Whether a thread wants what the one that looks has: the lock of all this. */
  private static boolean wantsOurs(Thread t) {
    ThreadInfo i = wanted(t);
    return i == null || i.getLockOwnerId() == Thread.currentThread().getId();
  }

  private static boolean onNetwork(Thread t) {
    StackTraceElement[] s = t.getStackTrace();
    if (s.length == 0 || !s[0].isNativeMethod()) {
      return false;
    }
    String c = s[0].getClassName();
    return (c.startsWith("sun.nio.ch.") && !c.contains("File"))
        || (c.startsWith("java.net.") && c.contains("Socket"));
  }
}
