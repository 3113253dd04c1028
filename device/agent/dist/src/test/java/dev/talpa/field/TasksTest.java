package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.ActivityManager;
import android.app.LocalActivityManager;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.os.Bundle;
import android.util.AndroidRuntimeException;
import android.view.WindowManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Activities in their tasks: launch modes and flags, results, order of callbacks, the back stack.
 */
class TasksTest extends FieldTest {
  public static final class Root extends Screen {}

  public static final class Next extends Screen {}

  /** Launch mode singleTop. */
  public static final class Single extends Screen {}

  /** Launch mode singleTask, in the app's task. */
  public static final class Home extends Screen {}

  /** Launch mode singleTask, with an affinity of its own. */
  public static final class Apart extends Screen {}

  /** Launch mode singleInstance. */
  public static final class Alone extends Screen {}

  /** Has no history. */
  public static final class Passing extends Screen {}

  /** Does not cover what is below it. */
  public static final class Glass extends Screen {}

  /** Finishes itself in onCreate. */
  public static final class Trampoline extends Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      startActivity(new Intent(this, Next.class));
      finish();
    }
  }

  /** Handles rotations itself. */
  public static final class Steady extends Screen {
    @Override
    public void onConfigurationChanged(android.content.res.Configuration c) {
      super.onConfigurationChanged(c);
      say("Steady configuration " + c.orientation);
    }
  }

  private Root root;

  @Override
  void prepare() {
    root = open(Root.class);
    assertSaid("Root create", "Root start", "Root resume");
  }

  private static void start(Screen from, Class<?> to, int flags) {
    main(() -> from.startActivity(intent(to).addFlags(flags)));
  }

  private static void start(Screen from, Class<?> to) {
    start(from, to, 0);
  }

  private static void back() {
    device("key", Map.of("code", "BACK"));
  }

  /** NavUtils asks it before it goes up: another affinity is another app's task. */
  @Test
  void upNeedsAnotherTaskWhereTheAffinityIsAnother() {
    assertFalse(root.shouldUpRecreateTask(intent(Next.class)), "the app's own");
    assertTrue(root.shouldUpRecreateTask(intent(Apart.class)), "with an affinity of its own");
    assertEquals(List.of(), events("unsupported"));
  }

  /** As in the tabs of old apps: the system knows only the one around it. */
  @Test
  @SuppressWarnings("deprecation")
  void anActivityInsideAnotherOneIsInNoTask() {
    Next[] inner = {null};
    main(
        () -> {
          LocalActivityManager all = new LocalActivityManager(root, true);
          all.dispatchCreate(null);
          all.dispatchResume();
          all.startActivity("inner", intent(Next.class));
          inner[0] = (Next) all.getActivity("inner");
        });
    assertTrue(inner[0].isChild());
    assertEquals(-1, inner[0].getTaskId());
    assertFalse(inner[0].isTaskRoot());
    assertEquals(List.of(), events("unsupported"));
  }

  // ---- the order of callbacks ----

  @Test
  void theOldOnePausesFirstAndStopsLast() {
    start(root, Next.class);
    assertSaid(
        "Root leave",
        "Root pause",
        "Next create",
        "Next start",
        "Next resume",
        "Root stop",
        "Root save");
    back();
    assertSaid(
        "Next pause", "Root restart", "Root start", "Root resume", "Next stop", "Next destroy");
  }

  @Test
  @Aimed(27)
  void stateIsSavedBeforeTheStopOfOlderApps() {
    start(root, Next.class);
    assertTrue(said().endsWith("Next resume, Root save, Root stop"));
  }

  @Test
  void belowGlassAnActivityIsPausedOnly() {
    start(root, Glass.class);
    assertSaid("Root leave", "Root pause", "Glass create", "Glass start", "Glass resume");
    back();
    assertSaid("Glass pause", "Root resume", "Glass stop", "Glass destroy");
  }

  @Test
  void finishedInOnCreateAnActivityNeverStarts() {
    start(root, Trampoline.class);
    String all = said();
    String first =
        "Root leave, Root pause, Trampoline create, Next create, Next start, Next resume";
    assertTrue(all.startsWith(first), all);
    assertTrue(all.contains("Trampoline destroy"), all);
    assertFalse(all.contains("Trampoline start"), all);
    back();
    assertTrue(said().contains("Root resume"), "the trampoline is not in the way");
  }

  @Test
  void homeAndBackStopsAndRestarts() {
    device("home", Map.of());
    assertSaid("Root leave", "Root pause", "Root stop", "Root save");
    device("recents", Map.of());
    assertSaid("Root restart", "Root start", "Root resume");
  }

  @Test
  void aRotationMakesItAnew() {
    device("rotate", Map.of("rotation", 1));
    assertSaid(
        "Root pause",
        "Root stop",
        "Root save",
        "Root destroy",
        "Root create again",
        "Root start",
        "Root resume");
    assertNotSame(root, screen(Root.class));
  }

  @Test
  void unlessItHandlesThatItself() {
    start(root, Steady.class);
    said();
    device("rotate", Map.of("rotation", 1));
    assertSaid("Steady configuration 2");
    back();
    assertTrue(said().contains("Root create again"), "the one below is made anew when it is seen");
  }

  @Test
  void recreateIsARotationOnTheSpot() {
    main(root::recreate);
    assertSaid(
        "Root pause",
        "Root stop",
        "Root save",
        "Root destroy",
        "Root create again",
        "Root start",
        "Root resume");
  }

  @Test
  void recreateTwiceInOneGoIsOneRecreation() {
    main(
        () -> {
          root.recreate();
          root.recreate();
        });
    assertSaid(
        "Root pause",
        "Root stop",
        "Root save",
        "Root destroy",
        "Root create again",
        "Root start",
        "Root resume");
    Root again = screen(Root.class);
    main(again::recreate);
    assertTrue(again.isDestroyed(), "a later one is done, too");
  }

  @Test
  void aNewIntentComesBetweenPauseAndResume() {
    start(root, Single.class);
    said();
    start(screen(Single.class), Single.class);
    assertSaid("Single pause", "Single new intent", "Single resume");
  }

  // ---- launch modes and flags ----

  @Test
  void aStandardActivityIsMadeEachTime() {
    start(root, Next.class);
    Screen first = screen(Next.class);
    start(first, Next.class);
    assertNotSame(first, screen(Next.class));
    assertEquals(root.getTaskId(), first.getTaskId());
  }

  @Test
  void aSingleTopThatIsNotOnTopIsMadeAgain() {
    start(root, Single.class);
    Screen first = screen(Single.class);
    start(first, Next.class);
    start(screen(Next.class), Single.class);
    assertNotSame(first, screen(Single.class));
  }

  @Test
  void aSingleTaskClearsWhatIsAboveIt() {
    start(root, Home.class);
    Screen home = screen(Home.class);
    start(home, Next.class);
    start(screen(Next.class), Next.class);
    said();
    start(screen(Next.class), Home.class);
    assertSame(home, screen(Home.class));
    assertTrue(screen(Next.class).isDestroyed());
    assertTrue(said().contains("Home new intent"));
  }

  @Test
  void aTaskOfItsOwnComesByAffinity() {
    start(root, Apart.class);
    Screen apart = screen(Apart.class);
    assertNotEquals(root.getTaskId(), apart.getTaskId());
    assertTrue(apart.isTaskRoot());
    start(apart, Next.class);
    assertEquals(apart.getTaskId(), screen(Next.class).getTaskId());
    back();
    back();
    assertTrue(said().endsWith("Root restart, Root start, Root resume, Apart stop, Apart destroy"));
  }

  @Test
  void nothingJoinsASingleInstance() {
    start(root, Alone.class);
    Screen alone = screen(Alone.class);
    start(alone, Next.class);
    assertNotEquals(alone.getTaskId(), screen(Next.class).getTaskId());
    assertEquals(root.getTaskId(), screen(Next.class).getTaskId());
  }

  @Test
  void clearTopEndsWhatIsAboveAndTheStandardOneItself() {
    start(root, Next.class);
    Screen next = screen(Next.class);
    start(next, Single.class);
    start(screen(Single.class), Next.class, Intent.FLAG_ACTIVITY_CLEAR_TOP);
    assertTrue(next.isDestroyed());
    assertTrue(screen(Single.class).isDestroyed());
    assertFalse(screen(Next.class).isDestroyed());
  }

  @Test
  void clearTopWithSingleTopKeepsIt() {
    start(root, Next.class);
    said();
    start(
        screen(Next.class),
        Root.class,
        Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP);
    assertSame(root, screen(Root.class));
    assertTrue(said().contains("Root new intent, Root resume"));
  }

  @Test
  void clearTaskBeginsAnew() {
    start(root, Next.class);
    start(
        screen(Next.class),
        Single.class,
        Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TASK);
    assertTrue(root.isDestroyed());
    assertTrue(screen(Next.class).isDestroyed());
    assertTrue(screen(Single.class).isTaskRoot());
  }

  @Test
  void reorderedToFrontItIsTheSame() {
    start(root, Next.class);
    start(screen(Next.class), Root.class, Intent.FLAG_ACTIVITY_REORDER_TO_FRONT);
    assertSame(root, screen(Root.class));
    said();
    back();
    assertTrue(said().contains("Next resume"), "the other one is below now");
  }

  @Test
  void withoutHistoryNothingLeadsBack() {
    start(root, Passing.class);
    start(screen(Passing.class), Next.class);
    assertTrue(screen(Passing.class).isDestroyed());
    said();
    back();
    assertTrue(said().contains("Root resume"));
  }

  @Test
  void severalAtOnceAreMadeWhenTheyAreSeen() {
    main(() -> root.startActivities(new Intent[] {intent(Single.class), intent(Next.class)}));
    String all = said();
    assertFalse(all.contains("Single create"), all);
    back();
    assertTrue(said().contains("Single create"));
    back();
    assertTrue(said().contains("Root resume"));
  }

  @Test
  void fromOutsideOfAnActivityItTakesANewTask() {
    main(
        () -> {
          Exception e =
              assertThrows(
                  AndroidRuntimeException.class, () -> app().startActivity(intent(Next.class)));
          assertTrue(
              e.getMessage()
                  .startsWith(
                      "Calling startActivity() from outside of an Activity context requires the"
                          + " FLAG_ACTIVITY_NEW_TASK flag."),
              e.getMessage());
        });
    main(() -> app().startActivity(intent(Next.class).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)));
    assertEquals(root.getTaskId(), screen(Next.class).getTaskId(), "its affinity has a task");
  }

  @Test
  void anActivityThatTheManifestLacks() {
    Intent none = new Intent().setClassName(app(), "dev.talpa.field.None");
    main(
        () -> {
          Exception e =
              assertThrows(ActivityNotFoundException.class, () -> root.startActivity(none));
          assertEquals(
              "Unable to find explicit activity class {dev.talpa.field/dev.talpa.field.None}; have"
                  + " you declared this activity in your AndroidManifest.xml, or does your intent"
                  + " not match its declared <intent-filter>?",
              e.getMessage());
        });
  }

  @Test
  void anActionThatNobodyTakes() {
    main(
        () -> {
          Exception e =
              assertThrows(
                  ActivityNotFoundException.class, () -> root.startActivity(new Intent("none")));
          assertEquals("No Activity found to handle Intent { act=none }", e.getMessage());
        });
  }

  // ---- results ----

  private void ask(Class<?> whom) {
    main(() -> root.startActivityForResult(intent(whom), 5));
    said();
  }

  @Test
  void aResultComesBeforeResume() {
    ask(Next.class);
    main(
        () -> {
          screen(Next.class).setResult(3, new Intent());
          screen(Next.class).finish();
        });
    assertSaid(
        "Next pause",
        "Root restart",
        "Root start",
        "Root result 5 3",
        "Root resume",
        "Next stop",
        "Next destroy");
  }

  @Test
  void backIsACancellation() {
    ask(Next.class);
    back();
    assertTrue(said().contains("Root result 5 0"));
  }

  @Test
  void aNewTaskAnswersAtOnceThatItIsCancelled() {
    main(
        () ->
            root.startActivityForResult(
                intent(Apart.class).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK), 5));
    String all = said();
    assertTrue(all.contains("Root result 5 0"), all);
  }

  @Test
  void aSingleTaskThatIsAskedForAResultJoinsTheAsker() {
    ask(Apart.class);
    assertEquals(root.getTaskId(), screen(Apart.class).getTaskId());
  }

  @Test
  void whoForwardsTheResultIsLeftOut() {
    ask(Next.class);
    main(
        () -> {
          screen(Next.class)
              .startActivity(intent(Single.class).addFlags(Intent.FLAG_ACTIVITY_FORWARD_RESULT));
          screen(Next.class).finish();
        });
    said();
    main(
        () -> {
          screen(Single.class).setResult(4);
          screen(Single.class).finish();
        });
    assertTrue(said().contains("Root result 5 4"));
  }

  @Test
  void finishActivityEndsWhomItAsked() {
    ask(Next.class);
    main(() -> root.finishActivity(5));
    assertTrue(screen(Next.class).isDestroyed());
    assertTrue(said().contains("Root result 5 0"));
  }

  // ---- ends ----

  @Test
  void finishAffinityEndsAllBelow() {
    start(root, Next.class);
    main(screen(Next.class)::finishAffinity);
    assertTrue(root.isDestroyed());
    assertTrue(screen(Next.class).isDestroyed());
  }

  @Test
  void finishAffinityIsNotForWhoHasAResult() {
    start(root, Next.class);
    main(
        () -> {
          screen(Next.class).setResult(1);
          Exception e =
              assertThrows(IllegalStateException.class, screen(Next.class)::finishAffinity);
          assertEquals("Can not be called to deliver a result", e.getMessage());
        });
  }

  @Test
  void aTaskGoesToTheBackAndComesAgain() {
    start(root, Next.class);
    main(() -> assertFalse(screen(Next.class).moveTaskToBack(false), "it is not the root"));
    main(() -> assertTrue(screen(Next.class).moveTaskToBack(true)));
    said();
    device("recents", Map.of());
    assertSaid("Next restart", "Next start", "Next resume");
  }

  @Test
  void theLauncherBringsTheTaskAsItIs() {
    start(root, Next.class);
    device("home", Map.of());
    said();
    open(Root.class);
    assertSaid("Next restart", "Next start", "Next resume");
  }

  @Test
  void tasksTellOfThemselves() {
    start(root, Next.class);
    ActivityManager m = app().getSystemService(ActivityManager.class);
    var task = m.getAppTasks().get(0).getTaskInfo();
    assertEquals(2, task.numActivities);
    assertEquals(Root.class.getName(), task.baseActivity.getClassName());
    assertEquals(Next.class.getName(), task.topActivity.getClassName());
    assertTrue(root.isTaskRoot());
    assertFalse(screen(Next.class).isTaskRoot());
  }

  private static boolean forward(Screen s) {
    WindowManager.LayoutParams p =
        (WindowManager.LayoutParams) s.getWindow().getDecorView().getLayoutParams();
    return (p.softInputMode & WindowManager.LayoutParams.SOFT_INPUT_IS_FORWARD_NAVIGATION) != 0;
  }

  /** ActivityRecord: forward is what opens or comes to the front, no closing and no change. */
  @Test
  void anActivityThatIsComeBackToIsNotResumedAsNew() {
    Screen root = open(Root.class);
    main(
        () ->
            root.getWindow()
                .getDecorView()
                .getViewTreeObserver()
                .addOnWindowFocusChangeListener(
                    has -> {
                      if (has) { // right after this the bit is cleared
                        say(forward(root) ? "forward" : "back");
                      }
                    }));
    main(() -> root.startActivity(intent(Next.class)));
    said();
    key("BACK");
    String all = said();
    assertTrue(all.contains("back"), all);
    device("home", Map.of());
    said();
    device("recents", Map.of());
    all = said();
    assertTrue(all.contains("forward"), all);
  }
}
