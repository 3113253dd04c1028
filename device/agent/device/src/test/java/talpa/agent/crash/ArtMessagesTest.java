package talpa.agent.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Platform;

class ArtMessagesTest {
  private final ArtMessages messages = new ArtMessages(ArtMessagesTest::bytes);

  static final class Holder {
    int number;
    String[] words;

    private void go() {}
  }

  @Test
  void causesMayHaveNoWords() {
    for (String words : new String[] {null, "", "lost"}) {
      Throwable cause =
          new IOException("gone") {
            @Override
            public String toString() {
              return words;
            }
          };
      String want = "lost".equals(words) ? "all is " + messages.describe(cause) : "all is lost";
      assertEquals(
          "java.lang.Exception: " + want, messages.describe(new Exception("all is lost", cause)));
    }
  }

  @Test
  void dalvikSaysNothingOfNull() {
    String none = none();
    Level.set(19, "4.4.2");
    try {
      is("java.lang.NullPointerException", () -> none.length());
      String words = "Attempt to invoke virtual method 'int f()' on a null object reference";
      assertEquals(
          "java.lang.NullPointerException", messages.describe(new NullPointerException(words)));
      String own = "java.lang.NullPointerException: no account";
      assertEquals(own, messages.describe(new NullPointerException("no account")));
    } finally {
      Level.set(Platform.API, "15");
    }
  }

  @Test
  void nullReceivers() {
    String none = none();
    List<Object> list = none();
    Holder h = none();
    is(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'int"
            + " java.lang.String.length()' on a null object reference",
        () -> none.length());
    is(
        "java.lang.NullPointerException: Attempt to invoke interface method 'java.lang.Object"
            + " java.util.List.set(int, java.lang.Object)' on a null object reference",
        () -> list.set(1, "x"));
    is(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String[]"
            + " java.lang.String.split(java.lang.String)' on a null object reference",
        () -> none.split("x"));
    is(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'void"
            + " talpa.agent.crash.ArtMessagesTest$Holder.go()' on a null object reference",
        () -> h.go());
  }

  @Test
  void nullReceiversInTheLibrary() {
    is(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'boolean"
            + " java.lang.String.isEmpty()' on a null object reference",
        () -> "x".concat(none()));
  }

  @Test
  void nullFields() {
    assertEquals(
        "java.lang.NullPointerException: Attempt to read from field 'int"
            + " talpa.agent.crash.ArtMessagesTest$Holder.number' on a null object reference in"
            + " method 'int"
            + " talpa.agent.crash.ArtMessagesTest.read(talpa.agent.crash.ArtMessagesTest$Holder)'",
        messages.describe(assertThrows(NullPointerException.class, () -> read(none()))));
    assertEquals(
        "java.lang.NullPointerException: Attempt to write to field 'java.lang.String[]"
            + " talpa.agent.crash.ArtMessagesTest$Holder.words' on a null object reference in"
            + " method 'void"
            + " talpa.agent.crash.ArtMessagesTest.write(talpa.agent.crash.ArtMessagesTest$Holder)'",
        messages.describe(assertThrows(NullPointerException.class, () -> write(none()))));
  }

  @Test
  void nullArraysAndOthers() {
    int[] a = none();
    RuntimeException e = none();
    is("java.lang.NullPointerException: Attempt to read from null array", () -> use(a[0]));
    is("java.lang.NullPointerException: Attempt to write to null array", () -> a[0] = 1);
    is("java.lang.NullPointerException: Attempt to get length of null array", () -> use(a.length));
    is(
        "java.lang.NullPointerException: throw with null exception",
        () -> {
          throw e;
        });
  }

  @Test
  void theVirtualMachinesOwn() {
    Object o = "x";
    int[] a = new int[3];
    is("java.lang.ArithmeticException: divide by zero", () -> use(1 / a[0]));
    is("java.lang.ArrayIndexOutOfBoundsException: length=3; index=-1", () -> use(a[a[0] - 1]));
    is(
        "java.lang.ClassCastException: java.lang.String cannot be cast to java.util.Map",
        () -> use(((Map<?, ?>) o).size()));
    is(
        "java.lang.ClassCastException: java.lang.String cannot be cast to int[]",
        () -> use(((int[]) o).length));
  }

  @Test
  void libraryWordsStay() {
    is(
        "java.lang.IndexOutOfBoundsException: Index 5 out of bounds for length 0",
        () -> new ArrayList<>().get(5));
    is(
        "java.lang.NumberFormatException: For input string: \"x\"",
        () -> use(Integer.parseInt("x")));
    assertEquals("java.lang.NullPointerException", messages.describe(new NullPointerException()));
  }

  @Test
  void wrappersRepeatTheNewWords() {
    String none = none();
    Throwable t = assertThrows(Throwable.class, () -> none.length());
    assertEquals(
        "java.lang.RuntimeException: Unable to start: java.lang.NullPointerException: Attempt to"
            + " invoke virtual method 'int java.lang.String.length()' on a null object reference",
        messages.describe(new RuntimeException("Unable to start: " + t, t)));
  }

  @Test
  void copiesOfNull() {
    String none = none();
    is("java.lang.NullPointerException: toCopy == null", () -> use(new String(none).length()));
  }

  @Test
  void classesThatOthersMayNotExtend() {
    String place = " (b.C and a.B are in unnamed module of loader 'app')";
    assertEquals(
        "java.lang.IllegalAccessError: Interface a.B implemented by class b.C is inaccessible",
        messages.describe(
            new IllegalAccessError("class b.C cannot access its superinterface a.B" + place)));
    assertEquals(
        "java.lang.IllegalAccessError: Superclass a.B is inaccessible to class b.C",
        messages.describe(
            new IllegalAccessError("class b.C cannot access its superclass a.B" + place)));
    assertEquals(
        "java.lang.IllegalAccessError: no", messages.describe(new IllegalAccessError("no")));
  }

  @Test
  void missingClasses() {
    assertEquals(
        "java.lang.NoClassDefFoundError: Failed resolution of: Lcom/x/Y;",
        messages.describe(new NoClassDefFoundError("com/x/Y")));
    assertEquals(
        "java.lang.NoClassDefFoundError: com.x.Y and more",
        messages.describe(new NoClassDefFoundError("com.x.Y and more")));
  }

  private void is(String want, Executable code) {
    assertEquals(want, messages.describe(assertThrows(Throwable.class, code)));
  }

  private static int read(Holder h) {
    return h.number;
  }

  private static void write(Holder h) {
    h.words = null;
  }

  private static void use(int i) {
    if (i == Integer.MIN_VALUE) {
      throw new IllegalStateException();
    }
  }

  private static <T> T none() {
    return null;
  }

  private static byte[] bytes(String name) {
    String file = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = ArtMessagesTest.class.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }
}
