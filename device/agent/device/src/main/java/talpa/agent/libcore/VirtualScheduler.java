package talpa.agent.libcore;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import talpa.agent.clock.Alarms;
import talpa.agent.clock.TimedWait;

/**
 * A scheduled executor whose delays are on the virtual clock: a task gets into the queue when it is
 * due. Tasks that wait for their time are thus not in the queue. They outlive a shutdown as the
 * policies of the superclass say: it takes effect when the last of them is in the queue.
 */
public final class VirtualScheduler extends ScheduledThreadPoolExecutor {
  /** Those that wait for their time, and periodic ones that run; guards {@link #closing}. */
  private final Set<Task<?>> waiting = new LinkedHashSet<>();

  private boolean closing;

  /** Who puts a task that was waiting at the shutdown into the queue. */
  private volatile Thread enqueuing;

  /** As in the superclass. */
  public VirtualScheduler(int threads) {
    super(threads);
  }

  /** As in the superclass. */
  public VirtualScheduler(int threads, ThreadFactory factory) {
    super(threads, factory);
  }

  /** As in the superclass. */
  public VirtualScheduler(int threads, RejectedExecutionHandler handler) {
    super(threads, handler);
  }

  /** As in the superclass. */
  public VirtualScheduler(int threads, ThreadFactory factory, RejectedExecutionHandler handler) {
    super(threads, factory, handler);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    if (delay <= 0 || isShutdown()) {
      return super.schedule(command, delay, unit);
    }
    return new Task<Void>(command, unit.toNanos(delay), 0).await();
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    if (delay <= 0 || isShutdown()) {
      return super.schedule(callable, delay, unit);
    }
    return new Task<>(callable, unit.toNanos(delay)).await();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long delay, long period, TimeUnit unit) {
    return periodic(command, unit.toNanos(delay), period, unit.toNanos(period));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long delay, long period, TimeUnit unit) {
    return periodic(command, unit.toNanos(delay), period, -unit.toNanos(period));
  }

  private ScheduledFuture<?> periodic(Runnable command, long delay, long period, long nanos) {
    if (command == null) {
      throw new NullPointerException();
    }
    if (period <= 0) {
      throw new IllegalArgumentException();
    }
    Task<Void> task = new Task<>(command, delay, nanos);
    if (isShutdown()) {
      getRejectedExecutionHandler().rejectedExecution(task, this);
      return task;
    }
    return task.await();
  }

  /** Puts a task that is due into the queue. */
  private void enqueue(Task<?> task) {
    task.queued = true;
    enqueuing = Thread.currentThread();
    try {
      super.schedule(task, 0, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return; // stopped meanwhile
    } finally {
      enqueuing = null;
      if (!task.isPeriodic()) {
        left(task);
      }
    }
  }

  @Override
  public boolean isShutdown() {
    if (super.isShutdown()) {
      return true;
    }
    synchronized (waiting) {
      return closing && Thread.currentThread() != enqueuing;
    }
  }

  @Override
  public void shutdown() {
    List<Task<?>> given = new ArrayList<>();
    synchronized (waiting) {
      closing = true;
      given.addAll(waiting);
    }
    given.removeIf(Task::continues);
    given.forEach(t -> t.cancel(false));
    endIfEmpty();
  }

  @Override
  public List<Runnable> shutdownNow() {
    List<Runnable> never = new ArrayList<>();
    synchronized (waiting) {
      closing = true;
      for (Task<?> t : waiting) {
        t.alarm.cancel();
        if (!t.queued) {
          never.add(t);
        }
      }
      waiting.clear();
    }
    never.addAll(super.shutdownNow());
    return never;
  }

  private void left(Task<?> task) {
    synchronized (waiting) {
      waiting.remove(task);
    }
    endIfEmpty();
  }

  private void endIfEmpty() {
    synchronized (waiting) {
      if (!closing || !waiting.isEmpty()) {
        return;
      }
    }
    super.shutdown();
  }

  /** A task; period as in the superclass: positive is a fixed rate, negative a fixed delay. */
  private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final long period;
    private volatile long due;
    private volatile Alarms.Alarm alarm;
    private volatile boolean queued;

    Task(Runnable command, long delay, long period) {
      super(command, null);
      this.due = TimeCalls.nanoTime() + Math.max(0, delay);
      this.period = period;
    }

    Task(Callable<V> callable, long delay) {
      super(callable);
      this.due = TimeCalls.nanoTime() + delay;
      this.period = 0;
    }

    Task<V> await() {
      synchronized (waiting) {
        waiting.add(this);
        queued = false;
        long millis = TimedWait.millis(getDelay(TimeUnit.NANOSECONDS));
        alarm = Alarms.in(millis, () -> enqueue(this));
      }
      return this;
    }

    @Override
    public void run() {
      if (period == 0) {
        super.run();
      } else if (continues() && runAndReset() && continues()) {
        due = period > 0 ? due + period : TimeCalls.nanoTime() - period;
        await();
      } else {
        cancel(false);
      }
    }

    /** Whether a shutdown leaves it be. */
    boolean continues() {
      return !isShutdown()
          || (isPeriodic()
              ? getContinueExistingPeriodicTasksAfterShutdownPolicy()
              : getExecuteExistingDelayedTasksAfterShutdownPolicy());
    }

    @Override
    public boolean cancel(boolean interrupt) {
      alarm.cancel();
      boolean cancelled = super.cancel(interrupt);
      left(this);
      return cancelled;
    }

    @Override
    public boolean isPeriodic() {
      return period != 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - TimeCalls.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
