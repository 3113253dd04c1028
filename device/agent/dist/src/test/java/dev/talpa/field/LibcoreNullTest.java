package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What the device does in the JDK's place fails on null as the call of the app does on a phone, in
 * the words for that call.
 */
class LibcoreNullTest extends FieldTest {
  private static <T> T none() {
    return null;
  }

  private static void assertFails(String call, Executable e) {
    assertEquals(
        "Attempt to invoke " + call + " on a null object reference",
        assertThrows(NullPointerException.class, e).getMessage());
  }

  @Test
  void walks() {
    List<String> list = none();
    ArrayList<String> array = none();
    Collection<String> all = none();
    Iterable<String> any = none();
    assertFails(
        "interface method 'java.util.Iterator java.util.List.iterator()'",
        () -> {
          for (String s : list) {
            say(s);
          }
        });
    assertFails(
        "virtual method 'java.util.Iterator java.util.ArrayList.iterator()'",
        () -> array.iterator());
    assertFails(
        "interface method 'java.util.Iterator java.util.Collection.iterator()'",
        () -> all.iterator());
    assertFails(
        "interface method 'java.util.Iterator java.lang.Iterable.iterator()'",
        () -> any.iterator());
    assertFails(
        "interface method 'java.util.ListIterator java.util.List.listIterator(int)'",
        () -> list.listIterator(3));
  }

  @Test
  void strings() {
    String s = none();
    assertFails(
        "virtual method 'java.lang.String[] java.lang.String.split(java.lang.String)'",
        () -> s.split("a"));
    assertFails(
        "virtual method 'boolean java.lang.String.matches(java.lang.String)'",
        () -> s.matches("[0-9]+"));
    assertFails(
        "virtual method 'java.lang.String java.lang.String.replaceAll(java.lang.String,"
            + " java.lang.String)'",
        () -> s.replaceAll("\\d", ""));
  }

  @Test
  void filesAndConnections() {
    File f = none();
    HttpURLConnection c = none();
    Socket s = none();
    assertFails("virtual method 'java.io.File[] java.io.File.listFiles()'", () -> f.listFiles());
    assertFails(
        "virtual method 'java.io.InputStream java.net.HttpURLConnection.getInputStream()'",
        () -> c.getInputStream());
    assertFails(
        "virtual method 'void java.net.Socket.connect(java.net.SocketAddress, int)'",
        () -> s.connect(null, 5));
  }

  @Test
  void waits() {
    Future<String> future = none();
    FutureTask<String> task = none();
    ExecutorService pool = none();
    String get = ".get(long, java.util.concurrent.TimeUnit)'";
    assertFails(
        "interface method 'java.lang.Object java.util.concurrent.Future" + get,
        () -> future.get(1, TimeUnit.SECONDS));
    assertFails(
        "virtual method 'java.lang.Object java.util.concurrent.FutureTask" + get,
        () -> task.get(1, TimeUnit.SECONDS));
    assertFails(
        "interface method 'boolean java.util.concurrent.ExecutorService.awaitTermination(long,"
            + " java.util.concurrent.TimeUnit)'",
        () -> pool.awaitTermination(1, TimeUnit.SECONDS));
  }

  @Test
  void theReportSaysTheSame() {
    List<String> list = none();
    String trace = crash(() -> list.iterator());
    assertEquals(
        "java.lang.NullPointerException: Attempt to invoke interface method 'java.util.Iterator"
            + " java.util.List.iterator()' on a null object reference",
        trace.lines().findFirst().orElse(""));
    assertEquals(
        "\tat dev.talpa.field.LibcoreNullTest",
        trace
            .lines()
            .skip(1)
            .findFirst()
            .orElse("")
            .replaceFirst("\\..[^.]*\\(.*", "")
            .replaceFirst("\\.lambda.*", ""));
  }
}
