package talpa.agent.clock;

import android.os.Looper;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.robolectric.shadows.ShadowSystemClock;
import talpa.agent.order.RunToken;

/** Threads of the app that sleep, or wait with a time limit, on virtual time. */
public final class Sleepers {
  /** One sleeping thread. */
  private static final class Sleeper {
    private boolean awake;

    synchronized void wake() {
      awake = true;
      notify();
    }

    synchronized void sleep() throws InterruptedException {
      while (!awake) {
        endIfDisowned();
        wait();
      }
    }
  }

  private static final Set<Sleeper> SLEEPERS = Collections.synchronizedSet(new LinkedHashSet<>());

  /** How often others run in one sleep: those that answer each other for ever must not. */
  private static final int MAX_TURNS = 500;

  /** Real time that the main thread leaves in its sleep to those that lost their turn, in ms. */
  private static final long MAIN_YIELDS_MS = 100;

  private static volatile LongConsumer mainSlept = millis -> {};

  private Sleepers() {}

  /** Sets who is told, on the main thread, that it slept so many milliseconds. */
  public static void onMainSlept(LongConsumer listener) {
    mainSlept = listener;
  }

  /** Sleeps for virtual time; on the main thread the clock moves on, and the others run. */
  public static void sleep(long millis) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("millis < 0: " + millis);
    }
    if (Looper.myLooper() == Looper.getMainLooper()) {
      ShadowSystemClock.advanceBy(Duration.ofMillis(millis));
      letOthersRun(millis);
      mainSlept.accept(millis);
      return;
    }
    endIfDisowned();
    Sleeper s = new Sleeper();
    SLEEPERS.add(s);
    Alarms.Alarm alarm = Alarms.in(millis, s::wake);
    try {
      s.sleep();
      endIfDisowned();
    } finally {
      SLEEPERS.remove(s);
      alarm.cancel();
    }
  }

  /** What the main thread waits for in its sleep, another thread must have the time to do. */
  private static void letOthersRun(long millis) throws InterruptedException {
    long end = System.nanoTime() + Math.min(millis, MAIN_YIELDS_MS) * 1_000_000;
    for (int turns = 0; turns < MAX_TURNS; turns++) {
      boolean fired = Alarms.fire();
      if (RunToken.yieldToAll() || fired) {
        continue; // however long that took on the host
      }
      if (System.nanoTime() > end || !RunToken.othersCompute()) {
        return;
      }
      Thread.sleep(1);
    }
  }

  /**
   * Waits on a monitor that the caller holds, for at most that much virtual time; 0 is for ever.
   */
  public static void await(Object monitor, long millis) throws InterruptedException {
    if (millis <= 0) {
      monitor.wait(millis);
      return;
    }
    TimedWait.run(
        TimeUnit.MILLISECONDS.toNanos(millis),
        false,
        () -> {
          monitor.wait();
          return true;
        });
  }

  /**
   * Sleeps for virtual time, but no longer than until somebody notifies the monitor and awake says
   * so; not at all if it says so now. Not for the main thread.
   *
   * @return whether it slept
   */
  public static boolean sleepUnless(Object monitor, BooleanSupplier awake, long millis)
      throws InterruptedException {
    endIfDisowned();
    synchronized (monitor) {
      if (awake.getAsBoolean()) {
        return false;
      }
      await(monitor, millis);
    }
    endIfDisowned();
    return true;
  }

  /** Wakes all, after their threads were disowned: that ends them. */
  static void wakeAll() {
    synchronized (SLEEPERS) {
      SLEEPERS.forEach(Sleeper::wake);
    }
    Alarms.clear();
  }

  private static void endIfDisowned() {
    if (AppThreads.isDisowned(Thread.currentThread())) {
      throw new ProcessDied("unloaded");
    }
  }
}
