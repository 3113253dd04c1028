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
import talpa.agent.order.Baton;

/** Threads of the app that sleep, or wait with a time limit, on virtual time. */
public final class Sleepers {
  /** One sleeping thread. */
  private static final class Sleeper {
    private final Handover end = new Handover();
    private boolean awake;

    synchronized void wake() {
      if (end.give()) {
        awake = true;
        notify();
      }
    }

    synchronized void sleep() throws InterruptedException {
      while (!awake) {
        endIfDisowned();
        wait();
      }
    }
  }

  private static final Set<Sleeper> SLEEPERS = Collections.synchronizedSet(new LinkedHashSet<>());

  /** Real time that the main thread leaves to the others while it sleeps, at most, in ms. */
  private static final long MAIN_YIELDS_MS = 100;

  private static volatile LongConsumer mainSlept = millis -> {};
  private static volatile BooleanSupplier othersBusy = () -> false;

  private Sleepers() {}

  /** Sets who is told, on the main thread, that it slept so many milliseconds. */
  public static void onMainSlept(LongConsumer listener) {
    mainSlept = listener;
  }

  /** Sets what tells whether other threads of the app compute something. */
  static void setOthersBusy(BooleanSupplier busy) {
    othersBusy = busy;
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
      s.end.take();
    }
  }

  /** What the main thread waits for in its sleep, another thread must have the time to do. */
  private static void letOthersRun(long millis) throws InterruptedException {
    long end = System.nanoTime() + Math.min(millis, MAIN_YIELDS_MS) * 1_000_000;
    do {
      Alarms.fire();
      if (!Baton.yieldToAll()) {
        Thread.sleep(1);
      }
    } while ((Alarms.isDue() || Handover.isOpen() || othersBusy.getAsBoolean())
        && System.nanoTime() < end);
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

  /** Wakes all, after their threads were disowned: that ends them. */
  static void wakeAll() {
    synchronized (SLEEPERS) {
      SLEEPERS.forEach(Sleeper::wake);
    }
    Alarms.clear();
    Handover.forget();
  }

  private static void endIfDisowned() {
    if (AppThreads.isDisowned(Thread.currentThread())) {
      throw new ProcessDied("unloaded");
    }
  }
}
