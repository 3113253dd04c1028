package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.AsyncTask;
import android.os.Handler;
import android.os.Looper;
import android.os.MessageQueue;
import android.os.SystemClock;
import android.view.Choreographer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import talpa.agent.clock.Alarms;
import talpa.agent.clock.Clock;
import talpa.agent.clock.Sleepers;
import talpa.agent.clock.TimedWait;
import talpa.agent.process.AppProcess;

/** Virtual time: what falls due when, which thread runs then, and when the main thread hangs. */
class ClockTest extends LibcoreTimed {
  private Handler main;

  @Override
  void prepare() {
    main = new Handler(Looper.getMainLooper());
  }

  private void note(String what) {
    say(what + " " + now());
  }

  private static void alarm(long ms, String what) {
    Alarms.in(ms, () -> say(what));
  }

  @Test
  void alarmsFireInTheOrderOfTheirTimesAndThenOfTheirSetting() {
    timed(
        () -> {
          alarm(100, "c");
          alarm(50, "a");
          alarm(100, "d");
          alarm(-7, "now");
          alarm(Long.MAX_VALUE, "never");
          Alarms.passing(60, () -> say("b"));
          pass(200);
        });
    assertSaid("now", "a", "b", "c", "d");
  }

  @Test
  void anAlarmThatWasTakenBackDoesNotFire() {
    timed(
        () -> {
          Alarms.Alarm a = Alarms.in(50, () -> say("a"));
          a.cancel();
          a.cancel();
          pass(100);
        });
    assertSaid("");
  }

  @Test
  void theClockGoesOnForAlarmsButNotForPassingOnes() {
    long begin = SystemClock.uptimeMillis();
    main(() -> Alarms.passing(400, () -> say("passing")));
    assertEquals("", said());
    main(() -> Alarms.in(500, () -> say("alarm " + (SystemClock.uptimeMillis() - begin))));
    assertSaid("passing", "alarm 500");
  }

  @Test
  void nanosecondsAreRoundedUp() {
    assertEquals(0, TimedWait.millis(0));
    assertEquals(1, TimedWait.millis(1));
    assertEquals(1, TimedWait.millis(1_000_000));
    assertEquals(2, TimedWait.millis(1_000_001));
  }

  @Test
  void somebodySetsTheClock() {
    long wall = System.currentTimeMillis();
    long up = SystemClock.uptimeMillis();
    Clock.shift(3_600_000);
    assertEquals(3_600_000, System.currentTimeMillis() - wall);
    assertEquals(0, SystemClock.uptimeMillis() - up, "only the wall clock jumps");
  }

  @Test
  void messagesComeAtTheirTimes() {
    timed(
        () -> {
          main.postDelayed(() -> note("b"), 300);
          main.postDelayed(() -> note("a"), 100);
          main.post(() -> note("now"));
          main.postAtTime(() -> note("c"), SystemClock.uptimeMillis() + 300);
        });
    rest(500);
    assertSaid("now 0", "a 100", "b 300", "c 300");
  }

  @Test
  void messagesOfOtherThreadsComeAtTheirTimes() {
    Handler aside = new Handler(aside());
    timed(
        () -> {
          aside.postDelayed(() -> note("b"), 300);
          aside.postDelayed(
              () -> {
                note("a");
                main.postDelayed(() -> note("main"), 50);
              },
              100);
          aside.post(() -> note("now"));
        });
    assertSaid("now 0", "a 100", "main 150", "b 300");
  }

  /** As the main thread's: a barrier holds back what is not asynchronous. */
  @Test
  void theClockDoesNotGoOnForAMessageBehindABarrier() {
    Looper looper = aside();
    MessageQueue queue = looper.getQueue();
    int[] barrier = new int[1];
    timed(
        () -> {
          barrier[0] = queue.postSyncBarrier();
          new Handler(looper).postDelayed(() -> note("held"), 100);
          Handler.createAsync(looper).postDelayed(() -> note("passes"), 200);
        });
    assertSaid("passes 200");
    main(() -> queue.removeSyncBarrier(barrier[0]));
    assertSaid("held 200");
  }

  @Test
  void aThreadThatPostsItselfForEverDoesNotHang() {
    Handler aside = new Handler(aside());
    int[] runs = new int[1];
    Runnable[] self = new Runnable[1];
    self[0] =
        () -> {
          runs[0]++;
          aside.postDelayed(self[0], 100);
        };
    timed(() -> aside.post(self[0]));
    assertEquals(16, runs[0], "a settle of 1.5 s");
    rest(1000);
    assertEquals(41, runs[0], "each at its time, in the wait and the settle after it");
    aside.getLooper().quit();
    long begin = now();
    main(() -> {});
    assertEquals(begin, now(), "nothing is left to wait for");
  }

  @Test
  void aWaitTakesExactlyItsTime() {
    rest(0);
    long begin = SystemClock.uptimeMillis();
    rest(12_345);
    assertEquals(12_345, SystemClock.uptimeMillis() - begin);
  }

