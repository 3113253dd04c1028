package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Application;
import android.content.ContentProvider;
import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.net.Uri;
import android.os.AsyncTask;
import android.view.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How an app's process starts and ends, from the outside; the app is that of load.xml. */
class LoadTest {
  private static final String TARGET = "target";

  /** What the app does where: "create error", say. */
  private static final String FAULT = "dev.talpa.load.fault";

  private Device device;
  private int since;

  @BeforeEach
  void begin() throws IOException {
    device = Device.shared();
    device.clear("load.apk");
    since = device.front().events().size();
  }

  @AfterEach
  void end() throws IOException {
    System.clearProperty(FAULT);
    device.unload();
  }

  /** Fails at this place if it is asked to. */
  private static void failAt(String place) {
    String fault = System.getProperty(FAULT, "");
    if (fault.equals(place + " exception")) {
      throw new IllegalStateException("planned");
    } else if (fault.equals(place + " error")) {
      throw new AssertionError("planned");
    } else if (fault.equals(place + " link")) {
      throw new NoClassDefFoundError("planned");
    } else if (fault.equals(place + " exit")) {
      System.exit(3);
    }
  }

  /** The app; says how far it has come. */
  public static final class App extends Application {
    static {
      failAt("class");
    }

    public App() {
      failAt("constructor");
    }

    @Override
    protected void attachBaseContext(Context base) {
      super.attachBaseContext(base);
      FieldTest.say("attach");
      failAt("attach");
    }

    @Override
    public void onCreate() {
      super.onCreate();
      FieldTest.say("create");
      failAt("create");
      action();
    }

    private void action() {
      switch (System.getProperty(FAULT, "")) {
        case "read" -> FieldTest.say(read("early") + " " + read("first") + " " + read("off"));
        case "time" -> FieldTest.say("" + System.currentTimeMillis());
        case "random" -> FieldTest.say("" + Math.random());
        case "folder" ->
            FieldTest.say("" + System.getProperty("java.io.tmpdir").equals("" + getCacheDir()));
        case "splits" -> FieldTest.say(String.join(",", getApplicationInfo().splitSourceDirs));
        case "leave" -> leave();
        default -> {}
      }
    }

    private String read(String authority) {
      return getContentResolver().getType(Uri.parse("content://dev.talpa.load." + authority));
    }

    /** What the next app must not find. */
    private static void leave() {
      FieldTest.say(View.generateViewId() + " " + TimeZone.getDefault().getID());
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
      AsyncTask.execute(() -> FieldTest.say(Thread.currentThread().getName()));
    }
  }

  /** A provider that says its name. */
  abstract static class Named extends ContentProvider {
    @Override
    public boolean onCreate() {
      FieldTest.say(getClass().getSimpleName());
      return true;
    }

    @Override
    public String getType(Uri u) {
      return getClass().getSimpleName();
    }

    @Override
    public Cursor query(Uri u, String[] p, String s, String[] a, String o) {
      return null;
    }

    @Override
    public Uri insert(Uri u, ContentValues v) {
      return null;
    }

    @Override
    public int delete(Uri u, String s, String[] a) {
      return 0;
    }

    @Override
    public int update(Uri u, ContentValues v, String s, String[] a) {
      return 0;
    }
  }

  public static final class Early extends Named {
    @Override
    public boolean onCreate() {
      if (System.getProperty(FAULT, "").equals("ask")) {
        Uri late = Uri.parse("content://dev.talpa.load.late");
        FieldTest.say("asks " + getContext().getContentResolver().getType(late));
      }
      return super.onCreate();
    }
  }

  public static final class Plain extends Named {
    public Plain() {
      failAt("provider constructor");
    }

    @Override
    public boolean onCreate() {
      failAt("provider create");
      return super.onCreate();
    }
  }

  public static final class Late extends Named {}

  public static final class Off extends Named {}

  private static Map<String, Object> started(String key, Object value) {
    Map<String, Object> m = new LinkedHashMap<>();
    m.put(key, value);
    return m;
  }

  private void load(Map<String, ?> more) throws IOException {
    device.load(Device.TARGET, more);
  }

  /** Loads the app, which does something and notes it last. */
  private String noted(String what, Map<String, ?> more) throws IOException {
    System.setProperty(FAULT, what);
    load(more);
    String said = device.said();
    return said.substring(said.lastIndexOf(", ") + 2);
  }

  /** What the start of the app is answered with if it fails. */
  private Map<?, ?> failed(Map<String, ?> more) throws IOException {
    return (Map<?, ?>) device.front().call("load", device.start(Device.TARGET, more)).get("error");
  }

