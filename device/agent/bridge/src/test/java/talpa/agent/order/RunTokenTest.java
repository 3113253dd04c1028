package talpa.agent.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunTokenTest {
  private static final long MS = 1_000_000;

  private Scheduled app;

  @BeforeEach
  void begin() {
    app = new Scheduled();
  }

  @AfterEach
  void end() throws InterruptedException {
    app.close();
  }

  @Test
  void threadsRunInTheOrderOfTheirStarts() {
    for (String name : List.of("a", "b", "c")) {
      app.start(name, () -> app.say(name));
    }
    assertEquals(List.of(), app.said());
    assertEquals(List.of("a", "b", "c"), app.settle());
  }

  @Test
  void oneRunsAtATime() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    for (int i = 0; i < 6; i++) {
      app.start(
          "t" + i,
          () -> {
            for (int round = 0; round < 20; round++) {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              running.decrementAndGet();
              RunToken.yieldToNext();
            }
          });
    }
    app.settle();
    assertEquals(1, most.get());
    assertEquals(List.of(), RunToken.losses());
  }

  @Test
  void whoYieldsGoesToTheEndOfTheQueue() {
    for (String name : List.of("a", "b")) {
      app.start(
          name,
          () -> {
            app.say(name + "1");
            RunToken.yieldToNext();
            app.say(name + "2");
          });
    }
    assertEquals(List.of("a1", "b1", "a2", "b2"), app.settle());
  }

  @Test
  void aThreadThatIsStartedByAnotherComesAfterThoseThatWait() {
    app.start(
        "a",
        () -> {
          app.start("child", () -> app.say("child"));
          app.say("a");
        });
    app.start("b", () -> app.say("b"));
    assertEquals(List.of("a", "b", "child"), app.settle());
  }

  @Test
  void theSameProgramRunsTheSameEachTime() throws InterruptedException {
    List<String> first = program(app);
    for (int i = 0; i < 5; i++) {
      app.close();
      app = new Scheduled();
      assertEquals(first, program(app));
    }
  }

  /** Threads that wake each other and yield. */
  private static List<String> program(Scheduled app) {
    Thread[] t = new Thread[4];
    for (int i = 0; i < t.length; i++) {
      int me = i;
      t[i] =
          app.start(
              "t" + i,
              () -> {
                for (int round = 0; round < 4; round++) {
                  app.say(me + "." + round);
                  if ((me + round) % 3 == 0) {
                    Scheduled.unpark(t[(me + 1) % t.length]);
                    RunToken.yieldToNext();
                  } else if ((me + round) % 3 == 1) {
                    Scheduled.park(MS * (me + 1));
                  }
                }
              });
    }
    do {
      app.settle();
    } while (app.clock.next());
    return app.said();
  }

  @Test
  void whoIsUnparkedWaitsForItsTurn() {
    Thread parked =
        app.start(
            "parked",
            () -> {
              Scheduled.park();
              app.say("parked");
            });
    app.settle();
    app.start("other", () -> app.say("other"));
    Scheduled.unpark(parked);
    assertEquals(List.of(), app.said());
    assertEquals(List.of("other", "parked"), app.settle());
  }

  @Test
  void aPermitLetsTheNextParkThrough() {
    Thread t =
        app.start(
            "t",
            () -> {
              RunToken.yieldToNext();
              Scheduled.park();
              app.say("first");
              Scheduled.park();
              app.say("second");
            });
    app.start("giver", () -> Scheduled.unpark(t));
    assertEquals(List.of("first"), app.settle());
    Scheduled.unpark(t);
    assertEquals(List.of("first", "second"), app.settle());
  }

  @Test
  void limitsEndByTheVirtualClockInItsOrder() {
    app.start("slow", () -> sleep("slow", 300));
    app.start("fast", () -> sleep("fast", 100));
    assertEquals(List.of(), app.settle());
    assertEquals(0, app.clock.nanoTime());
    assertTrue(app.clock.next());
    assertEquals(List.of("fast at 100"), app.settle());
    assertTrue(app.clock.next());
    assertEquals(List.of("fast at 100", "slow at 300"), app.settle());
    assertFalse(app.clock.next());
  }

  private void sleep(String name, long millis) {
    Scheduled.park(millis * MS);
    app.say(name + " at " + app.clock.wallMillis());
  }

  @Test
  void aWaitThatEndsEarlyTakesItsLimitBack() {
    Thread t = app.start("t", () -> sleep("t", 100));
    app.settle();
    assertEquals(1, app.clock.alarms());
    Scheduled.unpark(t);
    assertEquals(List.of("t at 0"), app.settle());
    assertEquals(0, app.clock.alarms());
  }

  @Test
  void aParkOfAMomentKeepsTheToken() {
    app.start(
        "spinner",
        () -> {
          app.say("before");
          Scheduled.park(1000);
          app.say("after");
        });
    app.start("other", () -> app.say("other"));
    assertEquals(List.of("before", "after", "other"), app.settle());
  }

  @Test
  void anInterruptionEndsAPark() {
    Thread t =
        app.start(
            "t",
            () -> {
              Scheduled.park();
              app.say("interrupted: " + Thread.interrupted());
            });
    app.settle();
    Scheduled.interrupt(t);
    assertEquals(List.of("interrupted: true"), app.settle());
  }

  @Test
  void whoKeepsTheTokenWaitsAndNobodyElseRuns() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    app.start("t", ran::countDown);
    assertFalse(RunToken.keep(true));
    assertTrue(RunToken.keep(true), "it says what was before");
    assertFalse(ran.await(100, TimeUnit.MILLISECONDS));
    assertTrue(RunToken.keep(false));
    app.settle();
    assertTrue(ran.await(1, TimeUnit.SECONDS));
  }

  @Test
  void isIdleWhenAllWait() {
    Thread t = app.start("t", Scheduled::park);
    assertFalse(RunToken.isIdle(), "the main thread has the token");
    AtomicBoolean idle = new AtomicBoolean(true);
    app.start("asks", () -> idle.set(RunToken.isIdle()));
    app.settle();
    assertFalse(idle.get(), "who asks has the token");
    assertFalse(RunToken.yieldToAll(), "nobody is in the queue");
    Scheduled.unpark(t);
    assertTrue(RunToken.yieldToAll());
  }

  @Test
  void whoBlocksUnseenLosesTheTokenAndIsNamed() throws InterruptedException {
    CountDownLatch unseen = new CountDownLatch(1);
    app.start(
        "stuck",
        () -> {
          unseen.await(); // without the hooks' calls: as in native code
          app.say("stuck");
        });
    app.start("other", () -> app.say("other"));
    assertEquals(List.of("other"), app.settle());
    List<String> losses = RunToken.losses();
    assertEquals(1, losses.size());
    assertTrue(losses.get(0).startsWith("stuck: WAITING at "), losses.get(0));
    assertEquals(List.of(), RunToken.losses(), "each is told once");
    unseen.countDown();
  }

  @Test
  void whoComputesBesideTheOthersIsSeenUntilIgnored() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch lost = new CountDownLatch(1);
    app.start(
        "computes",
        () -> {
          lost.await(); // loses the token here
          while (!stop.get()) {
            Thread.onSpinWait();
          }
        });
    app.settle();
    assertFalse(RunToken.othersCompute());
    lost.countDown();
    while (!RunToken.othersCompute()) {
      Thread.sleep(1);
    }
    RunToken.ignoreOthers();
    assertFalse(RunToken.othersCompute());
    stop.set(true);
  }

  @Test
  void whoSpinsForSecondsIsNotWaitedFor() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch lost = new CountDownLatch(1);
    app.start(
        "spins",
        () -> {
          lost.await(); // loses the token here
          while (!stop.get()) {
            Thread.onSpinWait();
          }
        });
    app.settle();
    lost.countDown();
    while (!RunToken.othersCompute()) {
      Thread.sleep(1);
    }
    long end = System.nanoTime() + 60_000_000_000L;
    while (RunToken.othersCompute() && System.nanoTime() < end) {
      Thread.sleep(1);
    }
    assertFalse(RunToken.othersCompute());
    stop.set(true);
  }

  @Test
  void freedThreadsRunAsTheyLike() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    for (String name : List.of("a", "b")) {
      app.start(
          name,
          () -> {
            both.countDown();
            both.await();
          });
    }
    RunToken.free();
    assertTrue(both.await(10, TimeUnit.SECONDS));
    assertTrue(RunToken.isIdle(), "there is no order");
    RunToken.order();
  }

  @Test
  void threadsOfTheAgentAreNotKnown() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    Thread t = app.thread("talpa-watchdog", ran::countDown);
    RunToken.start(t);
    t.start();
    assertTrue(ran.await(10, TimeUnit.SECONDS), "it needs no token");
  }

  @Test
  void threadsThatUnknownOnesStartAreNotKnown() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    Thread inner = app.thread("inner", ran::countDown);
    Thread outer =
        new Thread(
            () -> {
              RunToken.start(inner);
              inner.start();
            });
    outer.start();
    assertTrue(ran.await(10, TimeUnit.SECONDS));
    outer.join();
  }

  @Test
  void unparkOfAnUnknownThreadIsTheJvms() {
    assertFalse(RunToken.unpark(new Thread()));
    assertFalse(RunToken.unpark(null));
    assertFalse(RunToken.interrupt(new Thread()));
  }

  @Test
  void aThreadThatEndsPassesTheTokenOn() {
    app.start("a", () -> app.say("a"));
    app.start("b", () -> app.say("b"));
    assertEquals(List.of("a", "b"), app.settle());
    app.start("c", () -> app.say("c"));
    assertEquals(List.of("a", "b", "c"), app.settle());
  }

  @Test
  void whoIsAwayHoldsNobodyUp() {
    CountDownLatch there = new CountDownLatch(1);
    Object server = new Object();
    app.start(
        "away",
        () -> {
          app.say("goes");
          assertTrue(Away.begin(server));
          there.await();
          Away.end();
          app.say("is back");
        });
    app.start("other", () -> app.say("other"));
    assertEquals(List.of("goes", "other"), app.settle());
    app.start(
        "fetches",
        () -> {
          assertTrue(Away.comes(server));
          app.start("late", () -> app.say("late"));
          there.countDown();
          app.say("fetches");
        });
    assertEquals(List.of("goes", "other", "fetches", "is back", "late"), app.settle());
    assertFalse(Away.comes(server));
    assertEquals(List.of(), RunToken.losses());
  }
}