  @Test
  void aMessageThatPostsItselfForEverDoesNotHang() {
    int[] runs = new int[1];
    Runnable[] self = new Runnable[1];
    self[0] =
        () -> {
          runs[0]++;
          main.post(self[0]);
        };
    timed(
        () -> {
          main.post(self[0]);
          main.postDelayed(() -> note("delayed"), 100);
          Choreographer.getInstance().postFrameCallback(n -> say("frame"));
          AppProcess.current().later(() -> note("operation"));
          new Thread(() -> say("thread")).start();
        });
    List<String> said = Arrays.asList(said().replaceAll("operation \\d+", "operation").split(", "));
    assertTrue(said.containsAll(List.of("delayed 100", "frame", "operation", "thread")), "" + said);
    assertTrue(runs[0] > 2_000, runs[0] + " runs");
    main.post(() -> say("message"));
    rest(0);
    assertSaid("message");
    main.removeCallbacksAndMessages(null);
    rest(0);
    int before = runs[0];
    rest(1000);
    assertEquals(before, runs[0], "the loop rests again");
    assertTrue(traces().isEmpty());
    assertTrue(events("anr").isEmpty());
  }

  @Test
  void aThousandMessagesAtOnceTakeNoTime() {
    timed(
        () -> {
          for (int i = 0; i < 1_500; i++) {
            main.post(() -> {});
          }
          main.post(() -> note("last"));
        });
    assertSaid("last 0");
  }

  @Test
  void framesComeAtWholeFrames() {
    List<Long> frames = new ArrayList<>();
    timed(
        () ->
            Choreographer.getInstance()
                .postFrameCallback(
                    first -> {
                      frames.add(first);
                      Choreographer.getInstance().postFrameCallback(frames::add);
                    }));
    assertEquals(2, frames.size());
    assertEquals(16_000_000L, frames.get(1) - frames.get(0));
  }

  @Test
  void otherThreadsRunBeforeTimeGoesOn() {
    timed(
        () -> {
          new Thread(() -> note("thread")).start();
          AsyncTask.execute(() -> note("task"));
          main.postDelayed(() -> note("later"), 100);
        });
    assertSaid("thread 0", "task 0", "later 100");
  }

  @Test
  void slowThreadsRunAfterTheMainThreadsTimeHasGoneOn() {
    device("background", Map.of("slow", true));
    timed(
        () -> {
          new Thread(() -> note("thread")).start();
          main.postDelayed(() -> note("later"), 100);
        });
    device("background", Map.of("slow", false));
    rest(0);
    String said = said();
    assertTrue(said.startsWith("later 100, thread "), said);
  }

  @Test
  void aMainThreadThatSleepsForTooLongDoesNotRespond() {
    String why = refusedWhile(() -> Thread.sleep(5001));
    assertEquals("anr: Input dispatching timed out (the main thread slept 5001 ms)", why);
    String trace = (String) events("anr").get(0).get("trace");
    assertTrue(trace.startsWith("\tat java.lang.Thread.sleep(Native Method)\n"), trace);
    assertTrue(trace.contains("dev.talpa.field.ClockTest"), trace);
  }

  @Test
  void severalSleepsOfOneMessageAddUp() {
    String why =
        refusedWhile(
            () -> {
              for (int i = 0; i < 10; i++) {
                Thread.sleep(1000);
              }
            });
    assertEquals("anr: Input dispatching timed out (the main thread slept 6000 ms)", why);
  }

  @Test
  void fiveSecondsAreNotTooLong() {
    timed(() -> Thread.sleep(5000));
    timed(() -> Thread.sleep(5000));
    assertTrue(events("anr").isEmpty());
  }

  /** What a request is refused with while the main thread does it. */
  private String refusedWhile(Action d) {
    main.post(
        () -> {
          try {
            d.run();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    return refused("wait", Map.of("ms", 0));
  }

  @Test
  void nobodySleepsWhoIsAwake() {
    timed(
        () -> {
          Object monitor = new Object();
          assertFalse(Sleepers.sleepUnless(monitor, () -> true, 100));
          Thread t =
              new Thread(
                  () -> {
                    try {
                      note("slept " + Sleepers.sleepUnless(monitor, () -> false, 100));
                    } catch (InterruptedException e) {
                      note("interrupted");
                    }
                  });
          t.start();
          pass(200);
        });
    assertSaid("slept true 150");
  }

  @Test
  void threadsOfPoolsAreNumberedFromOne() {
    main(
        () -> {
          ExecutorService one = Executors.newSingleThreadExecutor();
          one.execute(() -> say(Thread.currentThread().getName()));
          new Thread(() -> say(Thread.currentThread().getName())).start();
        });
    String[] all = said().split(", ");
    Arrays.sort(all);
    assertEquals("[Thread-0, pool-1-thread-1]", Arrays.toString(all));
  }

  @Test
  void anOperationRunsAfterTheMessagesThatWait() {
    main(
        () -> {
          AppProcess.current().later(() -> say("operation"));
          main.post(() -> say("message"));
          say("first");
        });
    assertSaid("first", "message", "operation");
  }
}
