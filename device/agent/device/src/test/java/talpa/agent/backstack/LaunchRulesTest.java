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
  private final Task task = stack.create("app", "key:A", null);
  private final ActivityRecord a = push(task, record("A", STANDARD));

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
    Task own = stack.create("app", "key:S", null);
    ActivityRecord s = push(own, record("S", SINGLE_INSTANCE));
    assertSame(s, start(record("S", SINGLE_INSTANCE), 0, a).deliverTo());
    assertSame(task, start(record("B", STANDARD), 0, s).task());
  }

  @Test
  void anActivityWithoutAffinityFindsTheTaskThatItBegan() {
    ActivityRecord r = new ActivityRecord("N", "", SINGLE_TASK, null, null);
    assertNull(start(r, 0, a).task());
    Task own = stack.create("", "key:N", null);
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
    Task own = stack.create("app", "key:D", "file:one");
    push(own, record("D", STANDARD));
    assertNull(open("file:two", 0, STANDARD).task());
  }

  @Test
  void aDocumentThatIsOpenGetsTheIntentAndLosesWhatIsAbove() {
    Task own = stack.create("app", "key:D", "file:one");
    ActivityRecord d = push(own, record("D", STANDARD));
    ActivityRecord above = push(own, record("B", STANDARD));
    LaunchPlan p = open("file:one", 0, STANDARD);
    assertSame(d, p.deliverTo());
    assertEquals(List.of(above), p.finish());
  }

  @Test
  void aDocumentIsOpenedTwiceInSeveralTasks() {
    push(stack.create("app", "key:D", "file:one"), record("D", STANDARD));
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
    push(stack.create("app", "key:D", "file:one"), record("D", STANDARD));
    assertSame(task, start(record("B", STANDARD), Intent.FLAG_ACTIVITY_NEW_TASK, null).task());
  }

  @Test
  void whatTheActivityBeganIsPreferredToItsAffinity() {
    Task newer = stack.create("app", "key:C", null);
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
}
