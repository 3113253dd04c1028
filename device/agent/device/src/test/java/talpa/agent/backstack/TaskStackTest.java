package talpa.agent.backstack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TaskStackTest {
  private final TaskStack stack = new TaskStack();

  private ActivityRecord add(Task t, String name) {
    ActivityRecord r = new ActivityRecord(name, "app", 0, null, null);
    r.task = t;
    t.activities.add(r);
    return r;
  }

  @Test
  void theHomeScreenCoversEverything() {
    Task t = stack.create("app", new Task.Base("C", "k", false), null);
    ActivityRecord a = add(t, "A");
    assertNull(stack.top());
    stack.toFront(t);
    assertSame(a, stack.top());
  }

  @Test
  void anEmptyTaskGoesAway() {
    Task t = stack.create("app", new Task.Base("C", "k", false), null);
    ActivityRecord a = add(t, "A");
    stack.remove(a);
    assertEquals(List.of(), stack.tasks());
  }

  @Test
  void theBackgroundIsBehindAllOtherTasks() {
    Task one = stack.create("one", new Task.Base("C", "1", false), null);
    Task two = stack.create("two", new Task.Base("C", "2", false), null);
    stack.toFront(one);
    stack.toFront(two);
    stack.toBack(two);
    assertSame(one, stack.front());
    assertEquals(List.of(two, one), stack.tasks());
    stack.toBack(one);
    assertTrue(stack.home());
  }

  @Test
  void aTaskThatEndsShowsWhatIsBelow() {
    Task one = stack.create("one", new Task.Base("C", "1", false), null);
    ActivityRecord a = add(one, "A");
    stack.toFront(one);
    Task two = stack.create("two", new Task.Base("C", "2", false), null);
    ActivityRecord b = add(two, "B");
    stack.toFront(two);
    stack.remove(b);
    assertSame(a, stack.top());
  }

  @Test
  void aTaskThatWasCalledFromTheHomeScreenEndsThere() {
    Task one = stack.create("one", new Task.Base("C", "1", false), null);
    add(one, "A");
    stack.toFront(one);
    stack.goHome();
    Task two = stack.create("two", new Task.Base("C", "2", false), null);
    ActivityRecord b = add(two, "B");
    stack.toFront(two);
    assertEquals(List.of(two), stack.aboveHome());
    stack.remove(b);
    assertTrue(stack.home());
    assertNull(stack.top());
    stack.toFront(one);
    assertFalse(stack.home());
    stack.homeBehindFront();
    assertFalse(stack.home());
    stack.toBack(one);
    assertTrue(stack.home());
  }

  @Test
  void aboveIsTopmostFirst() {
    Task t = stack.create("app", new Task.Base("C", "k", false), null);
    ActivityRecord a = add(t, "A");
    ActivityRecord b = add(t, "B");
    ActivityRecord c = add(t, "C");
    assertEquals(List.of(c, b), t.above(a));
    assertEquals(List.of(c, b, a), t.all());
    assertSame(b, t.find("B"));
  }
}
