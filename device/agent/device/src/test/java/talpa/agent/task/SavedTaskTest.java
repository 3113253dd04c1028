package talpa.agent.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.content.Intent;
import android.content.pm.ActivityInfo;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import talpa.agent.backstack.ActivityRecord;

class SavedTaskTest {
  private final ActivityRecord root = record("Root");
  private final ActivityRecord splash = record("Splash");
  private final ActivityRecord list = record("List");
  private final ActivityRecord picker = record("Picker");
  private final List<ActivityRecord> task = List.of(root, splash, list, picker);

  private static ActivityRecord record(String name) {
    ActivityInfo info = new ActivityInfo();
    info.packageName = "app";
    info.name = name;
    return ActivityRecord.of(info, new Intent());
  }

  @BeforeEach
  void thePickerAnswersTheList() {
    picker.resultTo = list;
  }

  @Test
  void allIsKeptThatDoesNotSayOtherwise() {
    assertEquals(task, SavedTask.kept(task));
    assertEquals(2, SavedTask.waiting(picker, SavedTask.kept(task)));
    assertEquals(-1, SavedTask.waiting(root, SavedTask.kept(task)));
  }

  @Test
  void whatIsGoneOrLeavesNoTraceIsNot() {
    splash.noHistory = true;
    root.finishing = true;
    assertEquals(List.of(list, picker), SavedTask.kept(task));
    assertEquals(List.of(), SavedTask.kept(List.of(root)));
  }

  @Test
  void whoWaitsIsCountedAmongThoseThatAreKept() {
    splash.noHistory = true;
    assertEquals(1, SavedTask.waiting(picker, SavedTask.kept(task)));
    list.noHistory = true;
    assertEquals(-1, SavedTask.waiting(picker, SavedTask.kept(task)));
  }
}
