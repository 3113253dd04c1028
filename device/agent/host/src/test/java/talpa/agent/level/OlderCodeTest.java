package talpa.agent.level;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** An app's code on an older platform: classes of this test are the platform and the app. */
public class OlderCodeTest {
  private static final String BASE = "talpa/agent/level/OlderCodeTest$";

  /**
   * Came when: View.late, View.hook, View.LATE and all of Watcher but told and seen without a
   * parameter with 21, View.late and View.LATE for the platform itself with 18; Widget had hook
   * from the beginning, Elder before always.
   */
  private static final String TABLE =
      "# a comment\n"
          + BASE
          + "View 0 -18 LATE:I late()I 21 LATE:I hook()I late()I named()I\n"
          + BASE
          + "Widget 0 0 hook()I\n"
          + BASE
          + "Watcher 0 21 before()I must()I seen(II)I\n"
          + BASE
          + "Elder 0 0 before()I\n"
          + BASE
          + "Later 21 23 member()V\n";

  /** A class of the framework, the present one. */
  public static class View {
    public static int LATE = 1;

    public int late() {
      return 1;
    }

    public int hook() {
      return 2;
    }

    public int named() {
      return 3;
    }

    public int run() {
      return hook() * 10 + named();
    }
  }

  /** Another one. */
  public static class Widget extends View {}

  /** An interface of the framework that got more methods. */
  public interface Watcher {
    default int before() {
      return 1;
    }

    int must();

    int told();

    int seen();

    int seen(int x, int y);

    /** What the framework does with one. */
    static int tell(Watcher w) {
      return w.seen(7, 8) * 1000 + w.before() * 100 + w.must() * 10 + w.told();
    }
  }

  /** Another one, which had one of them from the beginning. */
  public interface Elder {
    int before();
  }

  /** A class that came later. */
  public static class Later {}

  /** An interface of the app's with a method that the framework has later. */
  public interface Named {
    int named();
  }

  /** A class of the app. */
  public static class AppView extends View implements Named {
    @Override
    public int hook() {
      return 5;
    }

    @Override
    public int named() {
      return 6;
    }
  }

  /** Another one, for which the framework always had the hook. */
  public static class AppWidget extends Widget {
    @Override
    public int hook() {
      return 7;
    }
  }

  /** Watches by a class of the app's between. */
  public abstract static class AppWatcherBase implements Watcher {
    @Override
    public int told() {
      return 4;
    }

    @Override
    public int seen() {
      return 5;
    }
  }

  /** Watches. */
  public static class AppWatcher extends AppWatcherBase {
    @Override
    public int before() {
      return 2;
    }

    @Override
    public int must() {
      return 3;
    }

    @Override
    public int seen(int x, int y) {
      return x - 1;
    }
  }

  /** Watches, and is called by a method that the framework always had. */
  public static class AppElder extends AppWatcher implements Elder {
    @Override
    public int before() {
      return 9;
    }
  }

  /** What the app does. */
  public static class Acts {
    public static Object callsLate() {
      return new AppView().late();
    }

    public static Object readsLate() {
      return View.LATE;
    }

    public static Object writesLate() {
      View.LATE = 2;
      return null;
    }

    public static Object callsOwnHook() {
      return new AppView().hook();
    }

    public static Object frameworkCallsHook() {
      return new AppView().run();
    }

    public static Object frameworkCallsWidgetHook() {
      return new AppWidget().run();
    }

    public static Object frameworkTellsWatcher() {
      return Watcher.tell(new AppWatcher());
    }

    public static Object frameworkTellsElder() {
      return Watcher.tell(new AppElder());
    }

    public static Object callsOwnWatcher() {
      return new AppWatcher().before();
    }

    public static Object looksUp() throws NoSuchMethodException {
      return View.class.getMethod("late");
    }

    public static Object looksUpOld() throws NoSuchMethodException {
      return View.class.getMethod("run").getName();
    }
  }

