package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Scheduled executors on the virtual clock, as ScheduledThreadPoolExecutor is documented. */
class LibcoreSchedulerTest extends LibcoreTimed {
  private static final TimeUnit MS = TimeUnit.MILLISECONDS;

  private ScheduledThreadPoolExecutor pool;

  /** On the app's main thread, whose group its threads get. */
  @Override
  void prepare() {
    main(() -> pool = new ScheduledThreadPoolExecutor(1));
  }

  private void note(String what) {
    say(what + " " + now());
  }

  private Runnable noting(String what) {
    return () -> note(what);
  }

  /** Takes some time when it runs first. */
  private Runnable slowly(String what, long millis) {
    long[] left = {millis};
    return () -> {
      note(what);
      try {
        Thread.sleep(left[0]);
        left[0] = 0;
      } catch (InterruptedException e) {
        say("interrupted");
      }
    };
  }

  @Test
  void aResultIsThereWhenTheTaskHasRun() {
    timed(
        () -> {
          ScheduledFuture<String> f = pool.schedule(() -> "done", 100, MS);
          assertEquals(100, f.getDelay(MS));
          pass(50);
          assertEquals(50, f.getDelay(MS));
          assertFalse(f.isDone());
          pass(50);
          assertTrue(f.isDone());
          assertEquals("done", f.get());
        });
  }

  @Test
  void withAFixedRateRunsThatWereMissedAreMadeUpFor() {
    timed(
        () -> {
          pool.scheduleAtFixedRate(slowly("a", 250), 100, 100, MS);
          pass(500);
          assertSaid("a 100", "a 350", "a 350", "a 400", "a 500");
        });
  }

  @Test
  void withAFixedDelayTheNextRunIsCountedFromTheEndOfTheLast() {
    timed(
        () -> {
          pool.scheduleWithFixedDelay(slowly("a", 250), 100, 100, MS);
          pass(700);
          assertSaid("a 100", "a 450", "a 550", "a 650");
        });
  }

  @Test
  void aPeriodicTaskThatThrowsDoesNotRunAgain() {
    timed(
        () -> {
          ScheduledFuture<?> f =
              pool.scheduleAtFixedRate(
                  () -> {
                    note("a");
                    throw new IllegalStateException("planned");
                  },
                  100,
                  100,
                  MS);
          pass(1000);
          assertSaid("a 100");
          Exception e = assertThrows(ExecutionException.class, f::get);
          assertEquals("planned", e.getCause().getMessage());
        });
    assertTrue(traces().isEmpty(), "the future has it, and no handler");
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    timed(
        () -> {
          ScheduledFuture<?> f = pool.schedule(noting("a"), 100, MS);
          assertTrue(f.cancel(false));
          pass(200);
          assertSaid("");
          assertThrows(CancellationException.class, f::get);
        });
  }

  @Test
  void tasksOfOneTimeRunInTheOrderInWhichTheyWereGiven() {
    timed(
        () -> {
          for (String name : new String[] {"c", "a", "b"}) {
            pool.schedule(noting(name), 100, MS);
          }
          pool.execute(noting("soon"));
          pass(200);
          assertSaid("soon 50", "c 100", "a 100", "b 100");
        });
  }

  @Test
  void afterAShutdownDelayedTasksRunAndPeriodicOnesDoNot() {
    timed(
        () -> {
          ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(noting("p"), 50, 50, MS);
          pool.schedule(noting("a"), 100, MS);
          pool.shutdown();
          assertTrue(pool.isShutdown());
          assertFalse(pool.isTerminated(), "a task waits");
          assertTrue(periodic.isCancelled());
          pass(200);
          assertSaid("a 100");
          assertTrue(pool.isTerminated());
          assertTrue(pool.awaitTermination(1, TimeUnit.SECONDS));
        });
  }

  @Test
  void afterAShutdownDelayedTasksAreDroppedIfThePolicySaysSo() {
    pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    timed(
        () -> {
          Future<?> f = pool.schedule(noting("a"), 100, MS);
          pool.shutdown();
          pass(200);
          assertSaid("");
          assertTrue(f.isCancelled());
          assertTrue(pool.isTerminated());
        });
  }

  @Test
  void afterAShutdownPeriodicTasksGoOnIfThePolicySaysSo() {
    pool.setContinueExistingPeriodicTasksAfterShutdownPolicy(true);
    timed(
        () -> {
          pool.scheduleAtFixedRate(noting("p"), 100, 100, MS);
          pool.shutdown();
          pass(250);
          assertSaid("p 100", "p 200");
          pool.shutdownNow();
          pass(250);
          assertSaid("");
          assertTrue(pool.isTerminated());
        });
  }

  @Test
  void shutdownNowGivesBackWhatNeverBegan() {
    timed(
        () -> {
          pool.schedule(noting("a"), 100, MS);
          pool.scheduleAtFixedRate(noting("p"), 100, 100, MS);
          pool.execute(noting("soon"));
          assertEquals(3, pool.shutdownNow().size());
          pass(200);
          assertSaid("");
        });
  }

  @Test
  void nothingIsTakenAfterAShutdown() {
    pool.shutdown();
    Class<RejectedExecutionException> refused = RejectedExecutionException.class;
    assertThrows(refused, () -> pool.schedule(noting("a"), 1, MS));
    assertThrows(refused, () -> pool.schedule(() -> 1, 1, MS));
    assertThrows(refused, () -> pool.execute(noting("a")));
    assertThrows(refused, () -> pool.scheduleAtFixedRate(noting("a"), 1, 1, MS));
    pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    pool.scheduleWithFixedDelay(noting("a"), 1, 1, MS); // its handler decides
  }

  @Test
  void whatCannotBeScheduledIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> pool.scheduleAtFixedRate(noting("a"), 1, 0, MS));
    assertThrows(
        IllegalArgumentException.class, () -> pool.scheduleWithFixedDelay(noting("a"), 1, -1, MS));
    assertThrows(NullPointerException.class, () -> pool.schedule((Runnable) null, 1, MS));
    assertThrows(NullPointerException.class, () -> pool.scheduleAtFixedRate(null, 1, 1, MS));
  }

  @Test
  void executorsOfTheFactoryKeepTheVirtualTime() {
    timed(
        () -> {
          ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor();
          ScheduledExecutorService two =
              Executors.newScheduledThreadPool(2, r -> new Thread(r, "worker"));
          one.schedule(noting("one"), 200, MS);
          two.schedule(() -> note(Thread.currentThread().getName()), 100, MS);
          pass(300);
          assertSaid("worker 100", "one 200");
        });
  }

  @Test
  void aTimeFarAwayIsNoTimeInThePast() {
    main(() -> pool.schedule(noting("never"), Long.MAX_VALUE, TimeUnit.DAYS));
    rest(100);
    assertSaid("");
  }
}
