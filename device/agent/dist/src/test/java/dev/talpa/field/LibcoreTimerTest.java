package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** java.util.Timer on the virtual clock: as its documentation has it, and exactly on time. */
class LibcoreTimerTest extends LibcoreTimed {
  /** Says at which time it runs, and takes some of it the first time. */
  private final class Noting extends TimerTask {
    private final String name;
    private long takes;

    Noting(String name, long takes) {
      this.name = name;
      this.takes = takes;
    }

    @Override
    public void run() {
      long due = scheduledExecutionTime() - System.currentTimeMillis() + now();
      say(name + " " + now() + " due " + due);
      try {
        Thread.sleep(takes);
        takes = 0;
      } catch (InterruptedException e) {
        say("interrupted");
      }
    }
  }

  private TimerTask task(String name) {
    return new Noting(name, 0);
  }

  /** Does something with a new timer; then so much time passes. */
  private void with(int millis, Consumer<Timer> deed) {
    timed(
        () -> {
          Timer t = new Timer();
          deed.accept(t);
          pass(millis);
          t.cancel();
        });
  }

  @Test
  void aTaskRunsWhenItIsDueAndNotBefore() {
    with(1000, t -> t.schedule(task("a"), 100));
    assertSaid("a 100 due 100");
  }

  @Test
  void aTaskForADateRunsThen() {
    with(1000, t -> t.schedule(task("a"), new Date(System.currentTimeMillis() + 250)));
    assertSaid("a 250 due 250");
  }

  @Test
  void aDateThatIsOverIsNow() {
    with(50, t -> t.schedule(task("a"), new Date(System.currentTimeMillis() - 250)));
    assertSaid("a 50 due -250"); // at once, but for the main thread, which is busy
  }

  @Test
  void tasksRunOneAfterTheOtherInTheOrderOfTheirTimes() {
    with(
        1000,
        t -> {
          t.schedule(task("b"), 200);
          t.schedule(new Noting("a", 300), 100);
          t.schedule(task("c"), 300);
        });
    assertSaid("a 100 due 100", "b 400 due 200", "c 400 due 300");
  }

  @Test
  void withAFixedDelayALateRunPutsTheNextOnesOff() {
    with(600, t -> t.schedule(new Noting("a", 250), 100, 100));
    assertSaid("a 100 due 100", "a 350 due 350", "a 450 due 450", "a 550 due 550");
  }

  @Test
  void withAFixedRateRunsThatWereMissedAreMadeUpFor() {
    with(500, t -> t.scheduleAtFixedRate(new Noting("a", 250), 100, 100));
    assertSaid("a 100 due 100", "a 350 due 200", "a 350 due 300", "a 400 due 400", "a 500 due 500");
  }

  @Test
  void aTaskThatIsCancelledInTimeDoesNotRun() {
    with(
        1000,
        t -> {
          TimerTask a = task("a");
          t.schedule(a, 100);
          assertTrue(a.cancel(), "it was to run");
          assertFalse(a.cancel(), "it was no more");
        });
    assertSaid("");
  }

  @Test
  void aPeriodicTaskCanEndItself() {
    with(
        1000,
        t ->
            t.schedule(
                new TimerTask() {
                  @Override
                  public void run() {
                    say("once " + cancel());
                  }
                },
                50,
                50));
    assertSaid("once true");
  }

  @Test
  void aCancelledTimerRunsNothingMoreAndTakesNothing() {
    with(
        1000,
        t -> {
          t.schedule(task("a"), 100);
          t.cancel();
          Exception e = assertThrows(IllegalStateException.class, () -> t.schedule(task("b"), 1));
          assertEquals("Timer already cancelled.", e.getMessage());
        });
    assertSaid("");
  }

  @Test
  void whatCannotBeScheduledIsRefused() {
    with(
        100,
        t -> {
          Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
          assertThrows(wrong, () -> t.schedule(task("a"), -1));
          assertThrows(wrong, () -> t.schedule(task("a"), 1, 0));
          assertThrows(wrong, () -> t.scheduleAtFixedRate(task("a"), 1, -1));
          assertThrows(wrong, () -> t.schedule(task("a"), new Date(-1)));
          assertThrows(NullPointerException.class, () -> t.schedule(null, 1));
          TimerTask twice = task("a");
          t.schedule(twice, 100);
          Exception e = assertThrows(IllegalStateException.class, () -> t.schedule(twice, 1));
          assertEquals("Task already scheduled or cancelled", e.getMessage());
        });
  }

  @Test
  void theThreadsOfTimersAreCountedFromZero() {
    TimerTask[] tasks = new TimerTask[3];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] =
          new TimerTask() {
            @Override
            public void run() {
              say(Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
            }
          };
    }
    main(
        () -> {
          new Timer().schedule(tasks[0], 10);
          new Timer(true).schedule(tasks[1], 20);
          new Timer("mine").schedule(tasks[2], 30);
        });
    assertSaid("Timer-0 false", "Timer-1 true", "mine false");
  }

  @Test
  void whatATaskThrowsIsACrashOfTheApp() {
    String trace =
        crash(
            () ->
                new Timer()
                    .schedule(
                        new TimerTask() {
                          @Override
                          public void run() {
                            throw new IllegalStateException("planned");
                          }
                        },
                        0));
    assertTrue(trace.startsWith("java.lang.IllegalStateException: planned\n"), trace);
    assertEquals("Timer-0", events("crash").get(0).get("thread"));
  }
}