  private static byte[] classFile(String name) {
    try (InputStream in = OlderCodeTest.class.getResourceAsStream("/" + name + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isApp(String name) {
    return name.startsWith(BASE + "A") || name.equals(BASE + "Named");
  }

  private static OlderPlatform platform(int level) throws IOException {
    SinceTable t = new SinceTable(new BufferedReader(new StringReader(TABLE)), level);
    return new OlderPlatform(level, t, n -> isApp(n) ? null : classFile(n));
  }

  private static Object act(int level, String method) throws Exception {
    OlderPlatform p = platform(level);
    Reflection.set(p);
    OlderCode code = new OlderCode(p, n -> isApp(n) ? classFile(n) : null);
    ClassLoader app =
        new ClassLoader(OlderCodeTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            String internal = name.replace('.', '/');
            Class<?> known = findLoadedClass(name);
            if (known != null || !isApp(internal)) {
              return known != null ? known : super.loadClass(name, resolve);
            }
            byte[] b = code.apply(classFile(internal));
            return defineClass(name, b, 0, b.length);
          }
        };
    try {
      return app.loadClass((BASE + "Acts").replace('/', '.')).getMethod(method).invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception x ? x : new Exception(e.getCause());
    }
  }

  private static String failure(int level, String method) {
    return assertThrows(Exception.class, () -> act(level, method)).getCause().toString();
  }

  @Test
  public void lateMethodIsMissing() throws Exception {
    String dots = "talpa.agent.level.OlderCodeTest$";
    assertEquals("java.lang.NoSuchMethodError: " + dots + "AppView.late", failure(19, "callsLate"));
    assertEquals(1, act(21, "callsLate"));
  }

  @Test
  public void lateFieldIsMissing() throws Exception {
    String dots = "talpa.agent.level.OlderCodeTest$";
    assertEquals("java.lang.NoSuchFieldError: " + dots + "View.LATE", failure(19, "readsLate"));
    assertEquals("java.lang.NoSuchFieldError: " + dots + "View.LATE", failure(19, "writesLate"));
    assertEquals(1, act(21, "readsLate"));
  }

  @Test
  public void olderFrameworkDoesNotCallLateHook() throws Exception {
    assertEquals(26, act(19, "frameworkCallsHook"));
    assertEquals(56, act(21, "frameworkCallsHook"));
    assertEquals(5, act(19, "callsOwnHook"), "the app itself does");
  }

  @Test
  public void olderFrameworkDoesNotCallWhatAnInterfaceGotLater() throws Exception {
    assertEquals(
        5104, act(19, "frameworkTellsWatcher"), "seen() in place of seen(7, 8), no must()");
    assertEquals(6234, act(21, "frameworkTellsWatcher"));
    assertEquals(2, act(19, "callsOwnWatcher"), "the app itself does");
    assertEquals(5904, act(19, "frameworkTellsElder"), "another interface always had it");
  }

  @Test
  public void frameworkCallsWhatTheAppLacks() throws Exception {
    OlderPlatform p = platform(19);
    assertEquals(Set.of("must()I", "seen(II)I"), p.leavesLate(BASE + "Watcher"));
    assertEquals("seen()I", p.before(BASE + "Watcher", "seen(II)I"));
    assertNull(p.before(BASE + "Watcher", "must()I"));
    assertEquals(Set.of(), platform(21).leavesLate(BASE + "Watcher"));
  }

  @Test
  public void methodOfAnInterfaceOfTheAppKeepsItsName() throws Exception {
    assertEquals(6, ((Integer) act(19, "frameworkCallsHook")) % 10);
  }

  @Test
  public void subclassThatHadItEarlierKeepsIt() throws Exception {
    assertEquals(73, act(19, "frameworkCallsWidgetHook"));
  }

  @Test
  public void reflectionFindsWhatIsThere() throws Exception {
    assertThrows(NoSuchMethodException.class, () -> act(19, "looksUp"));
    assertEquals("late", ((java.lang.reflect.Method) act(21, "looksUp")).getName());
    assertEquals("run", act(19, "looksUpOld"));
  }

  @Test
  public void classesThatUseNothingLateStay() throws Exception {
    OlderPlatform p = platform(21);
    byte[] b = classFile(BASE + "AppView");
    assertSame(b, new OlderCode(p, n -> isApp(n) ? classFile(n) : null).apply(b));
  }

  @Test
  public void lateClasses() throws Exception {
    assertTrue(platform(19).lacks(BASE + "Later"));
    assertFalse(platform(21).lacks(BASE + "Later"));
  }

  @Test
  public void wordsOfArt() {
    assertEquals(
        "No virtual method setElevation(F)V in class Landroid/view/View; or its super classes"
            + " (declaration of 'android.view.View' appears in /system/framework/framework.jar)",
        Words.method(22, "android/view/View", "setElevation", "(F)V", 182));
    assertEquals(
        "No static field SUPPORTED_ABIS of type [Ljava/lang/String; in class Landroid/os/Build;"
            + " or its superclasses (declaration of 'android.os.Build' appears in"
            + " /system/framework/framework.jar)",
        Words.field(23, "android/os/Build", "SUPPORTED_ABIS", "[Ljava/lang/String;", true));
  }

  @Test
  public void wordsNameTheKindOfCall() {
    for (Object[] c :
        new Object[][] {
          {Opcodes.INVOKESTATIC, "of", "static"},
          {Opcodes.INVOKEINTERFACE, "of", "interface"},
          {Opcodes.INVOKESPECIAL, "of", "super"},
          {Opcodes.INVOKESPECIAL, "<init>", "direct"},
          {Opcodes.INVOKEVIRTUAL, "of", "virtual"},
        }) {
      String said = Words.method(21, "a/B", (String) c[1], "()V", (int) c[0]);
      assertTrue(said.startsWith("No " + c[2] + " method " + c[1] + "()V in class La/B;"), said);
    }
    assertTrue(Words.field(21, "a/B", "x", "I", false).startsWith("No instance field x of type I"));
    assertEquals("a.B.of", Words.method(20, "a/B", "of", "()V", Opcodes.INVOKESTATIC));
    assertEquals("a.B.x", Words.field(20, "a/B", "x", "I", true));
  }

  @Test
  public void wordsNameTheFileThatTheCoreLibraryIsInOnTheLevel() {
    String system = "/system/framework/";
    String apex = "/apex/com.android.";
    for (Object[] c :
        new Object[][] {
          {21, system + "core-libart.jar"},
          {23, system + "core-libart.jar"},
          {24, system + "core-oj.jar"},
          {28, system + "core-oj.jar"},
          {29, apex + "runtime/javalib/core-oj.jar"},
          {30, apex + "art/javalib/core-oj.jar"},
        }) {
      String said = Words.method((int) c[0], "java/util/List", "of", "()V", 184);
      assertTrue(said.endsWith(" 'java.util.List' appears in " + c[1] + ")"), said);
      said = Words.method((int) c[0], "android/A", "of", "()V", 184);
      assertTrue(said.endsWith(" appears in " + system + "framework.jar)"), said);
    }
  }

  @Test
  public void theTableTellsLateMembersFromOldOnesAndThoseOfParents() throws IOException {
    String row = "a/B 5 old()V 9 mid()V late:I 12 last()V\na/C 9 3 x()V\n";
    SinceTable t = new SinceTable(new BufferedReader(new StringReader("# " + row + row)), 8);
    assertEquals(false, t.member("a/B", "old()V"), "it is older than what is inherited");
    assertEquals(true, t.member("a/B", "mid()V"));
    assertEquals(true, t.member("a/B", "late:I"));
    assertEquals(true, t.member("a/B", "last()V"));
    assertNull(t.member("a/B", "late()V"));
    assertNull(t.member("a/C", "x()V"));
    assertTrue(t.isLate("a/C"), "the class itself");
    assertFalse(t.isLate("a/B"));
    assertTrue(t.mentions("mid()V"));
    assertFalse(t.mentions("old()V"));
    assertFalse(t.mentions("x()V"));
  }

  @Test
  public void reflectionLacksFieldsAndDeclaredMembersToo() throws Exception {
    Reflection.set(platform(17));
    assertThrows(NoSuchFieldException.class, () -> Reflection.getField(View.class, "LATE"));
    assertThrows(NoSuchFieldException.class, () -> Reflection.getDeclaredField(View.class, "LATE"));
    Exception e =
        assertThrows(
            NoSuchMethodException.class, () -> Reflection.getDeclaredMethod(View.class, "late"));
    assertEquals("late", e.getMessage());
    assertEquals("run", Reflection.getDeclaredMethod(View.class, "run").getName());
    Reflection.set(platform(18));
    assertThrows(NoSuchMethodException.class, () -> Reflection.getMethod(View.class, "late"));
    assertThrows(NoSuchFieldException.class, () -> Reflection.getField(View.class, "LATE"));
    assertEquals("late", Reflection.getDeclaredMethod(View.class, "late").getName(), "private");
    assertEquals("LATE", Reflection.getDeclaredField(View.class, "LATE").getName(), "private");
    assertThrows(
        NoSuchMethodException.class, () -> Reflection.getDeclaredMethod(View.class, "hook"));
    Reflection.set(platform(21));
    assertEquals("LATE", Reflection.getField(View.class, "LATE").getName());
    Reflection.set(null);
    assertEquals("late", Reflection.getMethod(View.class, "late").getName());
  }

  @Test
  public void generatedTable() {
    SinceTable t = SinceTable.read(19);
    assertTrue(t.isLate("android/app/job/JobScheduler"));
    assertTrue(t.isLate("java/util/function/Consumer"));
    assertTrue(t.isLate("java/time/LocalDate"));
    for (String old :
        new String[] {
          "android/view/View", "java/util/Objects", "java/lang/String", "java/io/File"
        }) {
      assertFalse(t.isLate(old), old);
    }
    assertEquals(true, t.member("android/view/View", "setElevation(F)V"));
    assertEquals(true, t.member("android/content/Context", "getColor(I)I"));
    assertEquals(true, t.member("android/os/Build", "SUPPORTED_ABIS:[Ljava/lang/String;"));
    assertEquals(
        true,
        t.member(
            "java/util/Map",
            "getOrDefault(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"));
    assertNull(t.member("android/view/View", "invalidate()V"));
    assertNull(t.member("java/lang/Throwable", "getMessage()Ljava/lang/String;"));
    assertTrue(SinceTable.read(18).isLate("java/util/Objects"));
    assertFalse(SinceTable.read(34).isLate("java/time/LocalDate"));
  }
}
