package talpa.agent.libcore;

import java.lang.reflect.Field;
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import talpa.agent.clock.Alarms;
import talpa.agent.clock.Clock;
import talpa.agent.process.PerApp;

/** A timer on the virtual clock. Its tasks run on a thread of its own, one after the other. */
public final class VirtualTimer extends Timer {
  /** States of a task, as in TimerTask. */
  private static final int VIRGIN = 0;

  private static final int SCHEDULED = 1;
  private static final int EXECUTED = 2;
  private static final int CANCELLED = 3;

  private static final Field LOCK = field("lock");
  private static final Field STATE = field("state");
  private static final Field NEXT = field("nextExecutionTime");
  private static final Field PERIOD = field("period");

  /** How many timers the app made. */
  private static final PerApp<AtomicInteger> COUNT = PerApp.of(AtomicInteger::new);

  private final LinkedBlockingQueue<Runnable> due = new LinkedBlockingQueue<>();
  private volatile boolean cancelled;

  /** As {@code new Timer()}. */
  public VirtualTimer() {
    this(false);
  }

  /** As {@code new Timer(daemon)}. */
  public VirtualTimer(boolean daemon) {
    this("Timer-" + COUNT.get().getAndIncrement(), daemon);
  }

  /** As {@code new Timer(name)}. */
  public VirtualTimer(String name) {
    this(name, false);
  }

  /** As {@code new Timer(name, daemon)}. */
  public VirtualTimer(String name, boolean daemon) {
    super(true);
    super.cancel(); // its own thread is of no use
    Thread t = new Thread(this::run, name);
    t.setDaemon(daemon);
    t.start();
  }

  private void run() {
    try {
      while (!cancelled) {
        due.take().run();
      }
    } catch (InterruptedException e) {
      cancelled = true;
    } finally {
      cancelled = true; // an exception of a task ends the timer
    }
  }

  @Override
  public void schedule(TimerTask task, long delay) {
    start(task, after(delay), 0);
  }

  @Override
  public void schedule(TimerTask task, Date time) {
    start(task, time.getTime(), 0);
  }

  @Override
  public void schedule(TimerTask task, long delay, long period) {
    start(task, after(delay), -positive(period));
  }

  @Override
  public void schedule(TimerTask task, Date first, long period) {
    start(task, first.getTime(), -positive(period));
  }

  @Override
  public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
    start(task, after(delay), positive(period));
  }

  @Override
  public void scheduleAtFixedRate(TimerTask task, Date first, long period) {
    start(task, first.getTime(), positive(period));
  }

  @Override
  public void cancel() {
    cancelled = true;
    due.add(() -> {});
  }

  @Override
  public int purge() {
    return 0;
  }

  private static long after(long delay) {
    if (delay < 0) {
      throw new IllegalArgumentException("Negative delay.");
    }
    return Clock.wallMillis() + delay;
  }

  private static long positive(long period) {
    if (period <= 0) {
      throw new IllegalArgumentException("Non-positive period.");
    }
    return period;
  }

  /** Period as in TimerTask: positive is a fixed rate, negative a fixed delay, 0 is once. */
  private void start(TimerTask task, long wall, long period) {
    if (wall < 0) {
      throw new IllegalArgumentException("Illegal execution time.");
    }
    if (cancelled) {
      throw new IllegalStateException("Timer already cancelled.");
    }
    synchronized (get(LOCK, task)) {
      if ((int) get(STATE, task) != VIRGIN) {
        throw new IllegalStateException("Task already scheduled or cancelled");
      }
      set(STATE, task, SCHEDULED);
      set(PERIOD, task, period); // by which a task tells when it was due
    }
    await(task, wall, period);
  }

  private void await(TimerTask task, long wall, long period) {
    set(NEXT, task, wall);
    Alarms.in(
        wall - Clock.wallMillis(),
        () -> {
          if (!cancelled) {
            due.add(() -> perform(task, wall, period));
          }
        });
  }

  private void perform(TimerTask task, long wall, long period) {
    synchronized (get(LOCK, task)) {
      if (cancelled || (int) get(STATE, task) == CANCELLED) {
        return;
      }
      if (period == 0) {
        set(STATE, task, EXECUTED);
      }
    }
    if (period != 0) {
      await(task, period > 0 ? wall + period : Clock.wallMillis() - period, period);
    }
    task.run();
  }

  private static Field field(String name) {
    try {
      Field f = TimerTask.class.getDeclaredField(name);
      f.setAccessible(true);
      return f;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("the JDK's TimerTask has another form", e);
    }
  }

  private static Object get(Field f, TimerTask t) {
    try {
      return f.get(t);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void set(Field f, TimerTask t, Object value) {
    try {
      f.set(t, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