  private List<Map<?, ?>> events(String kind) {
    return device.front().events().stream()
        .skip(since)
        .filter(e -> kind.equals(e.get("event")))
        .toList();
  }

  @Test
  void providersComeInTheirOrderBetweenAttachAndCreate() throws IOException {
    load(Map.of());
    assertEquals("attach, Early, Plain, Late, create", device.said());
  }

  @Test
  void aProviderAnswersToEachOfItsAuthoritiesUnlessItIsOff() throws IOException {
    assertEquals("Early Early null", noted("read", Map.of()));
  }

  @Test
  void theAnswerNamesPackageAndApplication() throws IOException {
    Map<?, ?> r = device.result("load", device.start(Device.TARGET, Map.of()));
    assertEquals("dev.talpa.load", r.get("package"));
    assertEquals(App.class.getName(), r.get("application"));
  }

  /** In handleBindApplication and installProvider exceptions are caught, and no errors. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class exception|java.lang.ExceptionInInitializerError",
        "constructor exception|java.lang.RuntimeException: Unable to instantiate application"
            + " dev.talpa.field.LoadTest$App package dev.talpa.load:"
            + " java.lang.IllegalStateException: planned",
        "constructor error|java.lang.AssertionError: planned",
        "constructor link|java.lang.NoClassDefFoundError: Failed resolution of: Lplanned;",
        "attach exception|java.lang.RuntimeException: Unable to instantiate application"
            + " dev.talpa.field.LoadTest$App package dev.talpa.load:"
            + " java.lang.IllegalStateException: planned",
        "attach error|java.lang.AssertionError: planned",
        "attach link|java.lang.NoClassDefFoundError: Failed resolution of: Lplanned;",
        "provider constructor exception|java.lang.RuntimeException: Unable to get provider"
            + " dev.talpa.field.LoadTest$Plain: java.lang.IllegalStateException: planned",
        "provider constructor error|java.lang.AssertionError: planned",
        "provider create exception|java.lang.RuntimeException: Unable to get provider"
            + " dev.talpa.field.LoadTest$Plain: java.lang.IllegalStateException: planned",
        "provider create error|java.lang.AssertionError: planned",
        "provider create link|java.lang.NoClassDefFoundError: Failed resolution of: Lplanned;",
        "create exception|java.lang.RuntimeException: Unable to create application"
            + " dev.talpa.field.LoadTest$App: java.lang.IllegalStateException: planned",
        "create error|java.lang.AssertionError: planned",
        "create link|java.lang.NoClassDefFoundError: Failed resolution of: Lplanned;",
      })
  void whatIsThrownWhileItStartsIsItsCrash(String fault, String first) throws IOException {
    System.setProperty(FAULT, fault);
    assertEquals("app", failed(Map.of()).get("kind"));
    List<Map<?, ?>> crashes = events("crash");
    assertEquals(1, crashes.size());
    String trace = (String) crashes.get(0).get("trace");
    assertEquals(first, trace.lines().findFirst().orElse(""), trace);
    assertEquals("dev.talpa.load", crashes.get(0).get("process"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"constructor", "provider create", "create"})
  void anExitWhileItStartsIsNoCrash(String place) throws IOException {
    System.setProperty(FAULT, place + " exit");
    assertEquals("app", failed(Map.of()).get("kind"));
    assertEquals(List.of(), events("crash"));
    assertEquals(3L, events("exit").get(0).get("code"));
  }

  @Test
  void theDeadCanBeStartedAgain() throws IOException {
    System.setProperty(FAULT, "create exception");
    failed(Map.of());
    assertEquals(
        "app", ((Map<?, ?>) device.front().call("state", Map.of()).get("error")).get("kind"));
    assertEquals(true, device.result("unload", Map.of()).get("clean"));
    System.clearProperty(FAULT);
    load(Map.of());
    assertEquals("attach, Early, Plain, Late, create", device.said());
  }

  @Test
  void whereNoAppIsThereIsNothingToForget() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertEquals(true, device.result("unload", Map.of()).get("clean"));
    }
    Map<?, ?> e = failed(started("apk", "/no/such.apk"));
    assertEquals("agent", e.get("kind"));
    device.unload();
    load(Map.of());
    assertEquals("attach, Early, Plain, Late, create", device.said());
  }

  @Test
  void oneAppAtATime() throws IOException {
    load(Map.of());
    Map<?, ?> e = failed(Map.of());
    assertEquals("usage", e.get("kind"));
    assertEquals("an app is loaded: unload it first", e.get("message"));
  }

  /** As for backup and restore: Android's Application, and none of the app's providers. */
  @Test
  void aRestrictedProcessRunsNothingOfTheApps() throws IOException {
    Map<?, ?> r = device.result("load", device.start(Device.TARGET, started("restricted", true)));
    assertEquals("android.app.Application", r.get("application"));
    assertEquals("", device.said());
  }

