package talpa.agent.clock;

import android.os.Looper;
import android.os.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPausedLooper;
import org.robolectric.shadows.ShadowSystemClock;
import talpa.agent.order.RunToken;

/**
 * The app's main loop on virtual time. Everything runs on the main thread: looper messages, queued
 * operations (activity starts, results, service calls), input deliveries and idle hooks; an
 * operation never runs inside a message or another operation.
 *
 * <p>A throwable that leaves app code here is the app's crash: it is handed to the crash sink, and
 * {@link ProcessDied} unwinds the caller. While the app itself has the looper run ({@link #nest})
 * it is the app's to catch.
 */
public final class MainLoop {
  /** Receives what kills the app. */
  public interface CrashSink {
    /** Reports a throwable that nobody caught on the main thread. */
    void fatal(Thread thread, Throwable t);
  }

  /** Rounds of one pump; operations that ask for one another for ever must not hang the agent. */
  private static final int MAX_ROUNDS = 200;

  /** How often other threads run at one time: those that answer each other for ever must not. */
  private static final int MAX_YIELDS = 500;

  /**
   * Processor time that one settle may take, in nanoseconds: how busy the host is must not show.
   */
  private static final long MAX_CPU_NANOS = 20_000_000_000L;

  /** Virtual time that the main thread may sleep in a settle without shortening it, in ms. */
  private static final int SLEPT_MS = 10_000;

  /** Real time between two looks at busy threads, in milliseconds. */
  private static final int PAUSE_MS = 2;

  /** Virtual time that a settle may take over its limit while something is unfinished, in ms. */
  private static final int GRACE_MS = 500;

  /** Virtual time between two fast gestures, in milliseconds: that of a quick finger. */
  private static final long FAST_MS = 100;

  private final CrashSink sink;
  private final Operations operations = new Operations();
  private DueMessages messages = new DueMessages();
  private final List<Runnable> idleHooks = new ArrayList<>();
  private BooleanSupplier unfinished = () -> false;
  private volatile long enteredNanos;
  private volatile String dead;
  private boolean held;
  private boolean slow;
  private boolean fastInput;
  private boolean hurried; // the present input is a gesture, and input is fast
  private long settlingSince = -1;
  private int nested;

  /** A loop for the calling thread, which is the app's main thread. */
  public MainLoop(CrashSink sink) {
    this.sink = sink;
  }

  /** Queues an operation to run on the main thread between looper messages, never nested. */
  public void enqueue(Runnable op) {
    operations.add(op);
  }

  /** Adds a hook that runs after the looper went idle (window focus, service reaping). */
  public void addIdleHook(Runnable hook) {
    idleHooks.add(hook);
  }

  /**
   * Sets what tells that a settle would end at a bad moment (a new window is not laid out yet): it
   * then goes on a little over its limit.
   */
  public void setUnfinished(BooleanSupplier unfinished) {
    this.unfinished = unfinished;
  }

  /** Forgets queued operations and death: after the warm-up run, or for the next app. */
  public void clear() {
    operations.clear();
    messages = new DueMessages();
    held = false;
    slow = false;
    fastInput = false;
    hurried = false;
    dead = null;
  }

  /**
   * Runs app code that the device delivers itself, outside a looper message (a touch event, a key).
   * What it throws is a crash of the app.
   *
   * @throws ProcessDied if the app died of it or is dead
   */
  public void deliver(Runnable r) {
    checkAlive();
    enteredNanos = System.nanoTime();
    try {
      r.run();
    } catch (ProcessDied | Escaped e) {
      throw e;
    } catch (Throwable t) {
      if (isNested()) {
        throw new Escaped(t);
      }
      sink.fatal(Thread.currentThread(), t);
      die("crash: " + t.getClass().getName());
    } finally {
      enteredNanos = 0;
    }
    checkAlive();
  }

  /**
   * Serves within a call of {@code Looper.loop} that the app makes on the main thread, in a message
   * or in its {@code Application.onCreate}. As on a phone the call does not come back, whatever
   * runs runs inside of it, and what app code throws comes out of it: some apps call it anew then,
   * and so outlive their failures.
   */
  public void nest(Runnable serve) {
    nested++;
    enteredNanos = 0;
    try {
      serve.run();
    } catch (Escaped e) {
      throw DueMessages.sneaky(e.getCause());
    } finally {
      nested--;
      enteredNanos = System.nanoTime();
    }
  }

  /** Whether the app has called {@code Looper.loop} on the main thread and is still in it. */
  public boolean isNested() {
    return nested > 0;
  }

  /**
   * Runs everything that is due now: operations and messages, then the idle hooks, until nothing is
   * left or time has to go on.
   *
   * @return false if something is left
   */
  public boolean pump() {
    ShadowPausedLooper main = looper();
    boolean[] rests = new boolean[1];
    for (int i = 0; i < MAX_ROUNDS; i++) {
      Runnable op = operations.poll();
      if (op != null) {
        deliver(op);
        continue;
      }
      deliver(() -> rests[0] = messages.deliver(main));
      for (Runnable h : idleHooks) {
        deliver(h);
      }
      if (operations.isEmpty() && main.isIdle()) {
        return true;
      }
      if (!rests[0]) {
        return false;
      }
    }
    return false;
  }

