package talpa.agent.clock;

import android.os.Looper;
import android.os.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.robolectric.shadows.ShadowSystemClock;

/** Threads of the app that sleep, or wait with a time limit, on virtual time. */
public final class Sleepers {
  /** One waiting thread: the monitor that it waits on, and the uptime at which its time is over. */
  private record Sleeper(Object monitor, long end) {}

  private static final Object LOCK = new Object();
  private static final List<Sleeper> SLEEPERS = new ArrayList<>();

  /** Notifies the apps' monitors, which some other thread may hold: so never on the main thread. */
  private static final ExecutorService NOTIFIER =
      Executors.newSingleThreadExecutor(
          r -> {
            Thread t = new Thread(r, "talpa-notifier");
            t.setDaemon(true);
            return t;
          });

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
    if (onMain()) {
      ShadowSystemClock.advanceBy(Duration.ofMillis(millis));
      letOthersRun(millis);
      mainSlept.accept(millis);
      return;
    }
    endIfDisowned();
    Sleeper s = new Sleeper(LOCK, SystemClock.uptimeMillis() + millis);
    synchronized (LOCK) {
      SLEEPERS.add(s);
      try {
        while (SystemClock.uptimeMillis() < s.end) {
          endIfDisowned();
          LOCK.wait();
        }
      } finally {
        SLEEPERS.remove(s);
      }
    }
  }

  /** What the main thread waits for in its sleep, another thread must have the time to do. */
  private static void letOthersRun(long millis) throws InterruptedException {
    wake();
    long end = System.nanoTime() + Math.min(millis, MAIN_YIELDS_MS) * 1_000_000;
    do {
      Thread.sleep(1);
    } while (othersBusy.getAsBoolean() && System.nanoTime() < end);
  }

  /**
   * Waits on a monitor that the caller holds, for at most that much virtual time; 0 is for ever.
   * May return early, as Object.wait may.
   */
  public static void await(Object monitor, long millis) throws InterruptedException {
    if (millis <= 0 || onMain()) {
      monitor.wait(millis);
      return;
    }
    Sleeper s = new Sleeper(monitor, SystemClock.uptimeMillis() + millis);
    synchronized (LOCK) {
      SLEEPERS.add(s);
    }
    try {
      monitor.wait();
    } finally {
      synchronized (LOCK) {
        SLEEPERS.remove(s);
      }
    }
  }

  /** Virtual uptime at which the first sleeper wakes, or -1 if none sleeps. */
  static long next() {
    long first = -1;
    synchronized (LOCK) {
      for (Sleeper s : SLEEPERS) {
        first = first < 0 ? s.end : Math.min(first, s.end);
      }
    }
    return first;
  }

  /** Wakes those whose time has come; true if there were any. */
  static boolean wake() {
    long now = SystemClock.uptimeMillis();
    boolean any = false;
    synchronized (LOCK) {
      for (Sleeper s : SLEEPERS) {
        if (s.end <= now) {
          any = true;
          notifyLater(s.monitor);
        }
      }
    }
    return any;
  }

  /** Wakes all, after their threads were disowned: that ends them. */
  static void wakeAll() {
    synchronized (LOCK) {
      for (Sleeper s : SLEEPERS) {
        notifyLater(s.monitor);
      }
      SLEEPERS.clear();
    }
  }

  private static void endIfDisowned() {
    if (AppThreads.isDisowned(Thread.currentThread())) {
      throw new ProcessDied("unloaded");
    }
  }

  private static void notifyLater(Object monitor) {
    if (monitor == LOCK) {
      LOCK.notifyAll();
      return;
    }
    NOTIFIER.execute(
        () -> {
          synchronized (monitor) {
            monitor.notifyAll();
          }
        });
  }

  private static boolean onMain() {
    return Looper.myLooper() == Looper.getMainLooper();
  }
}
