package talpa.agent.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MonitorsTest {
  private final Object monitor = new Object();
  private Scheduled app;

  @BeforeEach
  void begin() {
    app = new Scheduled();
  }

  @AfterEach
  void end() throws InterruptedException {
    app.close();
  }

  private void waits(String name, long millis) {
    app.start(
        name,
        () -> {
          synchronized (monitor) {
            Monitors.await(monitor, millis);
          }
          app.say(name + " at " + app.clock.wallMillis());
        });
  }

  private void signal() {
    synchronized (monitor) {
      Monitors.signal(monitor);
    }
  }

  @Test
  void notifyWakesTheOneThatWaitsLongest() {
    waits("a", 0);
    waits("b", 0);
    assertEquals(List.of(), app.settle());
    signal();
    assertEquals(List.of("a at 0"), app.settle());
    signal();
    assertEquals(List.of("a at 0", "b at 0"), app.settle());
  }

  @Test
  void notifyAllWakesAllInTheirOrder() {
    waits("a", 0);
    waits("b", 0);
    waits("c", 0);
    app.settle();
    synchronized (monitor) {
      Monitors.signalAll(monitor);
    }
    assertEquals(List.of("a at 0", "b at 0", "c at 0"), app.settle());
  }

  @Test
  void oneNotifyIsForOneThread() {
    waits("a", 0);
    waits("b", 0);
    app.settle();
    signal();
    signal();
    assertEquals(List.of("a at 0", "b at 0"), app.settle());
  }

  @Test
  void anotherMonitorWakesNobody() {
    waits("a", 0);
    app.settle();
    Object other = new Object();
    synchronized (other) {
      Monitors.signalAll(other);
    }
    assertEquals(List.of(), app.settle());
  }

  @Test
  void limitsEndByTheVirtualClock() {
    waits("slow", 500);
    waits("fast", 20);
    assertEquals(List.of(), app.settle());
    assertTrue(app.clock.next());
    assertEquals(List.of("fast at 20"), app.settle());
    assertTrue(app.clock.next());
    assertEquals(List.of("fast at 20", "slow at 500"), app.settle());
  }

  @Test
  void aNotifyTakesTheLimitBack() {
    waits("a", 500);
    app.settle();
    assertEquals(1, app.clock.alarms());
    signal();
    assertEquals(List.of("a at 0"), app.settle());
    assertEquals(0, app.clock.alarms());
  }

  @Test
  void anInterruptionEndsTheWait() {
    Thread t =
        app.start(
            "t",
            () -> {
              synchronized (monitor) {
                Monitors.await(monitor, 0);
              }
            });
    app.settle();
    Scheduled.interrupt(t);
    assertEquals(List.of("t interrupted"), app.settle());
  }

  @Test
  void anInterruptionBeforeTheWaitEndsItAtOnce() {
    app.start(
        "t",
        () -> {
          Thread.currentThread().interrupt();
          synchronized (monitor) {
            Monitors.await(monitor, 0);
          }
        });
    assertEquals(List.of("t interrupted"), app.settle());
  }

  @Test
  void aQueueBetweenTwoThreadsKeepsItsOrder() {
    Queue<Integer> queue = new ArrayDeque<>();
    app.start(
        "consumer",
        () -> {
          for (int i = 0; i < 5; i++) {
            synchronized (monitor) {
              while (queue.isEmpty()) {
                Monitors.await(monitor, 0);
              }
              app.say("took " + queue.remove());
            }
          }
        });
    app.start(
        "producer",
        () -> {
          for (int i = 0; i < 5; i++) {
            synchronized (monitor) {
              queue.add(i);
              Monitors.signal(monitor);
            }
            RunToken.yieldToNext();
          }
        });
    assertEquals(List.of("took 0", "took 1", "took 2", "took 3", "took 4"), app.settle());
    assertEquals(List.of(), RunToken.losses());
  }

  @Test
  void whoWantsTheMonitorOfOneInTheQueueRunsBesideItAndIsNamed() throws InterruptedException {
    app.start(
        "holder",
        () -> {
          synchronized (monitor) {
            app.say("in");
            RunToken.yieldToNext();
            app.say("out");
          }
        });
    app.start(
        "wants",
        () -> {
          synchronized (monitor) {
            app.say("got it");
          }
        });
    assertEquals(List.of("in", "out"), app.settle().subList(0, 2));
    while (app.said().size() < 3) {
      Thread.sleep(1); // from where it lost the token on, the host decides
    }
    assertEquals("got it", app.said().get(2));
    List<String> losses = RunToken.losses();
    assertEquals(1, losses.size());
    assertTrue(losses.get(0).startsWith("wants: BLOCKED at "), losses.get(0));
  }

  @Test
  void joinEndsWithTheThread() {
    Thread[] worker = new Thread[1];
    worker[0] = app.start("worker", () -> Scheduled.park());
    app.start(
        "joins",
        () -> {
          synchronized (worker[0]) {
            while (worker[0].isAlive()) {
              Monitors.await(worker[0], 0);
            }
          }
          app.say("joined");
        });
    assertEquals(List.of(), app.settle());
    Scheduled.unpark(worker[0]);
    assertEquals(List.of("joined"), app.settle());
  }

  @Test
  void whoDoesNotHoldTheMonitorIsToldSo() {
    assertThrows(IllegalMonitorStateException.class, () -> Monitors.await(monitor, 0));
    assertThrows(IllegalMonitorStateException.class, () -> Monitors.signal(monitor));
    assertThrows(IllegalMonitorStateException.class, () -> Monitors.signalAll(monitor));
  }

  @Test
  void aNegativeLimitIsRefused() {
    synchronized (monitor) {
      assertThrows(IllegalArgumentException.class, () -> Monitors.await(monitor, -1));
    }
  }

  @Test
  void unknownThreadsWaitAsTheJvmHasIt() throws InterruptedException {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    Thread t =
        new Thread(
            () -> {
              synchronized (monitor) {
                waits.countDown();
                try {
                  Monitors.await(monitor, 0);
                } catch (InterruptedException e) {
                  return;
                }
              }
              woken.countDown();
            });
    t.setDaemon(true);
    t.start();
    waits.await();
    signal();
    assertTrue(woken.await(10, TimeUnit.SECONDS));
  }

  @Test
  void anUnknownThreadIsWokenBesideKnownOnes() throws InterruptedException {
    waits("known", 0);
    app.settle();
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch woken = new CountDownLatch(1);
    Thread t =
        new Thread(
            () -> {
              synchronized (monitor) {
                waits.countDown();
                try {
                  Monitors.await(monitor, 0);
                } catch (InterruptedException e) {
                  return;
                }
              }
              woken.countDown();
            });
    t.setDaemon(true);
    t.start();
    waits.await();
    synchronized (monitor) {
      Monitors.signalAll(monitor);
    }
    assertTrue(woken.await(10, TimeUnit.SECONDS));
    assertEquals(List.of("known at 0"), app.settle());
  }

  @Test
  void whoKeepsTheTokenWaitsInRealTime() throws InterruptedException {
    RunToken.keep(true);
    long before = System.nanoTime();
    synchronized (monitor) {
      Monitors.await(monitor, 20);
    }
    RunToken.keep(false);
    assertTrue(System.nanoTime() - before >= TimeUnit.MILLISECONDS.toNanos(20));
    assertFalse(app.clock.next());
  }
}
