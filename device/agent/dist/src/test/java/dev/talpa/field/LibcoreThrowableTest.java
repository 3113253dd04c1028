package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What exceptions of the virtual machine tell an app: ART's words, as in its traces. */
class LibcoreThrowableTest extends FieldTest {
  private static final String NULL =
      "Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference";

  /** Has words of its own. */
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1;

    Own(Throwable cause) {
      super(cause);
    }

    @Override
    public String getMessage() {
      return "own, " + super.getMessage();
    }

    @Override
    public String toString() {
      return "Own!";
    }
  }

  private static <T> T none() {
    return null;
  }

  private static NullPointerException ofNull() {
    String s = none();
    return assertThrows(NullPointerException.class, () -> s.length());
  }

  private static void assertWords(String want, Executable code) {
    Throwable t = assertThrows(Throwable.class, code);
    assertEquals(want, t.getMessage());
    assertEquals(want, t.getLocalizedMessage());
    assertEquals(t.getClass().getName() + ": " + want, t.toString());
    assertEquals(t.getClass().getName() + ": " + want, "" + t);
    assertEquals(t.getClass().getName() + ": " + want, String.valueOf(t));
  }

  @Test
  void wordsOfTheVirtualMachine() {
    Object text = "x";
    int[] three = new int[3];
    String s = none();
    assertWords(NULL, () -> s.length());
    assertWords("length=3; index=7", () -> three[7] = 1);
    assertWords("divide by zero", () -> three[0] = 1 / three[1]);
    assertWords("-2", () -> say("" + new int[three[0] - 2].length));
    assertWords(
        "java.lang.String cannot be cast to java.lang.Integer", () -> say("" + (Integer) text));
    assertWords("toCopy == null", () -> say(new String(s)));
    assertWords(
        "/nowhere/file: open failed: ENOENT (No such file or directory)",
        () -> new FileInputStream("/nowhere/file").close());
  }

  @Test
  void byTheTypeOfWhatTheAppHasCaught() {
    try {
      throw ofNull();
    } catch (RuntimeException e) {
      assertEquals(NULL, e.getMessage());
    }
    Exception e = ofNull();
    assertEquals(NULL, e.getMessage());
    NullPointerException n = ofNull();
    assertEquals(NULL, n.getMessage());
    assertEquals(NULL, new ExecutionException(n).getCause().getMessage());
  }

  @Test
  void wrappersRepeatThem() {
    String said = "java.lang.NullPointerException: " + NULL;
    assertEquals(said, new ExecutionException(ofNull()).getMessage());
    assertEquals("lost: " + said, new IllegalStateException("lost: " + ofNull()).getMessage());
  }

  @Test
  void wordsOfTheAppAndTheLibraryStay() {
    assertEquals("Own!", "" + new Own(ofNull()));
    assertTrue(new Own(new Error("x")).getMessage().startsWith("own, java.lang.Error: x"));
    assertWords("Index 5 out of bounds for length 0", () -> new ArrayList<>().get(5));
    assertEquals("java.lang.Exception", "" + new Exception());
    Object nothing = none();
    assertEquals("null 1", nothing + " " + (Object) 1);
    Exception e = none();
    assertEquals(
        "Attempt to invoke virtual method 'java.lang.String java.lang.Exception.getMessage()' on a"
            + " null object reference",
        assertThrows(NullPointerException.class, () -> e.getMessage()).getMessage());
  }
}