  /**
   * Runs the app until it is idle or the virtual time is over. Ends early, with the clock moved on
   * only as far as needed, when no message is due within the time and no thread is busy.
   */
  public Settled settle(long virtualMillis) {
    settlingSince = SystemClock.uptimeMillis();
    operations.delivered();
    long limit = hurried ? Math.min(virtualMillis, FAST_MS) : virtualMillis;
    try {
      return run(settlingSince + (held ? 0 : limit), true);
    } finally {
      settlingSince = -1;
    }
  }

  /** Virtual time since the current {@link #settle} began, in milliseconds; 0 outside of one. */
  public long settling() {
    return settlingSince < 0 ? 0 : SystemClock.uptimeMillis() - settlingSince;
  }

  /**
   * Says whether a finger stays down between two inputs. Meanwhile {@link #settle} lets no time
   * pass: what is to become a tap would else be a long press.
   */
  public void hold(boolean finger) {
    held = finger;
  }

  /**
   * Says whether the other threads of the app are slow: they then come to run only while the main
   * one waits for something, and time goes on without them. So late can work in the background be
   * on a phone: after the screen that began it has gone.
   */
  public void slow(boolean others) {
    slow = others;
  }

  /** Lets the other threads of the app run that have something to do, unless they are slow. */
  public void letOthers() {
    if (!slow) {
      RunToken.yieldToAll();
    }
  }

  /**
   * Says whether input is fast: the next gesture then comes so soon that the app's timers and
   * animations go on, and before the system has done what this one made the app ask for.
   */
  public void fastInput(boolean on) {
    fastInput = on;
  }

  /** Tells of an input that is going to be delivered, and whether it is a gesture. */
  public void begin(boolean gesture) {
    hurried = fastInput && gesture;
    operations.begin(hurried);
  }

  /** Lets exactly that much virtual time pass and runs what falls due. */
  public Settled advance(long virtualMillis) {
    long end = SystemClock.uptimeMillis() + virtualMillis;
    return run(end, false);
  }

  private Settled run(long limit, boolean stopWhenIdle) {
    long end = limit;
    long room = SLEPT_MS;
    long cpuEnd = Patience.processNanos() + MAX_CPU_NANOS;
    int yields = 0;
    Patience patience = new Patience();
    while (true) {
      long before = SystemClock.uptimeMillis();
      boolean drained = pump();
      long now = SystemClock.uptimeMillis();
      if (stopWhenIdle) { // what the main thread slept through is no time to come to rest
        long slept = Math.min(now - before, room);
        room -= slept;
        end += slept;
      }
      if (Patience.processNanos() > cpuEnd) {
        return new Settled(false, now);
      }
      if (!slow && yields < MAX_YIELDS && RunToken.yieldToAll()) {
        yields++; // what ran may have left something to do here
        continue;
      }
      if (patience.wanted()) {
        pause();
        continue;
      }
      if (Alarms.fire()) {
        patience.renew();
        yields = 0;
        continue;
      }
      long next = nextDue(now);
      if (stopWhenIdle && now >= end && next >= 0 && unfinished.getAsBoolean()) {
        end = Math.min(Math.max(next, now), limit + SLEPT_MS - room + GRACE_MS);
      }
      if (now >= end || (stopWhenIdle && next < 0)) {
        return new Settled(drained && next < 0, now);
      }
      long to = next < 0 ? end : Math.min(Math.max(next, now + 1), end);
      if (!stopWhenIdle) { // time passes anyway: what waits for that comes at its own time
        to = Math.max(now + 1, Math.min(to, Alarms.nextPassing(to)));
      }
      ShadowSystemClock.advanceBy(Duration.ofMillis(to - now));
      yields = 0;
    }
  }

  /** Virtual uptime at which something falls due: a message or an alarm; -1: nothing. */
  private static long nextDue(long now) {
    long message = looper().getNextScheduledTaskTime().toMillis();
    return sooner(sooner(Alarms.next(), message > 0 ? message : -1), OtherLoopers.nextDue(now));
  }

  private static long sooner(long a, long b) {
    return a < 0 || (b >= 0 && b < a) ? b : a;
  }

  private static void pause() {
    RunToken.keep(true); // it is no fault that it sleeps
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.interrupted();
    } finally {
      RunToken.keep(false);
    }
  }

  /** Marks the process as dead; everything that the loop is asked from now on is refused. */
  public void die(String reason) {
    if (dead == null) {
      dead = reason;
    }
    throw new ProcessDied(dead);
  }

  /** Marks the process as dead from another thread. */
  public void markDead(String reason) {
    if (dead == null) {
      dead = reason;
    }
  }

  /** Why the process is dead, or null while it lives. */
  public String deathReason() {
    return dead;
  }

  /** Real nanoTime at which the main thread entered app code, or 0 while it is outside. */
  public long enteredNanos() {
    return enteredNanos;
  }

  private void checkAlive() {
    if (dead != null) {
      throw new ProcessDied(dead);
    }
  }

  private static ShadowPausedLooper looper() {
    return Shadow.extract(Looper.getMainLooper());
  }
}
