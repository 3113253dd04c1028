package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.TaskStackBuilder;
import android.content.Intent;
import android.util.AndroidRuntimeException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Intent flags, who asks whom, and navigation up, on the components of {@link TasksTest}. */
class TaskLaunchTest extends FieldTest {
  /** Launch mode singleTop; notes the data of its results. */
  public static final class Asker extends Screen {
    @Override
    protected void onActivityResult(int request, int code, Intent data) {
      super.onActivityResult(request, code, data);
      say("data " + (data == null ? "null" : data.getStringExtra("n")));
    }
  }

  /** Its parent is Root. */
  public static final class Child extends Screen {}

  private static final int NEW_TASK = Intent.FLAG_ACTIVITY_NEW_TASK;
  private static final int CLEAR_TASK = Intent.FLAG_ACTIVITY_CLEAR_TASK;
  private static final int CLEAR_TOP = Intent.FLAG_ACTIVITY_CLEAR_TOP;
  private static final int SINGLE_TOP = Intent.FLAG_ACTIVITY_SINGLE_TOP;

  private TasksTest.Root root;

  @Override
  void prepare() {
    root = open(TasksTest.Root.class);
    said();
  }

  private static <T extends Screen> T start(Screen from, Class<T> to, int flags) {
    main(() -> from.startActivity(intent(to).addFlags(flags)));
    return screen(to);
  }

  private static void back() {
    device("key", Map.of("code", "BACK"));
  }

  // ---- flags ----

  @Test
  void multipleTaskMakesATaskEachTime() {
    int flags = NEW_TASK | Intent.FLAG_ACTIVITY_MULTIPLE_TASK;
    int first = start(root, TasksTest.Next.class, flags).getTaskId();
    int second = start(root, TasksTest.Next.class, flags).getTaskId();
    assertNotEquals(root.getTaskId(), first);
    assertNotEquals(first, second);
  }

  @Test
  void newTaskJoinsTheTaskOfTheAffinity() {
    Screen next = start(root, TasksTest.Next.class, NEW_TASK);
    assertEquals(root.getTaskId(), next.getTaskId());
  }

  @Test
  void newTaskFindsTheTaskOfItsAffinityInTheBackground() {
    Screen apart = start(root, TasksTest.Apart.class, 0);
    Screen next = start(apart, TasksTest.Next.class, NEW_TASK);
    assertEquals(root.getTaskId(), next.getTaskId());
    said();
    back();
    assertTrue(said().contains("Root resume"), "Root is below it, not Apart");
  }

  @Test
  void noHistoryByFlagNothingLeadsBack() {
    Screen next = start(root, TasksTest.Next.class, Intent.FLAG_ACTIVITY_NO_HISTORY);
    start(next, TasksTest.Single.class, 0);
    assertTrue(next.isDestroyed());
    back();
    assertTrue(said().contains("Root resume"));
  }

  @Test
  void noUserActionIsNoLeave() {
    start(root, TasksTest.Next.class, Intent.FLAG_ACTIVITY_NO_USER_ACTION);
    assertTrue(said().startsWith("Root pause, Next create"));
  }

  @Test
  void singleTopByFlagIsDeliveredOnTopOnly() {
    Screen next = start(root, TasksTest.Next.class, 0);
    said();
    assertSame(next, start(next, TasksTest.Next.class, SINGLE_TOP));
    assertSaid("Next pause", "Next new intent", "Next resume");
    start(next, TasksTest.Single.class, 0);
    assertNotSame(next, start(screen(TasksTest.Single.class), TasksTest.Next.class, SINGLE_TOP));
  }

  @Test
  void clearTopWithoutAnInstanceGoesOnTop() {
    Screen next = start(root, TasksTest.Next.class, CLEAR_TOP);
    assertFalse(root.isFinishing());
    assertEquals(root.getTaskId(), next.getTaskId());
  }

  @Test
  void clearTaskEndsTheSameActivityToo() {
    assertNotSame(root, start(root, TasksTest.Root.class, NEW_TASK | CLEAR_TASK));
    assertTrue(root.isDestroyed());
    back();
    assertTrue(said().endsWith("Root destroy"), "nothing is below it");
  }

  @Test
  void taskOnHomeLeadsBackToHome() {
    Screen apart = start(root, TasksTest.Apart.class, NEW_TASK | Intent.FLAG_ACTIVITY_TASK_ON_HOME);
    said();
    back();
    assertTrue(apart.isDestroyed());
    assertSaid("Apart pause", "Apart stop", "Apart destroy");
  }

  @Test
  void aResultCannotBeForwardedAndAskedFor() {
    Intent both = intent(TasksTest.Next.class).addFlags(Intent.FLAG_ACTIVITY_FORWARD_RESULT);
    main(
        () -> {
          Exception e =
              assertThrows(
                  AndroidRuntimeException.class, () -> root.startActivityForResult(both, 5));
          assertEquals("FORWARD_RESULT_FLAG used while also requesting a result", e.getMessage());
        });
  }

  @Test
  void anAliasStartsItsTarget() {
    Intent alias = new Intent().setClassName(app(), "dev.talpa.field.Alias");
    main(() -> root.startActivity(alias));
    assertEquals(alias.getComponent(), screen(TasksTest.Next.class).getComponentName());
    back();
    assertTrue(said().contains("Root resume"));
  }

  // ---- several at once ----

  @Test
  void aBuiltTaskTakesThePlaceOfTheOldOne() {
    main(
        () ->
            TaskStackBuilder.create(app())
                .addNextIntent(intent(TasksTest.Root.class))
                .addNextIntent(intent(TasksTest.Next.class))
                .startActivities());
    assertTrue(root.isDestroyed());
    assertSame(root, screen(TasksTest.Root.class), "the new one is made when it is seen");
    back();
    assertNotSame(root, screen(TasksTest.Root.class));
    assertTrue(screen(TasksTest.Root.class).isTaskRoot());
  }

