package talpa.agent.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {
  private static final StackTraceElement LOOP = f("talpa.agent.clock.MainLoop", "deliver", 79);

  @Test
  void unwrapsInstrumentedFramesAndDropsPlumbing() {
    List<String> got =
        Frames.of(
            new StackTraceElement[] {
              f("com.app.Main$1", "onClick", 10),
              f("android.view.View", "$$robo$$android_view_View$performClick", 8028),
              f("android.view.View", "performClick", -1),
              f("org.robolectric.shadows.ShadowView", "performClick", 5),
              f("android.os.Handler", "$$robo$$android_os_Handler$handleCallback", 959),
              f("android.os.Handler", "$$robo$$android_os_Handler$dispatchMessage", 100),
              f("org.robolectric.shadows.ShadowPausedLooper", "idle", 1),
              LOOP,
              f("talpa.agent.load.Dispatcher", "serve", 2),
            });
    assertEquals(
        List.of(
            "com.app.Main$1.onClick(Main.java:10)",
            "android.view.View.performClick(View.java:8028)",
            "android.os.Handler.handleCallback(Handler.java:959)",
            "android.os.Handler.dispatchMessage(Handler.java:100)",
            "android.os.Looper.loopOnce(Looper.java:232)"),
        got.subList(0, 5));
    assertTrue(got.get(got.size() - 1).startsWith("com.android.internal.os.ZygoteInit.main("));
  }

  @Test
  void framesOfAnAppNamedAsTheFrameworkStayWithoutLines() {
    List<String> got =
        Frames.of(
            new StackTraceElement[] {
              f("com.android.purse.a", "onClick", -1),
              f("android.view.View", "$$robo$$android_view_View$performClick", 8028),
              f("android.view.View", "performClick", -1),
            });
    assertEquals(2, got.size());
    assertTrue(got.get(0).startsWith("com.android.purse.a.onClick("), got.get(0));
    assertEquals("android.view.View.performClick(View.java:8028)", got.get(1));
  }

  @Test
  void namesConstructorsAndInitialisers() {
    List<String> got =
        Frames.of(
            new StackTraceElement[] {
              f("android.app.Dialog", "$$robo$$android_app_Dialog$__constructor__", 3),
              f("android.a.B$C", "$$robo$$android_a_B_C$__staticInitializer__", 4),
            });
    assertEquals(
        List.of("android.app.Dialog.<init>(Dialog.java:3)", "android.a.B$C.<clinit>(B.java:4)"),
        got);
  }

  @Test
  void partsOfAMethodAreOneFrame() {
    List<String> got =
        Frames.of(
            new StackTraceElement[] {
              f("com.app.Table", "talpa$7$fill", 30),
              f("com.app.Table", "talpa$9$fill", 20),
              f("com.app.Table", "fill", 10),
              f("com.app.Table", "fill", 5),
              f("com.app.Icons", "talpa$0$-clinit-", 3),
              f("com.app.Icons", "<clinit>", 1),
              f("com.app.Icon", "talpa$1$-init-", 2),
              f("com.app.Icon", "<init>", 2),
            });
    assertEquals(
        List.of(
            "com.app.Table.fill(Table.java:30)",
            "com.app.Table.fill(Table.java:5)",
            "com.app.Icons.<clinit>(Icons.java:3)",
            "com.app.Icon.<init>(Icon.java:2)"),
        got);
  }

  @Test
  void reflectionOfTheAppStays() {
    List<String> got =
        Frames.of(
            new StackTraceElement[] {
              f("com.app.Main", "go", 1),
              f("jdk.internal.reflect.DelegatingMethodAccessorImpl", "invoke", 43),
              f("java.lang.reflect.Method", "invoke", 569),
              f("com.app.Caller", "call", 2),
              f("java.lang.reflect.Method", "invoke", 569),
              f("org.robolectric.util.ReflectionHelpers", "call", 2),
              f("java.lang.Thread", "run", 840),
            });
    assertEquals(
        List.of(
            "com.app.Main.go(Main.java:1)",
            "java.lang.reflect.Method.invoke(Native Method)",
            "com.app.Caller.call(Caller.java:2)",
            "java.lang.Thread.run(Thread.java:840)"),
        got);
  }

  @Test
  void tellsWhatWasModelledAboveTheApp() {
    RuntimeException t = new RuntimeException("outer");
    t.setStackTrace(
        new StackTraceElement[] {
          f("org.robolectric.shadows.ShadowMediaPlayer$1", "start", 1),
          f("android.media.MediaPlayer", "start", -1),
          f("com.app.Main", "go", 1),
          f("org.robolectric.shadows.ShadowPausedLooper", "idle", 1),
        });
    assertEquals(
        List.of("org.robolectric.shadows.ShadowMediaPlayer"), Blame.modelled(t, List.of()));
  }

  @Test
  void whatWrapsACrashIsNotModelled() {
    RuntimeException cause = new IllegalStateException("inner");
    cause.setStackTrace(
        new StackTraceElement[] {
          f("com.app.Main", "onCreate", 1), f("talpa.agent.task.A", "b", 1)
        });
    RuntimeException t = new RuntimeException("Unable to start activity", cause);
    t.setStackTrace(
        new StackTraceElement[] {
          f("android.app.ActivityThread", "perform", 1), f("talpa.agent.task.A", "b", 1)
        });
    assertEquals(List.of(), Blame.modelled(t, List.of()));

    cause.setStackTrace(new StackTraceElement[] {f("talpa.agent.boot.C", "find", 1), LOOP});
    assertEquals(List.of("talpa.agent.boot.C", "talpa.agent.task.A"), Blame.modelled(t, List.of()));
  }

  @Test
  void causesShareTheirTail() {
    RuntimeException cause = new IllegalStateException("inner");
    cause.setStackTrace(
        new StackTraceElement[] {f("com.app.A", "b", 1), f("com.app.Main", "on", 2), LOOP});
    RuntimeException t = new RuntimeException("outer", cause);
    t.setStackTrace(new StackTraceElement[] {f("com.app.Main", "on", 3), LOOP});
    String text = TraceText.of(t, new ArtMessages(n -> null));
    assertTrue(
        text.startsWith("java.lang.RuntimeException: outer\n\tat com.app.Main.on(Main.java:3)\n"));
    assertTrue(
        text.contains(
            "Caused by: java.lang.IllegalStateException: inner\n"
                + "\tat com.app.A.b(A.java:1)\n"
                + "\tat com.app.Main.on(Main.java:2)\n"
                + "\t... 7 more\n"));
  }

  private static StackTraceElement f(String cls, String method, int line) {
    String file = cls.substring(cls.lastIndexOf('.') + 1).replaceAll("\\$.*", "") + ".java";
    return new StackTraceElement(cls, method, file, line);
  }
}
