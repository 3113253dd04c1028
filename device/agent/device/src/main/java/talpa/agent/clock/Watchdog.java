package talpa.agent.clock;

import android.os.SystemClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.robolectric.shadows.ShadowSystemClock;
import talpa.agent.order.RunToken;

/**
 * Finds that the main thread does not come back from app code. A device says so when an input event
 * waits for 5 seconds; here the clock stands still meanwhile, so its processor time counts, that of
 * the threads it waits for, and the virtual time that goes on while it is blocked. The front finds
 * who hangs without using either.
 */
public final class Watchdog implements Runnable {
  /** Receives the finding. */
  public interface Sink {
    /** Reports that the main thread hangs; stack is its stack now. */
    void anr(String reason, StackTraceElement[] stack);
  }

  private static final long CPU_LIMIT_NANOS = 10_000_000_000L;
  private static final long PERIOD_MS = 50;

  /** Looks in a row that find the main thread blocked and no other busy, before time goes on. */
  private static final int BLOCKED_LOOKS = 3;

  /** Virtual time that goes on at a look, in milliseconds. */
  private static final long STEP_MS = 1000;

  /**
   * Virtual time that the main thread may sleep or be blocked in one go before input counts as not
   * answered.
   */
  private static final long VIRTUAL_LIMIT_MS = 5000;

  /** The line number that marks a native method. */
  private static final int NATIVE = -2;

  private final MainLoop loop;
  private final Thread main;
  private final Sink sink;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long entered;
  private long cpuAtEntry;

  /** The main thread's processor time at the last look, and the process's when it became that. */
  private long cpuAtLook;

  private long processAtLook;
  private long sleptSince;
  private long slept;
  private int blockedLooks;
  private long blocked;

  /** A watchdog for the calling thread, which is the app's main thread. */
  public Watchdog(MainLoop loop, Sink sink) {
    this.loop = loop;
    this.main = Thread.currentThread();
    this.sink = sink;
  }

  /** Starts watching, on a thread of its own. */
  public void start() {
    Sleepers.onMainSlept(this::slept);
    Thread t = new Thread(this, "talpa-watchdog");
    t.setDaemon(true);
    t.start();
  }

  @Override
  public void run() {
    while (true) {
      try {
        Thread.sleep(PERIOD_MS);
      } catch (InterruptedException e) {
        return;
      }
      check();
    }
  }

  private void slept(long millis) {
    long e = loop.enteredNanos();
    slept = e == sleptSince ? slept + millis : millis;
    sleptSince = e;
    if (e != 0 && slept > VIRTUAL_LIMIT_MS) {
      String reason = "Input dispatching timed out (the main thread slept " + slept + " ms)";
      StackTraceElement[] stack = new Throwable().getStackTrace();
      stack[0] = new StackTraceElement("java.lang.Thread", "sleep", null, NATIVE);
      sink.anr(reason, stack);
      loop.die("anr: " + reason);
    }
  }

  private void check() {
    RunToken.look();
    long e = loop.enteredNanos();
    if (e == 0) {
      entered = 0;
      return;
    }
    long cpu = threads.getThreadCpuTime(main.getId());
    if (e != entered) {
      entered = e;
      cpuAtEntry = cpu;
      blockedLooks = 0;
      blocked = 0;
      return;
    }
    if (loop.deathReason() != null) {
      return;
    }
    if (isBlocked()) {
      passTime();
    }
    if (cpu - cpuAtEntry > CPU_LIMIT_NANOS) {
      sink.anr(
          "Input dispatching timed out (the main thread does not respond)", main.getStackTrace());
    } else if (othersCost(cpu) > CPU_LIMIT_NANOS && waits()) {
      sink.anr(
          "Input dispatching timed out (the main thread waits for others)", main.getStackTrace());
    }
  }

  /** Whether the main thread waits for something that nobody is about to do at this time. */
  private boolean isBlocked() {
    boolean idle = waits() && RunToken.isIdle() && !RunToken.othersCompute();
    blockedLooks = idle ? blockedLooks + 1 : 0;
    return blockedLooks >= BLOCKED_LOOKS;
  }

  /** Processor time of all threads since the main one last had some. */
  private long othersCost(long mainCpu) {
    long process = Patience.processNanos();
    if (mainCpu != cpuAtLook) {
      cpuAtLook = mainCpu;
      processAtLook = process;
    }
    return process - processAtLook;
  }

  private boolean waits() {
    return main.getState() != Thread.State.RUNNABLE;
  }

  /** Moves the clock in place of the main thread: to the next alarm, or towards the limit. */
  private void passTime() {
    long now = SystemClock.uptimeMillis();
    long next = Alarms.next();
    long step = next < 0 ? STEP_MS : Math.min(STEP_MS, Math.max(0, next - now));
    ShadowSystemClock.advanceBy(Duration.ofMillis(step));
    blocked += step;
    if (Alarms.fire()) {
      return;
    }
    if (blocked > VIRTUAL_LIMIT_MS) {
      sink.anr(
          "Input dispatching timed out (the main thread was blocked for " + blocked + " ms)",
          main.getStackTrace());
    }
  }
}
