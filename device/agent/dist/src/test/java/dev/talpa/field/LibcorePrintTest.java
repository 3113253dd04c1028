package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an app prints: its streams are the log, as com.android.internal.os.AndroidPrintStream. */
class LibcorePrintTest extends FieldTest {
  /** Prints itself in a way of its own. */
  private static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1;

    Odd() {
      super("odd");
    }

    @Override
    public void printStackTrace(PrintWriter w) {
      w.print("my way, ");
      super.printStackTrace(w);
    }
  }

  @Test
  void eachLineIsAMessage() {
    main(
        () -> {
          System.out.println("one");
          System.out.print("tw");
          System.out.print("o\nthree\nfo");
          System.out.printf("u%s%n", "r");
          System.out.write('5');
          System.out.write('\n');
          System.err.println("wrong");
        });
    assertEquals(List.of("I one", "I two", "I three", "I four", "I 5"), lines("System.out"));
    assertEquals(List.of("W wrong"), lines("System.err"));
  }

  @Test
  void aPartOfALineWaitsForItsEndOrForAFlush() {
    main(() -> System.out.print("part"));
    assertEquals(List.of(), lines("System.out"));
    main(System.out::flush);
    assertEquals(List.of("I part"), lines("System.out"));
    main(System.out::flush);
    assertEquals(List.of("I part"), lines("System.out"), "there is nothing more");
  }

  @Test
  void theAppCanTakeItsStreamsElsewhere() {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    PrintStream mine = new PrintStream(to, true);
    main(
        () -> {
          System.setOut(mine);
          System.setErr(mine);
          System.out.print("a");
          System.err.print("b");
          assertSame(mine, System.out);
        });
    assertEquals("ab", to.toString());
    assertEquals(List.of(), lines("System.out"));
  }

  @Test
  void aTraceIsPrintedAsADeviceDoes() {
    main(() -> new IllegalStateException("outer", new RuntimeException("inner")).printStackTrace());
    List<String> all = lines("System.err");
    assertEquals("W java.lang.IllegalStateException: outer", all.get(0));
    assertTrue(all.contains("W Caused by: java.lang.RuntimeException: inner"), "" + all);
    assertTrue(all.get(1).startsWith("W \tat dev.talpa.field.LibcorePrintTest"), all.get(1));
    assertFalse(String.join("", all).contains("robolectric"), "" + all);
  }

  @Test
  void aTraceGoesWhereItIsToGo() {
    StringWriter text = new StringWriter();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    main(
        () -> {
          Exception e = new IllegalStateException("x");
          e.printStackTrace(new PrintWriter(text));
          e.printStackTrace(new PrintStream(bytes, true));
        });
    assertTrue(text.toString().startsWith("java.lang.IllegalStateException: x\n\tat dev.talpa."));
    assertEquals(text.toString(), bytes.toString());
  }

  @Test
  void anExceptionsOwnWayToPrintItselfIsTaken() {
    StringWriter text = new StringWriter();
    main(() -> new Odd().printStackTrace(new PrintWriter(text)));
    assertTrue(text.toString().startsWith("my way, " + Odd.class.getName() + ": odd\n\tat "));
    main(() -> new Odd().printStackTrace());
    assertEquals("W " + Odd.class.getName() + ": odd", lines("System.err").get(0));
  }
}
