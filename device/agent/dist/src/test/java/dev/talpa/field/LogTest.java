package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.util.Log;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The device's log: what the app writes comes to the front as logcat would show it. */
class LogTest extends FieldTest {
  private static final String TAG = "field";

  /** The lines with the test's tag, as "level message". */
  private static List<String> lines() {
    return lines(TAG);
  }

  @Test
  void eachLevelHasItsLetter() {
    main(
        () -> {
          Log.v(TAG, "a");
          Log.d(TAG, "b");
          Log.i(TAG, "c");
          Log.w(TAG, "d");
          Log.e(TAG, "e");
          Log.println(Log.ASSERT, TAG, "f");
          Log.println(99, TAG, "g");
        });
    assertEquals(List.of("V a", "D b", "I c", "W d", "E e", "F f", "? g"), lines());
  }

  @Test
  void aThrowableComesBehindItsMessage() {
    main(
        () -> Log.e(TAG, "m", new IllegalStateException("planned", new RuntimeException("cause"))));
    String all = lines().get(0);
    assertTrue(
        all.startsWith("E m\njava.lang.IllegalStateException: planned\n\tat dev.talpa.field."),
        all);
    assertTrue(all.contains("\nCaused by: java.lang.RuntimeException: cause"), all);
    assertFalse(all.contains("robolectric"), all);
  }

  @Test
  void anUnknownHostIsNotWorthATrace() {
    assertEquals("", Log.getStackTraceString(null));
    assertEquals("", Log.getStackTraceString(new UnknownHostException()));
    assertEquals("", Log.getStackTraceString(new RuntimeException(new UnknownHostException())));
    main(() -> Log.w(TAG, "m", new UnknownHostException("h")));
    assertEquals(List.of("W m"), lines().stream().map(String::stripTrailing).toList());
  }

  @Test
  void causesThatGoRoundInACircleEnd() {
    RuntimeException a = new RuntimeException("a");
    a.initCause(new RuntimeException("b", a));
    String text = Log.getStackTraceString(a);
    assertTrue(text.startsWith("java.lang.RuntimeException: a\n"), text);
    assertTrue(text.contains("\nCaused by: java.lang.RuntimeException: b\n"), text);
    String again = "\nCaused by: [CIRCULAR REFERENCE: java.lang.RuntimeException: a]\n";
    assertTrue(text.endsWith(again), text);
  }

  @Test
  void infoAndAboveIsLoggable() {
    assertFalse(Log.isLoggable(TAG, Log.DEBUG));
    assertTrue(Log.isLoggable(TAG, Log.INFO));
  }

  @Test
  void longMessagesAreCut() {
    main(() -> Log.i(TAG, "x".repeat(10_000)));
    assertEquals(4000 + 2, lines().get(0).length());
  }

  @Test
  void eachLineHasTheProcessAndItsThread() {
    main(
        () -> {
          Log.i(TAG, "main");
          new Thread(() -> Log.i(TAG, "other")).start();
        });
    assertEquals(List.of("I main", "I other"), lines());
    for (Map<?, ?> e : events("log")) {
      if (TAG.equals(e.get("tag"))) {
        assertEquals("main".equals(e.get("msg")), e.get("pid").equals(e.get("tid")), "" + e);
      }
    }
  }

  /** On builds for users it is a line of the log, so nothing is made up about it. */
  @Test
  void whatIsATerribleFailureEndsNoApp() {
    main(() -> Log.wtf(TAG, "terrible", new IllegalStateException("planned")));
    assertTrue(lines().get(0).startsWith("E terrible"), lines().toString());
    assertFalse(events("unsupported").toString().contains("handleApplicationWtf"));
  }
}
