package talpa.agent.libcore;

import java.util.Date;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import talpa.agent.clock.Alarms;
import talpa.agent.clock.Clock;
import talpa.agent.clock.TimedWait;

/**
 * Waits of java.util.concurrent with a limit: on the virtual clock. Where the limit is none, nobody
 * waits for the clock.
 */
public final class WaitCalls {
  private static final Object LATE = new Object();

  private WaitCalls() {}

  /** LockSupport.parkNanos. */
  public static void parkNanos(long nanos) {
    parkNanos(null, nanos);
  }

  /** LockSupport.parkNanos. */
  public static void parkNanos(Object blocker, long nanos) {
    if (nanos <= 0) {
      LockSupport.parkNanos(blocker, nanos); // ends at once, and lets others run
      return;
    }
    Thread t = Thread.currentThread();
    Alarms.Alarm alarm = Alarms.in(TimedWait.millis(nanos), () -> LockSupport.unpark(t));
    LockSupport.park(blocker);
    alarm.cancel();
  }

  /** LockSupport.parkUntil. */
  public static void parkUntil(long deadline) {
    parkUntil(null, deadline);
  }

  /** LockSupport.parkUntil. */
  public static void parkUntil(Object blocker, long deadline) {
    parkNanos(blocker, TimeUnit.MILLISECONDS.toNanos(deadline - Clock.wallMillis()));
  }

  /** Condition.await. */
  public static boolean await(Condition c, long time, TimeUnit unit) throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> c.await(0, unit),
        () -> {
          c.await();
          return true;
        });
  }

  /** Condition.awaitNanos. */
  public static long awaitNanos(Condition c, long nanos) throws InterruptedException {
    long end = TimeCalls.nanoTime() + nanos;
    await(c, nanos, TimeUnit.NANOSECONDS);
    return end - TimeCalls.nanoTime();
  }

  /** Condition.awaitUntil. */
  public static boolean awaitUntil(Condition c, Date deadline) throws InterruptedException {
    return await(c, deadline.getTime() - Clock.wallMillis(), TimeUnit.MILLISECONDS);
  }

  /** CountDownLatch.await. */
  public static boolean await(CountDownLatch l, long time, TimeUnit unit)
      throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> l.await(0, unit),
        () -> {
          l.await();
          return true;
        });
  }

  /** Future.get. */
  public static Object get(Future<?> f, long time, TimeUnit unit) throws Exception {
    Object o =
        TimedWait.<Object, Exception>run(time, unit, LATE, () -> f.get(0, unit), () -> f.get());
    if (o == LATE) {
      throw new TimeoutException();
    }
    return o;
  }

  /** BlockingQueue.poll. */
  public static Object poll(BlockingQueue<?> q, long time, TimeUnit unit)
      throws InterruptedException {
    return TimedWait.<Object, RuntimeException>run(
        time, unit, null, () -> q.poll(0, unit), q::take);
  }

  /** BlockingQueue.offer. */
  public static boolean offer(BlockingQueue<Object> q, Object o, long time, TimeUnit unit)
      throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> q.offer(o, 0, unit),
        () -> {
          q.put(o);
          return true;
        });
  }

  /** Semaphore.tryAcquire. */
  public static boolean tryAcquire(Semaphore s, long time, TimeUnit unit)
      throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> s.tryAcquire(0, unit),
        () -> {
          s.acquire();
          return true;
        });
  }

  /** Lock.tryLock. */
  public static boolean tryLock(Lock l, long time, TimeUnit unit) throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> l.tryLock(0, unit),
        () -> {
          l.lockInterruptibly();
          return true;
        });
  }

  /** ExecutorService.awaitTermination. */
  public static boolean awaitTermination(ExecutorService s, long time, TimeUnit unit)
      throws InterruptedException {
    return TimedWait.run(
        time,
        unit,
        false,
        () -> s.awaitTermination(0, unit),
        () -> s.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
  }

  /** Thread.join. */
  public static void join(Thread t, long millis) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    if (millis == 0) {
      t.join();
      return;
    }
    TimedWait.run(
        TimeUnit.MILLISECONDS.toNanos(millis),
        false,
        () -> {
          t.join();
          return true;
        });
  }
}
