package talpa.agent.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LimitsTest {
  private static final long MS = 1_000_000;

  private Scheduled app;

  @BeforeEach
  void begin() {
    app = new Scheduled();
    app.start("sleeper", () -> Scheduled.park(1000 * MS));
    app.settle();
    app.clock.next();
    app.settle();
  }

  @AfterEach
  void end() throws InterruptedException {
    app.close();
  }

  @Test
  void knownThreadsHaveTheVirtualTime() {
    assertEquals(1000 * MS, Limits.nanoTime());
    assertEquals(1000, Limits.currentTimeMillis());
    assertEquals(1000 * MS, Schedules.nanoTime());
    assertEquals(1000, Schedules.currentTimeMillis());
  }

  @Test
  void unknownThreadsHaveTheHostsTime() throws InterruptedException {
    AtomicLong limits = new AtomicLong();
    AtomicLong schedules = new AtomicLong();
    Thread t =
        new Thread(
            () -> {
              limits.set(Limits.currentTimeMillis());
              schedules.set(Schedules.currentTimeMillis());
            });
    long before = System.currentTimeMillis();
    t.start();
    t.join();
    assertTrue(limits.get() >= before, "waits");
    assertTrue(schedules.get() >= before, "timers");
  }

  @Test
  void whoKeepsTheTokenWaitsInRealTimeButSetsTimersByTheClock() {
    RunToken.keep(true);
    try {
      assertTrue(Limits.currentTimeMillis() > 1000);
      assertEquals(1000, Schedules.currentTimeMillis());
    } finally {
      RunToken.keep(false);
    }
  }

  @Test
  void untilIsAtLeastOneAndNeverOverflows() {
    assertEquals(500 * MS, Limits.until(1500));
    assertEquals(1, Limits.until(1000));
    assertEquals(1, Limits.until(-5));
    assertEquals(Limits.FOREVER, Limits.until(Long.MAX_VALUE));
  }

  @Test
  void aParkUntilAWallTimeEndsThen() {
    app.start(
        "t",
        () -> {
          long limit = RunToken.beforeParkUntil(3000);
          java.util.concurrent.locks.LockSupport.parkUntil(limit);
          RunToken.afterPark();
          app.say("at " + app.clock.wallMillis());
        });
    assertEquals(List.of(), app.settle());
    assertTrue(app.clock.next());
    assertEquals(List.of("at 3000"), app.settle());
  }

  @Test
  void aPoolsWorkerWithoutWorkMovesNoClock() {
    LinkedBlockingQueue<String> tasks =
        new LinkedBlockingQueue<>() {
          private static final long serialVersionUID = 1;

          /** As the JDK's with hooks: parks until there is something, or the limit has come. */
          @Override
          public String poll(long limit, TimeUnit unit) {
            Scheduled.park(unit.toNanos(limit));
            return poll();
          }
        };
    Thread worker =
        app.start(
            "worker",
            () -> {
              app.say("got " + Limits.poll(tasks, 60, TimeUnit.SECONDS));
              app.say("got " + tasks.poll(1, TimeUnit.SECONDS));
            });
    app.settle();
    assertEquals(1, app.clock.alarms());
    assertFalse(app.clock.next(), "its limit is no reason for time to pass");
    tasks.add("task");
    Scheduled.unpark(worker);
    assertEquals(List.of("got task"), app.settle());
    assertTrue(app.clock.next(), "the other wait is");
    assertEquals(List.of("got task", "got null"), app.settle());
  }
}
