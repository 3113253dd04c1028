package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager.NameNotFoundException;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteFullException;
import android.net.Uri;
import android.os.Environment;
import android.os.Process;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Behavior;
import talpa.agent.process.IntentParams;
import talpa.agent.process.MadeUp;
import talpa.agent.process.PerApp;
import talpa.agent.process.Storage;
import talpa.agent.process.TargetVersion;
import talpa.agent.process.Unsupported;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** What an app sees of its own process: ids, folders, code, and the intents that it is sent. */
class ProcessTest extends FieldTest {
  /** A path as it is on a device: what is before "/data" or "/storage" is the host's. */
  private static String onDevice(File f) {
    return f.getPath().replaceFirst("^.*?(?=/(data|storage)/)", "");
  }

  @Test
  void anAppHasTheFoldersOfADevice() {
    Context c = app();
    String own = "/data/user/0/dev.talpa.field";
    String shared = "/storage/emulated/0";
    String[][] folders = {
      {own + "/files", onDevice(c.getFilesDir())},
      {own + "/cache", onDevice(c.getCacheDir())},
      {own + "/no_backup", onDevice(c.getNoBackupFilesDir())},
      {own + "/databases/x.db", onDevice(c.getDatabasePath("x.db"))},
      {own + "/app_web", onDevice(c.getDir("web", Context.MODE_PRIVATE))},
      {
        "/data/user_de/0/dev.talpa.field/files",
        onDevice(c.createDeviceProtectedStorageContext().getFilesDir())
      },
      {own, onDevice(c.getDataDir())},
      {shared, onDevice(Environment.getExternalStorageDirectory())},
      {
        shared + "/Download",
        onDevice(Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_DOWNLOADS))
      },
      {shared + "/Android/data/dev.talpa.field/files", onDevice(c.getExternalFilesDir(null))},
      {shared + "/Android/data/dev.talpa.field/cache", onDevice(c.getExternalCacheDir())},
      {shared + "/Android/obb/dev.talpa.field", onDevice(c.getObbDir())},
      {shared + "/Android/media/dev.talpa.field", onDevice(c.getExternalMediaDirs()[0])},
    };
    for (String[] f : folders) {
      assertEquals(f[0], f[1].replaceFirst("/$", ""));
    }
  }

  @Test
  void itsFilesAreThere() throws IOException {
    for (File dir :
        List.of(
            app().getFilesDir(),
            app().getCacheDir(),
            app().getExternalFilesDir(null),
            Environment.getExternalStorageDirectory())) {
      File f = new File(dir, "x.txt");
      assertTrue(f.createNewFile(), f::toString);
      Files.writeString(f.toPath(), "x");
      assertEquals(1, f.length());
    }
  }

  @Test
  void sharedStorageIsMountedAndAPartOfThePhones() {
    assertEquals(Environment.MEDIA_MOUNTED, Environment.getExternalStorageState());
    assertEquals(
        Environment.MEDIA_MOUNTED,
        Environment.getExternalStorageState(app().getExternalFilesDir(null)));
    assertTrue(Environment.isExternalStorageEmulated());
    assertTrue(Environment.isExternalStorageEmulated(app().getExternalCacheDir()));
  }

  /** The ids of an app: the first one of an ordinary phone's has the user 10000. */
  @Test
  void aProcessHasItsIds() {
    assertEquals(1, Process.myPid());
    assertTrue(Process.isApplicationUid(Process.myUid()));
    assertEquals(app().getApplicationInfo().uid, Process.myUid());
    assertEquals("dev.talpa.field", AppProcess.current().packageName());
  }

  @Test
  void whoKillsItselfExitsWith9() {
    Map<?, ?> r = refusedBy(() -> Process.killProcess(Process.myPid()));
    assertEquals("app", r.get("kind"));
    assertEquals(9L, events("exit").get(0).get("code"));
    assertTrue(traces().isEmpty());
  }

  private static Map<?, ?> refusedBy(Runnable r) {
    new android.os.Handler(android.os.Looper.getMainLooper()).post(r);
    String message = refused("wait", Map.of("ms", 0));
    return Map.of("kind", message.startsWith("exit") ? "app" : message);
  }

  @Test
  void othersAreNotKilled() {
    main(() -> Process.killProcess(Process.myPid() + 1));
    assertTrue(events("exit").isEmpty());
  }

  @Test
  void codeOfTheAppIsTheAppsOnly() throws ClassNotFoundException {
    assertTrue(AppCode.isApp(ProcessTest.class.getName()));
    assertFalse(AppCode.isApp("android.app.Activity"));
    assertFalse(AppCode.isApp("java.lang.String"));
    assertFalse(AppCode.isApp("no.such.Class"));
    assertTrue(AppCode.isOnStack(new Throwable()));
    assertEquals(getClass(), AppCode.forName(getClass().getName()));
    assertThrows(ClassNotFoundException.class, () -> AppCode.forName("no.such.Class"));
    ClassLoader system = AppCode.getSystemClassLoader();
    assertThrows(ClassNotFoundException.class, () -> system.loadClass(getClass().getName()));
    assertNotNull(system.loadClass("android.app.Activity"));
  }

  @Test
  @Aimed(99)
  void anAppForALaterAndroidIsTreatedAsForThisOne() throws NameNotFoundException {
    ApplicationInfo mine = app().getApplicationInfo();
    assertEquals(99, TargetVersion.of(mine), "what its manifest says");
    assertEquals(android.os.Build.VERSION.SDK_INT, TargetVersion.known(99));
    ApplicationInfo other = new ApplicationInfo();
    other.packageName = "other";
    other.targetSdkVersion = 7;
    assertEquals(7, TargetVersion.of(other));
  }

  @Test
  void aChangeThatNobodyKnowsIsAMistake() {
    assertThrows(IllegalArgumentException.class, () -> Behavior.has("no such change"));
  }

  private static Intent intent(Object... pairs) {
    Map<String, Object> m = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      m.put((String) pairs[i], pairs[i + 1]);
    }
    return IntentParams.intent(new Params(m));
  }

  @Test
  void anIntentIsMadeOfTheWordsOfAm() {
    Intent i =
        intent(
            "action",
            Intent.ACTION_VIEW,
            "data",
            "content://x/1",
            "type",
            "text/plain",
            "component",
            "a.b/.C",
            "categories",
            List.of(Intent.CATEGORY_DEFAULT),
            "flags",
            (long) Intent.FLAG_ACTIVITY_NEW_TASK);
    assertEquals(Intent.ACTION_VIEW, i.getAction());
    assertEquals("content://x/1 text/plain", i.getData() + " " + i.getType());
    assertEquals("a.b/a.b.C", i.getComponent().flattenToString());
    assertTrue(i.hasCategory(Intent.CATEGORY_DEFAULT));
    assertEquals(Intent.FLAG_ACTIVITY_NEW_TASK, i.getFlags());
    Intent empty = intent();
    assertNull(empty.getAction());
    assertNull(empty.getData());
    assertNull(empty.getExtras());
  }

  @Test
  void extrasHaveTheTypesOfTheirValues() {
    Map<String, Object> extras = new LinkedHashMap<>();
    extras.put("flag", true);
    extras.put("whole", 7L);
    extras.put("real", 2.5);
    extras.put("large", 1L << 40);
    extras.put("text", "x");
    extras.put("uri", Map.of("uri", "file:///x"));
    extras.put("none", null);
    extras.put("long", Map.of("long", 5L));
    extras.put("longest", Map.of("long", Long.MAX_VALUE));
    extras.put("float", Map.of("float", 1.5));
    extras.put("double", Map.of("double", 2L));
    extras.put("component", Map.of("component", "p/.C"));
    Intent i = intent("extras", extras);
    assertTrue(i.getBooleanExtra("flag", false));
    assertEquals(7, i.getIntExtra("whole", 0));
    assertEquals(2.5, i.getDoubleExtra("real", 0));
    assertEquals((double) (1L << 40), i.getDoubleExtra("large", 0));
    assertEquals(5, i.getLongExtra("long", 0));
    assertEquals(Long.MAX_VALUE, i.getLongExtra("longest", 0));
    assertEquals(1.5f, i.getFloatExtra("float", 0));
    assertEquals(2.0, i.getDoubleExtra("double", 0));
    assertEquals(
        new ComponentName("p", "p.C"), i.getParcelableExtra("component", ComponentName.class));
    assertEquals("x", i.getStringExtra("text"));
    assertEquals(Uri.parse("file:///x"), i.getParcelableExtra("uri", Uri.class));
    assertFalse(i.hasExtra("none"));
    assertEquals(
        "extra \"x\" has no type that is known",
        assertThrows(WireException.class, () -> intent("extras", Map.of("x", Map.of("short", 1))))
            .getMessage());
  }

  // ---- storage that is full, or not there ----

  /** SQLite writes its journal before it changes anything: it cannot, and reading goes on. */
  @Test
  void aDatabaseInFullStorageIsReadAndNotChanged() {
    try (SQLiteDatabase db = app().openOrCreateDatabase("full.db", 0, null)) {
      db.execSQL("CREATE TABLE t (x INTEGER)");
      db.execSQL("INSERT INTO t VALUES (1)");
      Storage.setFull(true);
      for (String sql :
          List.of(
              "INSERT INTO t VALUES (2)",
              " update t SET x = 3",
              "DELETE\nFROM t",
              "DROP TABLE t",
              "VACUUM;",
              "CREATE TABLE u (y)")) {
        SQLiteFullException e = assertThrows(SQLiteFullException.class, () -> db.execSQL(sql), sql);
        assertTrue(e.getMessage().startsWith("database or disk is full"), e.getMessage());
      }
      db.execSQL("CREATE TABLE IF NOT EXISTS t (x INTEGER)");
      assertEquals(1, DatabaseUtils.longForQuery(db, "SELECT sum(x) FROM t", null));
      try (SQLiteDatabase memory = SQLiteDatabase.create(null)) {
        memory.execSQL("CREATE TABLE t (x INTEGER)");
      }
      Storage.setFull(false);
      db.execSQL("INSERT INTO t VALUES (2)");
      assertEquals(3, DatabaseUtils.longForQuery(db, "SELECT sum(x) FROM t", null));
    } finally {
      Storage.setFull(false);
    }
  }

  @Test
  void sharedStorageIsInTheStateThatTheUserBroughtItInto() {
    assertTrue(Storage.isWritable());
    Storage.setState(Environment.MEDIA_MOUNTED_READ_ONLY);
    try {
      assertEquals("mounted_ro", Environment.getExternalStorageState());
      assertEquals("mounted_ro", Environment.getExternalStorageState(app().getFilesDir()));
      assertFalse(Storage.isWritable());
    } finally {
      Storage.setState(Environment.MEDIA_MOUNTED);
    }
  }

  @Test
  void whatADeviceLacksIsToldOnce() {
    Unsupported.tell("native", "a codec");
    Unsupported.tell("native", "a codec");
    Unsupported.tell("media", "a codec");
    rest(0);
    assertEquals(
        List.of("native", "media"),
        events("unsupported").stream()
            .filter(e -> "a codec".equals(e.get("detail")))
            .map(e -> e.get("kind"))
            .toList());
  }

  /** A call that nothing models has the answer of its type, and is told once. */
  @Test
  void anAnswerThatIsMadeUpIsTold() throws NoSuchMethodException {
    assertNull(MadeUp.answer(Answers.class.getDeclaredMethod("text")));
    assertEquals(0, MadeUp.answer(Answers.class.getDeclaredMethod("count")));
    assertEquals(false, MadeUp.answer(Answers.class.getDeclaredMethod("flag")));
    assertEquals(0, MadeUp.answer(Answers.class.getDeclaredMethod("count")));
    assertNull(MadeUp.answer(Answers.class.getDeclaredMethod("nothing")));
    assertEquals(List.of(), MadeUp.answer(Answers.class.getDeclaredMethod("list")));
    assertEquals(0, ((int[]) MadeUp.answer(Answers.class.getDeclaredMethod("numbers"))).length);
    rest(0);
    assertEquals(
        List.of(
            "Answers.text answers null",
            "Answers.count answers 0",
            "Answers.flag answers false",
            "Answers.list answers []",
            "Answers.numbers answers []"),
        events("unsupported").stream()
            .map(e -> String.valueOf(e.get("detail")))
            .filter(d -> d.startsWith("Answers."))
            .toList());
  }

  /** A service of the system as nobody models it. */
  interface Answers {
    String text();

    int count();

    boolean flag();

    List<String> list();

    int[] numbers();

    void nothing();
  }

  @Test
  void aComponentThatIsNoneIsAUsageError() {
    assertEquals(
        "parameter \"component\" must be package/class",
        assertThrows(WireException.class, () -> intent("component", "nonsense")).getMessage());
  }

  // ---- what hangs on the process ----

  @Test
  void stateOfTheProcessIsMadeOnce() {
    PerApp<List<String>> notes = PerApp.of(ArrayList::new);
    assertEquals(List.of(), notes.get());
    notes.get().add("once");
    assertEquals(List.of("once"), notes.get());
    main(() -> assertEquals(List.of("once"), notes.get(), "on all threads"));
    assertTrue(traces().isEmpty(), traces().toString());
  }

  @Test
  void aFolderThatIsAskedForIsThere() {
    for (File f :
        new File[] {
          app().getFilesDir(),
          app().getCacheDir(),
          app().getCodeCacheDir(),
          app().getNoBackupFilesDir(),
          app().getDir("own", 0),
          app().getExternalFilesDir(null),
          app().getExternalFilesDir("Pictures"),
          app().getExternalCacheDir(),
          app().getObbDir(),
        }) {
      assertTrue(f.isDirectory() && f.canWrite(), f.toString());
    }
    assertEquals("app_own", app().getDir("own", 0).getName());
    assertEquals("Pictures", app().getExternalFilesDir("Pictures").getName());
    assertFalse(app().getDatabasePath("none.db").exists());
  }
}