  @Test
  void theNextOfSeveralFollowsTheOneBeforeIntoItsTask() {
    main(
        () ->
            root.startActivities(
                new Intent[] {intent(TasksTest.Apart.class), intent(TasksTest.Next.class)}));
    int task = screen(TasksTest.Next.class).getTaskId();
    assertNotEquals(root.getTaskId(), task);
    back();
    assertEquals(task, screen(TasksTest.Apart.class).getTaskId());
  }

  // ---- who asks whom ----

  @Test
  void whoIsAskedKnowsWhoAsks() {
    main(() -> root.startActivityForResult(intent(TasksTest.Next.class), 5));
    Screen next = screen(TasksTest.Next.class);
    assertEquals(root.getComponentName(), next.getCallingActivity());
    assertEquals(app().getPackageName(), next.getCallingPackage());
    assertNull(start(next, TasksTest.Single.class, 0).getCallingActivity());
  }

  @Test
  void aResultHasData() {
    Asker asker = start(root, Asker.class, 0);
    main(() -> asker.startActivityForResult(intent(TasksTest.Next.class), 5));
    said();
    main(
        () -> {
          screen(TasksTest.Next.class).setResult(3, new Intent().putExtra("n", "v"));
          screen(TasksTest.Next.class).finish();
        });
    assertTrue(said().contains("Asker result 5 3, data v, Asker resume"));
  }

  @Test
  void theResultsOfTwoComeInTheirOrder() {
    Asker asker = start(root, Asker.class, 0);
    main(
        () -> {
          asker.startActivityForResult(intent(TasksTest.Next.class), 1);
          asker.startActivityForResult(intent(TasksTest.Single.class), 2);
        });
    said();
    back();
    assertFalse(said().contains("result"), "another one covers who asked");
    back();
    assertTrue(said().contains("Asker result 2 0, data null, Asker result 1 0, data null"));
  }

  @Test
  void aNegativeNumberAsksForNoResult() {
    main(() -> root.startActivityForResult(intent(TasksTest.Next.class), -1));
    said();
    back();
    assertFalse(said().contains("result"));
  }

  @Test
  void whoIsOnTopAlreadyAnswersThatItIsCancelled() {
    Asker asker = start(root, Asker.class, 0);
    said();
    main(() -> asker.startActivityForResult(intent(Asker.class), 5));
    assertSaid("Asker pause", "Asker result 5 0", "data null", "Asker new intent", "Asker resume");
  }

  @Test
  void nobodyHearsTheAnswerToWhoIsGone() {
    Asker asker = start(root, Asker.class, 0);
    main(
        () -> {
          asker.startActivityForResult(intent(TasksTest.Next.class), 5);
          asker.finish();
        });
    said();
    back();
    assertTrue(said().contains("Root resume"));
    assertTrue(traces().isEmpty());
  }

  // ---- up ----

  @Test
  void upRemakesAStandardParent() {
    Child child = start(root, Child.class, 0);
    main(() -> assertTrue(child.onNavigateUp()));
    assertTrue(child.isDestroyed());
    assertTrue(root.isDestroyed());
    assertFalse(screen(TasksTest.Root.class).isDestroyed());
  }

  @Test
  void upWithClearTopKeepsTheParent() {
    Child child = start(root, Child.class, 0);
    said();
    main(() -> assertTrue(child.navigateUpTo(child.getParentActivityIntent().addFlags(CLEAR_TOP))));
    assertSame(root, screen(TasksTest.Root.class));
    assertTrue(said().contains("Root new intent, Root resume"));
  }

  @Test
  void upEndsWhatIsBetween() {
    Screen next = start(root, TasksTest.Next.class, 0);
    Child child = start(next, Child.class, 0);
    main(() -> assertTrue(child.navigateUpTo(child.getParentActivityIntent())));
    assertTrue(child.isDestroyed());
    assertTrue(next.isDestroyed());
  }

  @Test
  void upToAParentThatIsNotThereOnlyEndsTheChild() {
    Child child = start(root, Child.class, NEW_TASK | CLEAR_TASK);
    said();
    main(() -> assertFalse(child.navigateUpTo(child.getParentActivityIntent())));
    assertSaid("Child pause", "Child stop", "Child destroy");
  }

  // ---- ends ----

  @Test
  void theRootThatRemovesItsTaskEndsAllAbove() {
    Screen next = start(root, TasksTest.Next.class, 0);
    main(root::finishAndRemoveTask);
    assertTrue(root.isDestroyed());
    assertTrue(next.isDestroyed());
    said();
    device("recents", Map.of());
    assertSaid("");
  }

  @Test
  void whoIsNotTheRootEndsItselfOnly() {
    Screen next = start(root, TasksTest.Next.class, 0);
    main(next::finishAndRemoveTask);
    assertTrue(next.isDestroyed());
    assertFalse(root.isDestroyed());
  }

  @Test
  void finishTwiceIsOneEnd() {
    Screen next = start(root, TasksTest.Next.class, 0);
    said();
    main(
        () -> {
          next.finish();
          next.finish();
        });
    assertSaid(
        "Next pause", "Root restart", "Root start", "Root resume", "Next stop", "Next destroy");
  }

  @Test
  void whoIsCoveredEndsInSilence() {
    start(root, TasksTest.Next.class, 0);
    said();
    main(root::finish);
    assertSaid("Root destroy");
    back();
    assertTrue(said().endsWith("Next destroy"));
  }
}
