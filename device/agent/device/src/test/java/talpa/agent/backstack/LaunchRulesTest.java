package talpa.agent.backstack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchRulesTest {
  private static final int STANDARD = ActivityInfo.LAUNCH_MULTIPLE;
  private static final int SINGLE_TOP = ActivityInfo.LAUNCH_SINGLE_TOP;
  private static final int SINGLE_TASK = ActivityInfo.LAUNCH_SINGLE_TASK;
  private static final int SINGLE_INSTANCE = ActivityInfo.LAUNCH_SINGLE_INSTANCE;

  private final TaskStack stack = new TaskStack();
  private final Task task = stack.create("app", base("A"), null);
  private final ActivityRecord a = push(task, record("A", STANDARD));

  private static Task.Base base(String name) {
    return new Task.Base(name, "key:" + name, false);
  }

  private static ActivityRecord record(String name, int mode) {
    return new ActivityRecord(name, "app", mode, null, null);
  }

  private static ActivityRecord push(Task t, ActivityRecord r) {
    r.task = t;
    t.activities.add(r);
    return r;
  }

  private LaunchPlan start(ActivityRecord target, int flags, ActivityRecord source) {
    return LaunchRules.plan(
        stack, new StartRequest(target, flags, source, false, "key:" + target.component(), null));
  }

  @Test
  void aStandardActivityGoesOnTop() {
    LaunchPlan p = start(record("A", STANDARD), 0, a);
    assertTrue(p.create());
    assertSame(task, p.task());
    assertEquals(List.of(), p.finish());
  }

  @Test
  void singleTopIsReusedOnlyOnTop() {
    ActivityRecord b = push(task, record("B", SINGLE_TOP));
    assertSame(b, start(record("B", SINGLE_TOP), 0, a).deliverTo());
    assertSame(b, start(record("B", STANDARD), Intent.FLAG_ACTIVITY_SINGLE_TOP, a).deliverTo());
    ActivityRecord c = push(task, record("C", STANDARD));
    assertTrue(start(record("B", SINGLE_TOP), 0, c).create());
  }

  @Test
  void clearTopFinishesWhatIsAbove() {
    ActivityRecord b = push(task, record("B", STANDARD));
    ActivityRecord c = push(task, record("C", STANDARD));
    LaunchPlan p = start(record("A", SINGLE_TOP), Intent.FLAG_ACTIVITY_CLEAR_TOP, c);
    assertEquals(List.of(c, b), p.finish());
    assertSame(a, p.deliverTo());
    assertFalse(p.create());
  }

  @Test
  void clearTopMakesAStandardActivityAnew() {
    ActivityRecord b = push(task, record("B", STANDARD));
    LaunchPlan p = start(record("A", STANDARD), Intent.FLAG_ACTIVITY_CLEAR_TOP, b);
    assertEquals(List.of(b, a), p.finish());
    assertTrue(p.create());
  }

  @Test
  void reorderToFrontMovesTheOldInstance() {
    ActivityRecord b = push(task, record("B", STANDARD));
    LaunchPlan p = start(record("A", STANDARD), Intent.FLAG_ACTIVITY_REORDER_TO_FRONT, b);
    assertSame(a, p.deliverTo());
    assertTrue(p.reorder());
    assertEquals(List.of(), p.finish());
  }

  @Test
  void singleTaskClearsItsTaskDownToTheInstance() {
    ActivityRecord b = push(task, record("B", SINGLE_TASK));
    ActivityRecord c = push(task, record("C", STANDARD));
    LaunchPlan p = start(record("B", SINGLE_TASK), 0, c);
    assertSame(b, p.deliverTo());
    assertEquals(List.of(c), p.finish());
  }

  @Test
  void singleInstanceLivesInATaskOfItsOwn() {
    assertNull(start(record("S", SINGLE_INSTANCE), 0, a).task());
    Task own = stack.create("app", base("S"), null);
    ActivityRecord s = push(own, record("S", SINGLE_INSTANCE));
    assertSame(s, start(record("S", SINGLE_INSTANCE), 0, a).deliverTo());
    assertSame(task, start(record("B", STANDARD), 0, s).task());
  }

  @Test
  void anActivityWithoutAffinityFindsTheTaskThatItBegan() {
    ActivityRecord r = new ActivityRecord("N", "", SINGLE_TASK, null, null);
    assertNull(start(r, 0, a).task());
    Task own = stack.create("", base("N"), null);
    assertSame(push(own, r), start(r, 0, a).deliverTo());
  }

  @Test
  void theLauncherIconBringsTheTaskToTheFront() {
    push(task, record("B", STANDARD));
    LaunchPlan p = start(record("A", STANDARD), Intent.FLAG_ACTIVITY_NEW_TASK, null);
    assertSame(task, p.task());
    assertFalse(p.create());
    assertNull(p.deliverTo());
  }

  @Test
  void clearTaskStartsTheTaskAnew() {
    ActivityRecord b = push(task, record("B", STANDARD));
    int flags = Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TASK;
    LaunchPlan p = start(record("C", STANDARD), flags, b);
    assertEquals(List.of(b, a), p.finish());
    assertTrue(p.create());
  }

  @Test
  void multipleTaskNeverReuses() {
    int flags = Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_MULTIPLE_TASK;
    assertNull(start(record("A", STANDARD), flags, a).task());
  }

  @Test
  void aResultKeepsTheStartInTheTask() {
    StartRequest q = new StartRequest(record("B", SINGLE_TASK), 0, a, true, "key:B", null);
    LaunchPlan p = LaunchRules.plan(stack, q);
    assertSame(task, p.task());
    assertTrue(p.create());
  }

  @Test
  void finishingActivitiesDoNotCount() {
    ActivityRecord b = push(task, record("B", SINGLE_TOP));
    b.finishing = true;
    assertTrue(start(record("B", SINGLE_TOP), 0, a).create());
    assertSame(a, task.top());
  }

  // ---- documents ----

  private LaunchPlan open(String document, int more, int mode) {
    int flags = Intent.FLAG_ACTIVITY_NEW_DOCUMENT | more;
    return LaunchRules.plan(
        stack, new StartRequest(record("D", mode), flags, a, false, "key:D", document));
  }

  @Test
  void aDocumentGetsATaskOfItsOwn() {
    assertNull(open("file:one", 0, STANDARD).task());
    Task own = stack.create("app", base("D"), "file:one");
    push(own, record("D", STANDARD));
    assertNull(open("file:two", 0, STANDARD).task());
  }

  @Test
  void aDocumentThatIsOpenGetsTheIntentAndLosesWhatIsAbove() {
    Task own = stack.create("app", base("D"), "file:one");
    ActivityRecord d = push(own, record("D", STANDARD));
    ActivityRecord above = push(own, record("B", STANDARD));
    LaunchPlan p = open("file:one", 0, STANDARD);
    assertSame(d, p.deliverTo());
    assertEquals(List.of(above), p.finish());
  }

  @Test
  void aDocumentIsOpenedTwiceInSeveralTasks() {
    push(stack.create("app", base("D"), "file:one"), record("D", STANDARD));
    assertNull(open("file:one", Intent.FLAG_ACTIVITY_MULTIPLE_TASK, STANDARD).task());
  }

  @Test
  void aDocumentForAResultStaysInTheTask() {
    int flags = Intent.FLAG_ACTIVITY_NEW_DOCUMENT;
    StartRequest q = new StartRequest(record("D", STANDARD), flags, a, true, "key:D", "file:one");
    assertSame(task, LaunchRules.plan(stack, q).task());
  }

  @Test
  void aTaskOfADocumentIsNotTheAppsToo() {
    stack.toBack(task);
    push(stack.create("app", base("D"), "file:one"), record("D", STANDARD));
    assertSame(task, start(record("B", STANDARD), Intent.FLAG_ACTIVITY_NEW_TASK, null).task());
  }

  @Test
  void whatTheActivityBeganIsPreferredToItsAffinity() {
    Task newer = stack.create("app", base("C"), null);
    push(newer, record("C", STANDARD));
    stack.toFront(newer);
    LaunchPlan p = start(record("A", STANDARD), Intent.FLAG_ACTIVITY_NEW_TASK, null);
    assertSame(task, p.task());
  }

  @Test
  void theManifestDecidesOnDocuments() {
    int document = Intent.FLAG_ACTIVITY_NEW_DOCUMENT;
    int multiple = Intent.FLAG_ACTIVITY_MULTIPLE_TASK;
    int both = document | multiple;
    assertEquals(
        document, StartRequest.flags(0, STANDARD, ActivityInfo.DOCUMENT_LAUNCH_INTO_EXISTING));
    assertEquals(both, StartRequest.flags(0, STANDARD, ActivityInfo.DOCUMENT_LAUNCH_ALWAYS));
    assertEquals(document, StartRequest.flags(both, STANDARD, ActivityInfo.DOCUMENT_LAUNCH_NEVER));
    assertEquals(both, StartRequest.flags(both, STANDARD, ActivityInfo.DOCUMENT_LAUNCH_NONE));
    assertEquals(0, StartRequest.flags(both, SINGLE_TASK, ActivityInfo.DOCUMENT_LAUNCH_NONE));
  }

  // ---- the launcher's start of a task that is there ----

  private static final int FROM_LAUNCHER =
      Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED;

  private LaunchPlan icon(ActivityRecord target) {
    return start(target, FROM_LAUNCHER, null);
  }

  private static ActivityRecord declared(String name, int mode, int flags, int intentFlags) {
    ActivityInfo i = new ActivityInfo();
    i.flags = flags;
    return new ActivityRecord(name, "app", mode, i, new Intent().setFlags(intentFlags));
  }

  private void assertFront(LaunchPlan p, ActivityRecord... finished) {
    assertSame(task, p.task());
    assertFalse(p.create());
    assertNull(p.deliverTo());
    assertEquals(List.of(finished), p.finish());
  }

  @Test
  void theIconBringsTheTaskAsItIs() {
    push(task, record("B", SINGLE_TASK));
    push(task, record("C", STANDARD));
    assertFront(icon(record("A", STANDARD)));
    a.finishing = true;
    assertFront(icon(record("A", STANDARD)));
  }

  @Test
  void theIconOfASingleTaskClearsWhatIsAbove() {
    ActivityRecord b = push(task, record("B", STANDARD));
    LaunchPlan p = icon(record("A", SINGLE_TASK));
    assertSame(a, p.deliverTo());
    assertEquals(List.of(b), p.finish());
    assertTrue(p.rebases());
  }

  @Test
  void theIconOfASingleInstanceFindsIt() {
    ActivityRecord s = push(stack.create("app", base("S"), null), record("S", SINGLE_INSTANCE));
    stack.toFront(task);
    assertSame(s, icon(record("S", SINGLE_INSTANCE)).deliverTo());
  }

  @Test
  void theIconGoesOnTopOfATaskThatAnotherIntentBegan() {
    LaunchPlan p = icon(record("B", STANDARD));
    assertSame(task, p.task());
    assertTrue(p.create(), "begun by a notification, say");
  }

  @Test
  void theIconGoesOnTopOfItsActivityThatAnotherIntentBegan() {
    Task.Base other = new Task.Base("S", "key:other", true);
    Task own = stack.create("own", other, null);
    push(own, record("S", STANDARD));
    LaunchPlan p = icon(record("S", STANDARD));
    assertSame(own, p.task());
    assertTrue(p.create());
  }

  @Test
  void aTaskEnteredByItsIconIsBroughtByAnyIcon() {
    stack.toBack(task);
    Task own = stack.create("app", new Task.Base("M", "key:M", true), null);
    push(own, record("M", STANDARD));
    LaunchPlan p = icon(record("B", STANDARD));
    assertSame(own, p.task());
    assertFalse(p.create());
    LaunchPlan shortcut = start(record("B", STANDARD), Intent.FLAG_ACTIVITY_NEW_TASK, null);
    assertTrue(shortcut.create(), "only launchers reset tasks");
  }

  @Test
  void clearingATaskGivesItTheIntent() {
    int flags = Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TASK;
    LaunchPlan p = start(record("M", STANDARD), flags, a);
    assertTrue(p.rebases());
    task.rebase(new StartRequest(record("M", STANDARD), FROM_LAUNCHER, a, false, "k", null));
    assertEquals(new Task.Base("M", "k", true), task.base());
    assertFalse(start(record("B", STANDARD), 0, a).rebases());
  }

  @Test
  void whatIsToEndWhenItsTaskIsEnteredEnds() {
    int ends = ActivityInfo.FLAG_FINISH_ON_TASK_LAUNCH;
    ActivityRecord b = push(task, declared("B", STANDARD, ends, 0));
    ActivityRecord c = push(task, record("C", STANDARD));
    c.resultTo = b;
    push(task, record("D", STANDARD));
    assertFront(icon(record("A", STANDARD)), c, b); // who answers it ends with it
    b.finishing = true;
    assertFront(icon(record("A", STANDARD)));
  }

  @Test
  void whatIsAboveARootThatClearsItsTaskEnds() {
    ActivityRecord b = push(task, record("B", STANDARD));
    ActivityRecord c = push(task, record("C", STANDARD));
    int clears = ActivityInfo.FLAG_CLEAR_TASK_ON_LAUNCH;
    assertFront(icon(declared("A", STANDARD, clears, 0)), c, b);
    assertSame(a, icon(declared("A", SINGLE_TOP, clears, 0)).deliverTo());
  }

  @Test
  void whatWasStartedUntilTheResetEndsWithAllAbove() {
    int until = Intent.FLAG_ACTIVITY_CLEAR_WHEN_TASK_RESET;
    push(task, record("B", STANDARD));
    ActivityRecord c = push(task, declared("C", STANDARD, 0, until));
    ActivityRecord d = push(task, record("D", STANDARD));
    assertFront(icon(record("A", STANDARD)), d, c);
  }

  @Test
  void aStartFromWhatFinishesKeepsTheIntentOfItsTask() {
    ActivityRecord m = record("M", SINGLE_TASK);
    m.left = task;
    a.finishing = true;
    LaunchPlan p = start(m, Intent.FLAG_ACTIVITY_NEW_TASK, null);
    assertNull(p.task());
    Task t = stack.create(new StartRequest(m, 0, null, false, "key:M", null));
    assertEquals(base("A"), t.base());
    assertEquals("app", t.affinity());
  }
}