  @Test
  void aRestrictedProcessInstallsTheProviderThatIsAskedFor() throws IOException {
    device.load(Device.TARGET, started("restricted", true));
    Map<String, Object> type = started("op", "gettype");
    type.put("uri", "content://dev.talpa.load.first");
    type.put("values", Map.of());
    assertEquals(List.of("Result: Early"), device.result("content", type).get("lines"));
    assertEquals("Early", device.said());
  }

  /** It is made again in its turn, as by Android, and the first one stays. */
  @Test
  void aProviderThatAnotherAsksForIsInstalledBefore() throws IOException {
    System.setProperty(FAULT, "ask");
    load(Map.of());
    assertEquals("attach, Late, asks Late, Early, Plain, Late, create", device.said());
  }

  @Test
  void theWallClockStandsWhereTheFrontSays() throws IOException {
    assertEquals("1600000000000", noted("time", started("wall", 1_600_000_000_000L)));
  }

  @Test
  void theSameSeedGivesTheSameNumbers() throws IOException {
    String one = noted("random", started("seed", 7));
    device.unload();
    assertEquals(one, noted("random", started("seed", 7)));
    device.unload();
    assertFalse(one.equals(noted("random", started("seed", 8))), one);
  }

  @Test
  void temporaryFilesGoToTheCache() throws IOException {
    assertEquals("true", noted("folder", Map.of()));
  }

  @Test
  void theAppFindsItsSplitsBesideIt() throws IOException {
    String apk = (String) device.start(Device.TARGET, Map.of()).get("apk");
    String split = apk.replace("load.apk", "split_config.en.apk");
    Files.copy(Path.of(apk), Path.of(split), StandardCopyOption.REPLACE_EXISTING);
    String path = noted("splits", started("splits", List.of(split)));
    assertTrue(path.endsWith("/data/app/" + TARGET + Device.TARGET + "/split_config.en.apk"), path);
  }

  @Test
  void howTheDeviceStandsIsToldBeforeTheProviders() throws IOException {
    load(started("told", List.of(Map.of("method", "background", "params", Map.of("slow", true)))));
    assertEquals("attach, Early, Plain, Late, create", device.said());
  }

  @Test
  void aWrongWordOfTheFrontIsTheFrontsFault() throws IOException {
    Map<?, ?> e = failed(started("told", List.of(Map.of("method", "nonsense"))));
    assertEquals("usage", e.get("kind"));
    assertEquals("unknown method \"nonsense\"", e.get("message"));
    assertEquals(List.of(), events("crash"));
  }

  @Test
  void anAppLeavesNothingOfTheFrameworksToTheNext() throws IOException {
    String zone = TimeZone.getDefault().getID();
    for (int i = 0; i < 2; i++) {
      assertEquals("1 " + zone, noted("leave", Map.of()));
      device.result("wait", Map.of("ms", 100));
      assertEquals("AsyncTask #1", device.said());
      Map<?, ?> r = device.result("unload", Map.of());
      assertEquals(true, r.get("clean"), r.toString());
      assertEquals(0L, r.get("threads"), r.toString());
    }
  }

  @Test
  void noWaitIsLongerThanADay() throws IOException {
    load(Map.of());
    long before = now();
    device.result("wait", Map.of("ms", 400L * 86_400_000));
    assertEquals(86_400_000, now() - before);
    device.result("wait", Map.of("ms", -5));
    assertEquals(86_400_000, now() - before);
  }

  private long now() throws IOException {
    return (Long) device.result("state", Map.of()).get("now");
  }

  @Test
  void androidTakesTheManifest() throws IOException {
    String apk = (String) device.start(Device.TARGET, Map.of()).get("apk");
    assertEquals(Map.of(), device.result("check", Map.of("apk", apk)));
  }

  @Test
  void whatAndroidWouldNotInstallIsRefusedInItsWords() throws IOException {
    Map<?, ?> r = device.result("check", Map.of("apk", FieldApp.nameless(device.folder())));
    assertEquals("INSTALL_PARSE_FAILED_MANIFEST_MALFORMED", r.get("code"), r.toString());
    String reason = (String) r.get("reason");
    assertTrue(reason.contains("does not specify android:name"), reason);
    assertTrue(reason.contains("base.apk"), reason);
  }
}
