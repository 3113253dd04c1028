package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.Handler;
import android.os.Looper;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Apps that call {@code Looper.loop} on their main thread, in a message, within a catch of what
 * their other messages throw, and so outlive it.
 */
class NestedLoopTest extends FieldTest {
  /** Thrown to have the app leave its loop. */
  private static final class Leave extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  void prepare() {
    open(TasksTest.Root.class);
    said();
  }

  private static void guard() {
    while (true) {
      try {
        Looper.loop();
      } catch (Leave e) {
        say("left");
        return;
      } catch (Throwable e) {
        say("caught " + e.getMessage());
      }
    }
  }

  private static void fail(String message) {
    main(
        () -> {
          throw new IllegalStateException(message);
        });
  }

  private static void leave() {
    main(
        () -> {
          throw new Leave();
        });
  }

  @Test
  void theAppCatchesWhatItsMessagesThrow() {
    main(NestedLoopTest::guard);
    fail("one");
    fail("two");
    assertSaid("caught one", "caught two");
    assertTrue(traces().isEmpty());
    leave();
    assertSaid("left");
  }

  @Test
  void theAppIsUsedAsBefore() {
    main(NestedLoopTest::guard);
    device("home", Map.of());
    assertSaid("Root leave", "Root pause", "Root stop", "Root save");
    device("recents", Map.of());
    assertSaid("Root restart", "Root start", "Root resume");
    new Handler(Looper.getMainLooper()).postDelayed(() -> say("late"), 20_000);
    rest(10_000);
    assertSaid("");
    rest(10_000);
    assertSaid("late");
    leave();
    device("home", Map.of());
    assertEquals("left, Root leave, Root pause, Root stop, Root save", said());
  }

  @Test
  void whatIsThrownWithoutAGuardIsACrash() {
    main(NestedLoopTest::guard);
    leave();
    String trace =
        crash(
            () -> {
              throw new IllegalStateException("three");
            });
    assertTrue(trace.startsWith("java.lang.IllegalStateException: three"), trace);
  }

  @Test
  void whatNobodyCatchesInALoopIsACrash() {
    main(Looper::loop);
    String trace =
        crash(
            () -> {
              throw new IllegalStateException("four");
            });
    assertTrue(trace.startsWith("java.lang.IllegalStateException: four"), trace);
  }
}
