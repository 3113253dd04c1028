package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A launcher's icon is touched while the app has a task, on the components of {@link TasksTest}.
 */
class TaskIconTest extends FieldTest {
  private static final int FLAGS =
      Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED;

  private static void icon(Class<?> launcher) {
    device(
        "start",
        Map.of(
            "component",
            app().getPackageName() + "/" + launcher.getName(),
            "action",
            Intent.ACTION_MAIN,
            "categories",
            List.of(Intent.CATEGORY_LAUNCHER),
            "flags",
            FLAGS));
  }

  private static <T extends Screen> T first(Class<T> launcher) {
    icon(launcher);
    return screen(launcher);
  }

  private static void start(Screen from, Class<?> to) {
    main(() -> from.startActivity(intent(to)));
  }

  private static void leaveAndTouch(Class<?> launcher) {
    device("home", Map.of());
    said();
    icon(launcher);
  }

  @Test
  void theTaskComesAsItWasLeft() {
    start(first(TasksTest.Root.class), TasksTest.Next.class);
    leaveAndTouch(TasksTest.Root.class);
    assertSaid("Next restart", "Next start", "Next resume");
  }

  @Test
  void soItDoesWhereTheLauncherFinishedAndThenStartedASingleTask() {
    TasksTest.Root splash = first(TasksTest.Root.class);
    main(
        () -> {
          splash.finish();
          splash.startActivity(intent(TasksTest.Home.class));
        });
    TasksTest.Home home = screen(TasksTest.Home.class);
    assertTrue((home.getIntent().getFlags() & Intent.FLAG_ACTIVITY_NEW_TASK) != 0);
    start(home, TasksTest.Next.class);
    leaveAndTouch(TasksTest.Root.class);
    assertSaid("Next restart", "Next start", "Next resume");
  }

  @Test
  void soItDoesWhereTheLauncherClearedItsTask() {
    TasksTest.Root splash = first(TasksTest.Root.class);
    int flags = Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TASK;
    main(() -> splash.startActivity(intent(TasksTest.Next.class).addFlags(flags)));
    start(screen(TasksTest.Next.class), TasksTest.Single.class);
    leaveAndTouch(TasksTest.Root.class);
    assertSaid("Single restart", "Single start", "Single resume");
  }

  @Test
  void aLauncherThatIsASingleTaskIsClearedTo() {
    start(first(TasksTest.Home.class), TasksTest.Next.class);
    leaveAndTouch(TasksTest.Home.class);
    String all = said();
    assertTrue(all.contains("Home new intent") && all.contains("Home resume"), all);
    assertTrue(all.contains("Next destroy"), all);
  }

  @Test
  void aLauncherThatIsASingleInstanceGetsTheIntent() {
    start(first(TasksTest.Alone.class), TasksTest.Next.class);
    leaveAndTouch(TasksTest.Alone.class);
    String all = said();
    assertTrue(all.contains("Alone new intent") && all.contains("Alone resume"), all);
    assertEquals(List.of(), traces());
  }

  @Test
  void onATaskThatAnotherIntentBeganTheLauncherComesOnTop() {
    open(TasksTest.Next.class); // without the flag of launchers, as a notification does
    leaveAndTouch(TasksTest.Root.class);
    assertSaid("Root create", "Root start", "Root resume");
    device("key", Map.of("code", "BACK"));
    assertTrue(said().contains("Next resume"));
  }
}
