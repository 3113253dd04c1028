package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.util.Log;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The program logcat, by which apps read what they have logged themselves. */
class ProgramLogTest extends FieldTest {
  /** The lines that a logcat prints which ends, without the head of the log. */
  private static List<String> logcat(String... words) throws Exception {
    Process p = Runtime.getRuntime().exec(words);
    List<String> all = new ArrayList<>();
    BufferedReader r = new BufferedReader(new InputStreamReader(p.getInputStream()));
    for (String line = r.readLine(); line != null; line = r.readLine()) {
      if (!line.startsWith("---------")) {
        all.add(line);
      }
    }
    assertEquals(0, p.waitFor(), String.join(" ", words));
    return all;
  }

  private static void log(String... messages) {
    main(
        () -> {
          for (String m : messages) {
            Log.i("Mole", m);
          }
        });
  }

  private static void restUntil(BooleanSupplier so) {
    for (int i = 0; i < 10_000 && !so.getAsBoolean(); i++) {
      rest(10);
    }
    assertTrue(so.getAsBoolean());
  }

  /** Reads to the end of what a program writes. */
  private static Thread follow(Process p, List<String> seen) {
    Thread t =
        new Thread(
            () -> {
              try (BufferedReader r =
                  new BufferedReader(new InputStreamReader(p.getInputStream()))) {
                for (String line = r.readLine(); line != null; line = r.readLine()) {
                  seen.add(line);
                }
              } catch (IOException e) {
                seen.add(e.toString());
              }
            });
    t.start();
    return t;
  }

  @Test
  void lettersOfOptionsStandInOneWord() throws Exception {
    log("digs");
    assertEquals(List.of("I/Mole: digs"), logcat("logcat", "-dv", "tag", "-s", "Mole"));
    assertEquals(List.of("I/Mole: digs"), logcat("logcat", "-dsvtag", "Mole"));
    assertEquals(List.of("digs"), logcat("logcat", "-d", "-vraw", "-s", "Mole"));
  }

  @Test
  void namedOptionsAreThoseOfLetters() throws Exception {
    log("digs", "rests", "digs on");
    assertEquals(
        List.of("digs", "digs on"),
        logcat("logcat", "-d", "--format=raw", "--regex", "^digs", "-s", "Mole"));
    assertEquals(
        List.of("digs on"), logcat("logcat", "--tail", "1", "--format", "raw", "-s", "Mole"));
    assertEquals(
        List.of("digs"), logcat("logcat", "-d", "--max-count=1", "-v", "raw", "-s", "Mole"));
    assertEquals(List.of(), logcat("logcat", "--clear"));
    assertEquals(List.of(), logcat("logcat", "-d", "-s", "Mole"));
  }

  @Test
  void levelsAreThoseOfTheLastWordForATag() throws Exception {
    main(
        () -> {
          Log.v("Mole", "sniffs");
          Log.w("Mole", "warns");
          Log.e("Vole", "runs");
        });
    assertEquals(List.of("W/Mole: warns"), logcat("logcat", "-d", "-v", "tag", "Mole:W", "*:S"));
    assertEquals(
        List.of("V/Mole: sniffs", "W/Mole: warns"),
        logcat("logcat", "-d", "-v", "tag", "-s", "Mole:*", "Vole:S"));
    assertTrue(logcat("logcat", "-d", "-v", "tag", "*:E").contains("E/Vole: runs"));
    assertFalse(logcat("logcat", "-d", "-v", "tag", "*:E").contains("W/Mole: warns"));
  }

  @Test
  void aMessageOfSeveralLinesHasAHeadOnEach() throws Exception {
    log("one\ntwo");
    assertEquals(
        List.of("I/Mole: one", "I/Mole: two"), logcat("logcat", "-d", "-v", "tag", "-s", "Mole"));
    for (String line : logcat("logcat", "-d", "-v", "time", "-s", "Mole")) {
      assertTrue(
          line.matches("\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} I/Mole\\( *\\d+\\): .*"), line);
    }
  }

  @Test
  void buffersThatAppsDoNotWriteToAreEmpty() throws Exception {
    log("digs");
    assertEquals(List.of(), logcat("logcat", "-d", "-b", "radio", "-s", "Mole"));
    assertEquals(1, logcat("logcat", "-d", "-b", "all", "-s", "Mole").size());
    assertEquals(1, logcat("logcat", "-g").size());
    assertTrue(logcat("logcat", "-g").get(0).contains("ring buffer is"));
  }

  /** A pattern is the app's word to logcat, not to this device: it refuses what it cannot read. */
  @Test
  void aPatternThatIsNoneIsRefused() throws Exception {
    Process p = Runtime.getRuntime().exec(new String[] {"logcat", "-d", "-e", "(("});
    assertEquals(1, p.waitFor());
    assertEquals(
        "logcat: bad regex '(('",
        new BufferedReader(new InputStreamReader(p.getErrorStream())).readLine());
    assertEquals(-1, p.getInputStream().read());
  }

  @Test
  void aReaderOfAnEmptyLogWaitsForWhatComes() throws Exception {
    log("before");
    logcat("logcat", "-c");
    Process p = new ProcessBuilder("logcat", "-v", "raw", "-s", "Mole").start();
    List<String> seen = new CopyOnWriteArrayList<>();
    Thread t = follow(p, seen);
    restUntil(() -> seen.size() == 1);
    rest(500);
    log("after");
    restUntil(() -> seen.size() == 2);
    p.destroy();
    restUntil(() -> !t.isAlive());
    assertEquals("after", seen.get(1));
  }

  /** How many of the older lines are wanted says nothing of those that come. */
  @Test
  void aReaderFromTheLastLineOnGetsAllThatCome() throws Exception {
    log("one", "two");
    Process p = new ProcessBuilder("logcat", "-T", "1", "-v", "raw", "-s", "Mole").start();
    List<String> seen = new CopyOnWriteArrayList<>();
    Thread t = follow(p, seen);
    restUntil(() -> seen.size() == 2);
    log("three", "four", "five");
    restUntil(() -> seen.size() == 5);
    p.destroy();
    restUntil(() -> !t.isAlive());
    assertEquals(List.of("two", "three", "four", "five"), seen.subList(1, 5));
    assertThrows(IOException.class, () -> Runtime.getRuntime().exec("logwrapper"));
  }

  @Test
  void aLogThatGoesToAFileIsThereAtOnce() throws Exception {
    log("digs");
    File f = new File(app().getFilesDir(), "log.txt");
    Process p = new ProcessBuilder("logcat", "-vraw", "-s", "Mole").redirectOutput(f).start();
    assertTrue(Files.readAllLines(f.toPath()).contains("digs"));
    assertTrue(p.isAlive());
    p.destroy();
    assertEquals(143, p.waitFor());
  }
}
