package dev.talpa.field;

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
  void onlyThePhoneAnswersAPing() throws Exception {
    assertTrue(contains(run("ping -c 1 127.0.0.1"), "1 received"));
    fails(2, "ping: unknown host example.org", "ping", "-c", "1", "example.org");
    assertEquals(1, Runtime.getRuntime().exec("/system/bin/ping -c 1 8.8.8.8").waitFor());
  }
}
