package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.os.Handler;
import android.os.Looper;
import android.os.Process;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of a throwable that nobody caught, by who handles it. */
class CrashHandlersTest extends FieldTest {
  private static void fail() {
    throw new IllegalStateException("planned");
  }

  private static void failAside() {
    new Handler(Looper.getMainLooper()).post(() -> new Thread(CrashHandlersTest::fail).start());
  }

  private static String why() {
    return refused("wait", Map.of("ms", 0));
  }

  private static String first(String trace) {
    return trace.lines().findFirst().orElse("");
  }

  /**
   * The framework's methods have other names here; what failed is told with its result all the
   * same.
   */
  @Test
  void aNullThatTheFrameworkUsesIsToldAsOnAPhone() {
    crash(() -> new Intent.FilterComparison(null));
    assertEquals(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'int"
            + " android.content.Intent.filterHashCode()' on a null object reference",
        first(traces().get(0)));
  }

  /** Here the method that fails has its own name, and its code lies in the renamed one. */
  @Test
  void aNullPictureThatIsDrawnIsToldAsOnAPhone() {
    Bitmap sheet = Bitmap.createBitmap(4, 4, Bitmap.Config.ARGB_8888);
    crash(() -> new Canvas(sheet).drawBitmap(null, 0, 0, null));
    assertEquals(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'boolean"
            + " android.graphics.Bitmap.isRecycled()' on a null object reference",
        first(traces().get(0)));
  }

  @Test
  void androidsHandlerIsThereBeforeTheAppsOwn() {
    Thread.UncaughtExceptionHandler android = Thread.getDefaultUncaughtExceptionHandler();
    assertNotNull(android, "libraries for crash reports hand on to it");
    Thread.UncaughtExceptionHandler own = (t, e) -> {};
    Thread.setDefaultUncaughtExceptionHandler(own);
    assertEquals(own, Thread.getDefaultUncaughtExceptionHandler());
  }

  @Test
  void anExceptionOfAnotherThreadEndsTheApp() {
    failAside();
    assertTrue(why().startsWith("crash: "), why());
    assertEquals("java.lang.IllegalStateException: planned", first(traces().get(0)));
    assertTrue(events("crash").get(0).get("thread").toString().startsWith("Thread-"));
  }

  @Test
  void aHandlerThatHandsOnIsPartOfNoSecondCrash() {
    Thread.UncaughtExceptionHandler android = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e) -> {
          say("seen " + e.getMessage());
          android.uncaughtException(t, e);
        });
    crash(CrashHandlersTest::fail);
    assertSaid("seen planned");
    assertEquals(1, traces().size(), traces().toString());
  }

  /** The main thread has ended, and with it all that the user can do. */
  @Test
  void aHandlerThatSwallowsDoesNotSaveTheMainThread() {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> say("swallowed"));
    crash(CrashHandlersTest::fail);
    assertSaid("swallowed");
    assertTrue(why().startsWith("crash: "), why());
  }

  @Test
  void aHandlerThatSwallowsSavesTheAppFromAnotherThread() {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> say("swallowed " + e.getMessage()));
    failAside();
    rest(100);
    assertSaid("swallowed planned");
    main(() -> say("alive"));
    assertSaid("alive");
  }

  @Test
  void aThreadsOwnHandlerComesBeforeTheDefault() {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> say("default"));
    main(
        () -> {
          Thread t = new Thread(CrashHandlersTest::fail);
          t.setUncaughtExceptionHandler((x, e) -> say("own"));
          t.start();
        });
    assertSaid("own");
  }

  @Test
  void aHandlerThatFailsItselfIsNotHeard() {
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e) -> {
          say("begin");
          throw new IllegalArgumentException("of the handler");
        });
    crash(CrashHandlersTest::fail);
    assertSaid("begin");
    assertEquals("java.lang.IllegalStateException: planned", first(traces().get(0)));
    assertFalse(traces().toString().contains("of the handler"), traces().toString());
  }

  @Test
  void aHandlerThatKillsTheProcessLeavesTheCrash() {
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> Process.killProcess(Process.myPid()));
    crash(CrashHandlersTest::fail);
    assertEquals("java.lang.IllegalStateException: planned", first(traces().get(0)));
    assertEquals(1, traces().size());
  }
}
