package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.talpa.field.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import talpa.agent.build.LocalFront;
import talpa.agent.convert.ApkConverter;

/** The whole agent on the sample app, one app at a time: so the tests are steps of one story. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AgentTest {
  private static final Path APK = Path.of(System.getProperty("talpa.testdata"), "burrow.apk");

  private static LocalFront front;
  private static Path dir;

  /** How many events other tests had. */
  private static int since;

  @BeforeAll
  static void start() throws IOException {
    // Not removed at the end: the agent's threads still write to it.
    dir = Files.createTempDirectory("talpa-test");
    front = Device.shared().front();
    since = front.events().size();
  }

  @AfterAll
  static void end() throws IOException {
    result("unload", Map.of());
  }

  @Test
  @Order(1)
  void loadsAndLaunches() throws IOException {
    Path classes = dir.resolve("classes.jar");
    assertEquals(0, new ApkConverter(false).convert(APK, classes).failed());
    Map<?, ?> loaded =
        result(
            "load",
            Map.of(
                "apk", APK.toString(), "classes", classes.toString(), "dataDir", dir.toString()));
    assertEquals("dev.talpa.burrow", loaded.get("package"));
    Map<?, ?> r = result("launch", Map.of());
    assertEquals("dev.talpa.burrow/dev.talpa.burrow.HomeActivity", r.get("top"));
    assertEquals(true, r.get("alive"));
    assertTrue(Files.isDirectory(dir.resolve("data")));
  }

  @Test
  @Order(2)
  void dumpsItsScreen() throws IOException {
    String xml = (String) result("dump", Map.of()).get("xml");
    assertTrue(xml.contains("resource-id=\"dev.talpa.burrow:id/open_notes\""), xml);
  }

  @Test
  @Order(3)
  void timePassesOnlyWhenAsked() throws IOException {
    long before = now();
    assertEquals(before, now());
    result("wait", Map.of("ms", 60_000));
    assertTrue(now() >= before + 60_000);
  }

  @Test
  @Order(4)
  void refusesWrongRequests() throws IOException {
    assertEquals("usage", error("nonsense", Map.of()).get("kind"));
    assertEquals("usage", error("wait", Map.of("ms", "soon")).get("kind"));
    assertEquals("usage", error("load", Map.of("apk", APK.toString())).get("kind"));
  }

  @Test
  @Order(5)
  void crashesInAndroidsWords() throws IOException {
    Map<?, ?> e = error("service", Map.of("component", "dev.talpa.burrow/.SyncService"));
    assertEquals("app", e.get("kind"));
    Map<?, ?> crash = events("crash").get(0);
    String trace = (String) crash.get("trace");
    assertEquals("main", crash.get("thread"));
    assertEquals("dev.talpa.burrow", crash.get("process"));
    assertTrue(trace.startsWith("java.lang.RuntimeException: Unable to start service "), trace);
    assertTrue(
        trace.contains(
            "Caused by: java.lang.NullPointerException: Attempt to invoke virtual method 'int"
                + " java.lang.String.length()' on a null object reference\n"
                + "\tat dev.talpa.burrow.SyncService.onStartCommand(SyncService.java:17)\n"),
        trace);
    assertFalse(trace.contains("talpa.agent") || trace.contains("robolectric"), trace);
  }

  @Test
  @Order(6)
  void theDeadStayDead() throws IOException {
    assertEquals("app", error("dump", Map.of()).get("kind"));
    assertEquals("app", error("tap", Map.of("x", 1, "y", 1)).get("kind"));
    assertEquals(1, events("crash").size());
  }

  @Test
  @Order(7)
  void anotherLoadStartsAfresh() throws IOException {
    assertEquals(true, result("unload", Map.of()).get("clean"));
    load(dir.resolve("classes.jar"), "second");
    assertEquals(
        "dev.talpa.burrow/dev.talpa.burrow.HomeActivity", result("launch", Map.of()).get("top"));
    String xml = (String) result("dump", Map.of()).get("xml");
    assertTrue(xml.contains("resource-id=\"dev.talpa.burrow:id/open_notes\""), xml);
    assertEquals(
        "app", error("service", Map.of("component", "dev.talpa.burrow/.SyncService")).get("kind"));
    assertEquals(2, events("crash").size());
  }

  @Test
  @Order(8)
  void theClassesOfTheNextStartAreReady() throws IOException, InterruptedException {
    AppClassLoader before = appLoader();
    List<String> used = before.used();
    assertTrue(used.contains("dev.talpa.burrow.HomeActivity"), used.toString());
    result("unload", Map.of());
    load(dir.resolve("classes.jar"), "third");
    AppClassLoader after = appLoader();
    assertNotSame(before, after);
    while (!used.stream().allMatch(after)) {
      Thread.sleep(10);
    }
    assertFalse(after.used().contains("dev.talpa.burrow.HomeActivity"), "it was not launched yet");
  }

  @Test
  @Order(9)
  void otherFilesGetALoaderOfTheirOwn() throws IOException {
    Path other = Files.copy(dir.resolve("classes.jar"), dir.resolve("other.jar"));
    result("unload", Map.of());
    load(other, "fourth");
    assertFalse(appLoader().test("dev.talpa.burrow.HomeActivity"), "it was not launched yet");
    result("launch", Map.of());
    assertTrue(appLoader().test("dev.talpa.burrow.HomeActivity"));
  }

  private static void load(Path classes, String data) throws IOException {
    Path home = Files.createDirectories(dir.resolve(data));
    Map<String, String> p = Map.of("apk", "" + APK, "classes", "" + classes, "dataDir", "" + home);
    result("load", p);
  }

  /** The loader of the loaded app, from the thread that runs it. */
  private static AppClassLoader appLoader() {
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (t.getContextClassLoader() instanceof AppClassLoader l) {
        return l;
      }
    }
    throw new AssertionError("no thread has an app's loader");
  }

  private static long now() throws IOException {
    return (Long) result("state", Map.of()).get("now");
  }

  private static List<Map<?, ?>> events(String kind) {
    return front.events().stream().skip(since).filter(e -> kind.equals(e.get("event"))).toList();
  }

  private static Map<?, ?> result(String method, Map<String, ?> params) throws IOException {
    Map<?, ?> r = front.call(method, params);
    assertNull(r.get("error"), () -> method + ": " + r.get("error"));
    return (Map<?, ?>) r.get("result");
  }

  private static Map<?, ?> error(String method, Map<String, ?> params) throws IOException {
    return (Map<?, ?>) front.call(method, params).get("error");
  }
}
