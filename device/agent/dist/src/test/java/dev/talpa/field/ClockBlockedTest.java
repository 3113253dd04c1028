package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.SystemClock;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import talpa.agent.clock.Sleepers;
import talpa.agent.clock.TimedWait;

/** A main thread that waits for others: how long it may, and what time passes meanwhile. */
class ClockBlockedTest extends LibcoreTimed {
  private void after(long ms, Runnable r) {
    new Thread(
            () -> {
              try {
                Thread.sleep(ms);
                r.run();
              } catch (InterruptedException e) {
                say("interrupted");
              }
            })
        .start();
  }

  @Test
  void whoWaitsForAThreadGoesOnWhenItIsDone() {
    timed(
        () -> {
          CountDownLatch l = new CountDownLatch(1);
          after(2000, l::countDown);
          l.await();
          say("waited " + now());
        });
    assertSaid("waited 2000");
    assertTrue(events("anr").isEmpty());
  }

  @Test
  void joinsAndMonitorsWaitInVirtualTimeToo() {
    timed(
        () -> {
          Object monitor = new Object();
          Thread t = new Thread(() -> sleep(500));
          t.start();
          t.join();
          say("joined " + now());
          after(500, () -> wake(monitor));
          synchronized (monitor) {
            monitor.wait();
          }
          say("notified " + now());
        });
    assertSaid("joined 500", "notified 1000");
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void wake(Object monitor) {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }

  @Test
  void aFutureThatIsLateIsLateInVirtualTime() {
    timed(
        () -> {
          CompletableFuture<String> f = new CompletableFuture<>();
          assertThrows(TimeoutException.class, () -> f.get(1500, TimeUnit.MILLISECONDS));
          say("late " + now());
          after(500, () -> f.complete("done"));
          say(f.get(1500, TimeUnit.MILLISECONDS) + " " + now());
        });
    assertSaid("late 1500", "done 2000");
  }

  // ---- waits of the JDK with a limit ----

  @Test
  void aWaitThatIsInTimeGivesWhatItGives() {
    timed(
        () -> {
          long begin = SystemClock.uptimeMillis();
          String got = TimedWait.run(5_000_000_000L, "late", () -> "in time");
          assertEquals("in time", got);
          assertEquals(begin, SystemClock.uptimeMillis());
          assertFalse(Thread.interrupted());
        });
    rest(10_000);
    assertTrue(traces().isEmpty(), "the end of the limit interrupts nobody");
  }

  @Test
  void whatFailsFailsAsItIs() {
    timed(
        () -> {
          IllegalStateException e = new IllegalStateException("own");
          assertEquals(
              e,
              assertThrows(
                  IllegalStateException.class,
                  () ->
                      TimedWait.run(
                          1_000_000,
                          "late",
                          () -> {
                            throw e;
                          })));
        });
  }

  @Test
  void whoIsInterruptedBeforeDoesNotWait() {
    timed(
        () -> {
          Thread.currentThread().interrupt();
          assertThrows(
              InterruptedException.class, () -> TimedWait.run(1_000_000, "late", () -> "in time"));
          assertFalse(Thread.interrupted(), "it was told");
        });
  }

  @Test
  void anInterruptionByOthersIsNoEndOfTheTime() {
    timed(
        () -> {
          Thread main = Thread.currentThread();
          after(100, main::interrupt);
          CountDownLatch l = new CountDownLatch(1);
          assertThrows(
              InterruptedException.class,
              () ->
                  TimedWait.run(
                      10_000_000_000L,
                      false,
                      () -> {
                        l.await();
                        return true;
                      }));
          say("interrupted after " + now());
        });
    assertSaid("interrupted after 100");
  }

  /** As java.util.concurrent documents it: also where nothing has to be waited for. */
  @Test
  void whoIsInterruptedGetsNothingOfAWaitWithALimit() {
    Semaphore s = new Semaphore(1);
    ReentrantLock l = new ReentrantLock();
    ArrayBlockingQueue<String> q = new ArrayBlockingQueue<>(2);
    q.add("there");
    List<Action> waits =
        List.of(
            () -> s.tryAcquire(1, TimeUnit.SECONDS),
            () -> s.tryAcquire(0, TimeUnit.SECONDS),
            () -> l.tryLock(1, TimeUnit.SECONDS),
            () -> q.poll(1, TimeUnit.SECONDS),
            () -> q.offer("more", 1, TimeUnit.SECONDS));
    timed(
        () -> {
          for (Action w : waits) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, w::run, () -> "" + waits.indexOf(w));
            assertFalse(Thread.interrupted());
          }
          for (Action w : waits) {
            w.run();
          }
          say(now() + " " + q);
        });
    assertSaid("0 [more]");
  }

  @Test
  void noneSleepsForLessThanNothing() {
    main(
        () ->
            assertEquals(
                "millis < 0: -1",
                assertThrows(IllegalArgumentException.class, () -> Sleepers.sleep(-1))
                    .getMessage()));
  }
}
