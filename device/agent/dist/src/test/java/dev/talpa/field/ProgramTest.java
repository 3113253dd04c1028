package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.os.Build;
import android.util.Log;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Programs of the phone's image that apps start. */
class ProgramTest extends FieldTest {
  private static List<String> lines(InputStream in) throws IOException {
    List<String> all = new ArrayList<>();
    read(in, all);
    return all;
  }

  private static void read(InputStream in, List<String> all) throws IOException {
    BufferedReader r = new BufferedReader(new InputStreamReader(in));
    for (String line = r.readLine(); line != null; line = r.readLine()) {
      all.add(line);
    }
  }

  /**
   * Lets time pass until it is so: a thread that is none of the app's comes when the host lets it.
   */
  private static void restUntil(BooleanSupplier so) {
    for (int i = 0; i < 10_000 && !so.getAsBoolean(); i++) {
      rest(10);
    }
    assertTrue(so.getAsBoolean());
  }

  private static List<String> run(String command) throws Exception {
    Process p = Runtime.getRuntime().exec(command);
    List<String> out = lines(p.getInputStream());
    assertEquals(0, p.waitFor());
    return out;
  }

  private static boolean contains(List<String> lines, String part) {
    for (String l : lines) {
      if (l.contains(part)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void propertiesAreThoseThatTheAppKnows() throws Exception {
    assertEquals(
        List.of(String.valueOf(Build.VERSION.SDK_INT)), run("getprop ro.build.version.sdk"));
    assertEquals(List.of(""), run("/system/bin/getprop ro.miui.ui.version.name"));
    assertTrue(run("getprop").contains("[ro.product.model]: [" + Build.MODEL + "]"));
    assertEquals(List.of(Build.MODEL), run("getprop ro.product.model"));
  }

  @Test
  void theLogHasWhatTheProcessWrote() throws Exception {
    main(
        () -> {
          Log.i("Mole", "digs");
          Log.d("Mole", "thinks");
          Log.e("Vole", "runs");
        });
    List<String> all = run("logcat -d");
    assertTrue(contains(all, "I Mole: digs") && contains(all, "E Vole: runs"), all.toString());
    List<String> brief = run("logcat -d -v brief Mole:I *:S");
    assertEquals(2, brief.size(), brief.toString());
    assertTrue(brief.get(1).matches("I/Mole\\( *[0-9]+\\): digs"), brief.get(1));
    assertEquals(2, run("logcat -t 1 -s Vole").size());
    File f = new File(app().getFilesDir(), "log.txt");
    run("logcat -d -f " + f.getPath());
    try (BufferedReader r = new BufferedReader(new FileReader(f))) {
      assertTrue(r.readLine().startsWith("--------- beginning of"));
    }
    run("logcat -c");
    assertFalse(contains(run("logcat -d"), "digs"));
  }

  @Test
  void aReaderOfTheLogGetsNewLinesUntilItEndsTheProgram() throws Exception {
    Process p = new ProcessBuilder("logcat", "-s", "Mole").start();
    List<String> seen = new CopyOnWriteArrayList<>();
    Thread t =
        new Thread(
            () -> {
              try {
                read(p.getInputStream(), seen);
              } catch (IOException e) {
                seen.add(e.toString());
              }
            });
    t.start();
    restUntil(() -> seen.size() == 1); // the head of the log: what is there already was read
    main(
        () -> {
          Log.i("Mole", "digs");
          Log.i("Vole", "runs");
        });
    restUntil(() -> seen.size() == 2);
    assertThrows(IllegalThreadStateException.class, p::exitValue);
    p.destroy();
    restUntil(() -> !t.isAlive());
    assertEquals(2, seen.size(), seen.toString());
    assertTrue(seen.get(1).endsWith("I Mole: digs"), seen.get(1));
    assertEquals(143, p.waitFor());
  }

  @Test
  void otherProgramsAreRefused() throws Exception {
    assertThrows(IOException.class, () -> Runtime.getRuntime().exec("su"));
    assertThrows(IOException.class, () -> new ProcessBuilder("su", "-c", "id").start());
    Process which = Runtime.getRuntime().exec(new String[] {"which", "su"});
    assertNull(new BufferedReader(new InputStreamReader(which.getInputStream())).readLine());
    assertEquals(1, which.waitFor());
    assertEquals(List.of("x y"), run("echo x y"));
    Process cat = Runtime.getRuntime().exec(new String[] {"sh", "-c", "cat /no/such/file"});
    assertEquals(
        List.of("cat: /no/such/file: No such file or directory"), lines(cat.getErrorStream()));
    assertEquals(1, cat.waitFor());
    assertEquals(127, Runtime.getRuntime().exec(new String[] {"sh", "-c", "nosuch"}).waitFor());
  }

  private static void fails(int code, String message, String... command) throws Exception {
    Process p = new ProcessBuilder(command).start();
    assertEquals(List.of(message), lines(p.getErrorStream()));
    assertEquals(code, p.waitFor());
  }

  @Test
  void programsOfToyboxWorkOnTheAppsFiles() throws Exception {
    String at = app().getFilesDir().getPath() + "/box";
    run("mkdir -p " + at + "/in/deep");
    run("touch " + at + "/a");
    run("cp -r " + at + "/in " + at + "/copy");
    run("mv " + at + "/a " + at + "/copy/b");
    assertEquals(List.of("b", "deep"), run("ls " + at + "/copy"));
    assertTrue(run("ls -l " + at).get(1).startsWith("drwxrwx---"));
    fails(1, "rm: " + at + "/copy: Is a directory", "rm", at + "/copy");
    fails(1, "rm: " + at + "/none: No such file or directory", "/system/bin/rm", at + "/none");
    fails(1, "mkdir: " + at + ": File exists", "mkdir", at);
    fails(1, "cp: " + at + "/in: Is a directory", "cp", at + "/in", at + "/other");
    run("rm -rf " + at + "/copy " + at + "/none");
    assertEquals(List.of("in"), run("ls " + at));
    assertTrue(new File(at).isDirectory());
  }

  @Test
  void programsOfToyboxSayWhatIsWrong() throws Exception {
    String at = app().getFilesDir().getPath() + "/wrong";
    run("mkdir -p " + at + "/in/deep");
    run("touch " + at + "/a");
    fails(1, "rm: Needs 1 argument", "rm", "-r");
    fails(1, "mkdir: Needs 1 argument", "mkdir");
    fails(1, "cp: Needs 2 arguments", "cp", at);
    fails(1, "mv: Needs 2 arguments", "mv");
    fails(1, "mv: /none: No such file or directory", "mv", "/none", at);
    fails(1, "cp: " + at + "/in: Permission denied", "cp", "-r", at + "/in", at + "/in/deep/er");
    fails(1, "ls: /none: No such file or directory", "ls", "/none");
    fails(1, "mkdir: " + at + "/no/deep: No such file or directory", "mkdir", at + "/no/deep");
    assertEquals(List.of(), run("rm -f"));
    assertEquals(List.of("a", "in"), run("ls " + at), "nothing was done");
  }

  @Test
  void lsShowsFilesFoldersAndWhatIsHidden() throws Exception {
    String at = app().getFilesDir().getPath() + "/shown";
    run("mkdir -p " + at + "/in");
    run("touch " + at + "/.hidden " + at + "/in/b");
    assertEquals(List.of("in"), run("ls " + at));
    assertEquals(List.of(".hidden", "in"), run("ls -a " + at));
    assertEquals(List.of(at), run("ls -d " + at));
    assertEquals(List.of(at + "/in/b"), run("ls " + at + "/in/b"));
    assertEquals(List.of(at + ":", "in", at + "/in:", "b"), run("ls " + at + " " + at + "/in"));
  }

  @Test
  void aFileThatIsMovedOrTouchedKeepsWhatItHolds() throws Exception {
    File dir = app().getFilesDir();
    File from = new File(dir, "from.txt");
    Files.writeString(from.toPath(), "mole");
    run("touch " + from);
    run("mkdir " + dir + "/to");
    run("mv " + from + " " + dir + "/to");
    assertFalse(from.exists());
    assertEquals("mole", Files.readString(new File(dir, "to/from.txt").toPath()));
    run("cp " + dir + "/to/from.txt " + from);
    assertEquals("mole", Files.readString(from.toPath()));
  }

  @Test
  void dateTellsTheClockOfTheDevice() throws Exception {
    long before = System.currentTimeMillis() / 1000;
    long told = Long.parseLong(run("date +%s").get(0));
    assertTrue(before <= told && told <= System.currentTimeMillis() / 1000, told + "");
    String year = String.valueOf(java.time.LocalDate.now().getYear());
    assertTrue(run("date").get(0).endsWith(" " + year), run("date").toString());
  }

  @Test
  void onlyThePhoneAnswersAPing() throws Exception {
    assertTrue(contains(run("ping -c 1 127.0.0.1"), "1 received"));
    fails(2, "ping: unknown host example.org", "ping", "-c", "1", "example.org");
    assertEquals(1, Runtime.getRuntime().exec("/system/bin/ping -c 1 8.8.8.8").waitFor());
  }

  // ---- how programs are started ----

  @Test
  void aCommandWithoutWordsIsAMistakeOfTheApp() {
    assertThrows(IllegalArgumentException.class, () -> Runtime.getRuntime().exec(""));
    assertThrows(IndexOutOfBoundsException.class, () -> Runtime.getRuntime().exec("  "));
    assertThrows(IndexOutOfBoundsException.class, () -> Runtime.getRuntime().exec(new String[] {}));
    assertThrows(IndexOutOfBoundsException.class, () -> new ProcessBuilder().start());
    assertThrows(
        NullPointerException.class, () -> Runtime.getRuntime().exec(new String[] {"id", null}));
  }

  @Test
  void everyFormOfExecStartsTheProgram() throws Exception {
    Runtime r = Runtime.getRuntime();
    String[] words = {"echo", "x"};
    File dir = app().getFilesDir();
    for (Process p :
        List.of(
            r.exec("echo x"),
            r.exec(words),
            r.exec("echo x", null),
            r.exec(words, null),
            r.exec("echo x", null, dir),
            r.exec(words, null, dir),
            new ProcessBuilder(words).start())) {
      assertEquals(List.of("x"), lines(p.getInputStream()));
      assertEquals(0, p.waitFor());
      p.getOutputStream().write('y');
      assertFalse(p.isAlive());
    }
  }

  @Test
  void errorsComeWithTheOutputWhereTheAppWantsThat() throws Exception {
    File f = new File(app().getFilesDir(), "there.txt");
    Files.writeString(f.toPath(), "there\n");
    ProcessBuilder b = new ProcessBuilder("cat", f.getPath(), "/none");
    Process apart = b.start();
    assertEquals(List.of("there"), lines(apart.getInputStream()));
    assertEquals(List.of("cat: /none: No such file or directory"), lines(apart.getErrorStream()));
    Process together = b.redirectErrorStream(true).start();
    assertEquals(
        List.of("there", "cat: /none: No such file or directory"),
        lines(together.getInputStream()));
    assertEquals(List.of(), lines(together.getErrorStream()));
    assertEquals(1, together.waitFor());
  }

  @Test
  void outputAndErrorsGoToFilesAndTheExitCodeStays() throws Exception {
    File out = new File(app().getFilesDir(), "out.txt");
    File err = new File(app().getFilesDir(), "err.txt");
    for (int i = 0; i < 2; i++) {
      Process p =
          new ProcessBuilder("cat", "/none")
              .redirectOutput(out)
              .redirectError(ProcessBuilder.Redirect.appendTo(err))
              .start();
      assertEquals(1, p.waitFor());
      assertEquals(-1, p.getInputStream().read());
      assertEquals(-1, p.getErrorStream().read());
    }
    assertEquals("", Files.readString(out.toPath()));
    assertEquals(2, Files.readAllLines(err.toPath()).size());
    new ProcessBuilder("echo", "x").redirectOutput(out).start();
    new ProcessBuilder("echo", "y").redirectOutput(out).start();
    assertEquals("y\n", Files.readString(out.toPath()), "written anew");
  }

  // ---- single programs ----

  @Test
  void catGivesBytesAsTheyAre() throws Exception {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    File f = new File(app().getFilesDir(), "bytes");
    Files.write(f.toPath(), all);
    assertArrayEquals(
        all,
        Runtime.getRuntime()
            .exec(new String[] {"cat", f.getPath()})
            .getInputStream()
            .readAllBytes());
    Process dir = new ProcessBuilder("cat", app().getFilesDir().getPath()).start();
    assertEquals(1, dir.waitFor());
    assertTrue(contains(lines(dir.getErrorStream()), "Is a directory"));
  }

  @Test
  void chmodKnowsWhichFilesAreThere() throws Exception {
    File f = new File(app().getFilesDir(), "mode.txt");
    assertTrue(f.createNewFile());
    assertEquals(List.of(), run("chmod 644 " + f.getPath()));
    Process p = Runtime.getRuntime().exec("chmod -R 644 /none " + f.getPath());
    assertEquals(List.of("chmod: /none: No such file or directory"), lines(p.getErrorStream()));
    assertEquals(1, p.waitFor());
  }

  @Test
  void aPhoneSaysWhatItIs() throws Exception {
    assertEquals(List.of("Linux"), run("uname"));
    assertEquals(List.of("aarch64"), run("/system/bin/uname -m"));
    int number = android.os.Process.myUid() % 10_000;
    String user = android.os.Process.myUid() + "(u0_a" + number + ")";
    assertEquals(List.of("uid=" + user + " gid=" + user + " groups=" + user), run("id"));
    assertEquals(List.of("/"), run("pwd"));
    assertEquals(List.of("/system/bin/ls", "/system/bin/cat"), run("which ls cat"));
    assertEquals(List.of("otherwise"), run("getprop no.such.property otherwise"));
  }

  /** A shell's language is not run: the run is told that the app wanted it. */
  @Test
  void whatOnlyAShellCanDoIsRefusedAndTold() throws Exception {
    assertEquals(List.of("x"), lines(sh("echo x").getInputStream()));
    for (String line : List.of("echo $HOME", "ls | wc", "cat a > b", "echo `id`", "a\nb", "")) {
      assertThrows(IOException.class, () -> sh(line), line);
    }
    assertThrows(IOException.class, () -> Runtime.getRuntime().exec("sh"));
    assertThrows(IOException.class, () -> Runtime.getRuntime().exec("/system/bin/dumpsys"));
    rest(0);
    List<?> told = events("unsupported").stream().map(e -> e.get("detail")).toList();
    assertTrue(told.containsAll(List.of("sh -c ls | wc", "sh", "dumpsys")), told.toString());
    assertThrows(IOException.class, () -> Runtime.getRuntime().exec("/sbin/id"), "not there");
  }

  private static Process sh(String line) throws IOException {
    return Runtime.getRuntime().exec(new String[] {"sh", "-c", line});
  }
}
