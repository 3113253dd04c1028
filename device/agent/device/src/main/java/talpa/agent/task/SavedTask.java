package talpa.agent.task;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.Parcel;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.Task;
import talpa.agent.backstack.TaskStack;

/**
 * The front task in a file, as the system remembers it after the death of the process: intent and
 * saved state of each activity, and who waits for whose result. The first line is what began the
 * task, whose activity may have finished since; then one activity a line. Fields are separated by
 * blanks, bytes in base 64, "-" for nothing.
 */
final class SavedTask {
  private static final Logger LOG = Logger.getLogger(SavedTask.class.getName());
  private static final String NAME = "talpa-saved-task";
  private static final int FIELDS = 6;
  private static final int TASK_FIELDS = 5;

  private SavedTask() {}

  /** Beside the app's data, where the app does not look. */
  private static File file() {
    Application app = RuntimeEnvironment.getApplication();
    return new File(app.getDataDir(), "." + NAME);
  }

  /** Writes the task that the user just left; without one the file goes away. */
  static void write(TaskStack stack, Lifecycle lifecycle) {
    Task t = stack.front();
    List<String> lines = new ArrayList<>();
    List<ActivityRecord> kept = t == null ? List.of() : kept(t.activities);
    if (t != null) {
      lines.add(
          String.join(
              " ",
              optional(t.affinity()),
              optional(t.base().component()),
              optional(t.base().key()),
              Boolean.toString(t.base().wasReset()),
              optional(t.document())));
    }
    for (ActivityRecord r : kept) {
      lines.add(
          String.join(
              " ",
              r.info().packageName + "/" + r.info().name,
              bytes(r.intent()),
              bytes(lifecycle.savedState(r)),
              Integer.toString(waiting(r, kept)),
              optional(r.resultWho),
              Integer.toString(r.requestCode)));
    }
    try {
      Files.write(file().toPath(), lines);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "saved task not written", e);
    }
  }

  /** The activities that the system remembers. */
  static List<ActivityRecord> kept(List<ActivityRecord> activities) {
    return activities.stream()
        .filter(r -> !r.finishing && !r.noHistory && r.visit == null)
        .toList();
  }

  /** The place among those that are kept of the one that waits for its result, or -1. */
  static int waiting(ActivityRecord r, List<ActivityRecord> kept) {
    return r.resultTo == null ? -1 : kept.indexOf(r.resultTo);
  }

  private static String optional(String s) {
    return s == null ? "-" : Base64.getEncoder().encodeToString(s.getBytes(StandardCharsets.UTF_8));
  }

  private static String optionalOf(String field) {
    return field.equals("-")
        ? null
        : new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
  }

  private static String bytes(android.os.Parcelable p) {
    if (p == null) {
      return "-";
    }
    Parcel parcel = Parcel.obtain();
    try {
      p.writeToParcel(parcel, 0);
      return Base64.getEncoder().encodeToString(parcel.marshall());
    } catch (RuntimeException e) {
      // State that only lives in a process: the activity starts without it.
      LOG.log(Level.FINE, "state not written", e);
      return "-";
    } finally {
      parcel.recycle();
    }
  }

  /** Fills the stack with the task of the file, if there is one; the home screen covers it. */
  static void read(TaskStack stack) {
    File f = file();
    if (!f.exists()) {
      return;
    }
    try {
      List<String> lines = Files.readAllLines(f.toPath());
      Files.delete(f.toPath());
      if (lines.isEmpty()) {
        return;
      }
      String[] task = lines.remove(0).split(" ", -1);
      List<ActivityRecord> records = new ArrayList<>();
      for (String line : lines) {
        String[] p = line.split(" ");
        ActivityRecord r = p.length == FIELDS ? record(p) : null;
        if (r == null) {
          return;
        }
        records.add(r);
      }
      if (task.length == TASK_FIELDS && !records.isEmpty()) {
        Task.Base base =
            new Task.Base(optionalOf(task[1]), optionalOf(task[2]), Boolean.parseBoolean(task[3]));
        Task t = stack.create(optionalOf(task[0]), base, optionalOf(task[4]));
        place(t, records, lines);
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(Level.WARNING, "saved task not read", e);
    }
  }

  private static void place(Task t, List<ActivityRecord> records, List<String> lines) {
    for (int i = 0; i < records.size(); i++) {
      ActivityRecord r = records.get(i);
      String[] p = lines.get(i).split(" ");
      int to = Integer.parseInt(p[3]);
      if (to >= 0 && to < i) {
        r.resultTo = records.get(to);
        r.resultWho = optionalOf(p[4]);
        r.requestCode = Integer.parseInt(p[5]);
      }
      r.task = t;
      t.activities.add(r);
    }
  }

  private static ActivityRecord record(String[] p) {
    Parcel parcel = parcel(p[1]);
    Intent i = parcel == null ? new Intent() : Intent.CREATOR.createFromParcel(parcel);
    ComponentName name = ComponentName.unflattenFromString(p[0]);
    if (name == null) {
      return null;
    }
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    ActivityInfo info;
    try {
      info = pm.getActivityInfo(name, PackageManager.GET_META_DATA);
    } catch (PackageManager.NameNotFoundException e) {
      return null;
    }
    ActivityRecord r = ActivityRecord.of(info, i.setComponent(name));
    Parcel state = parcel(p[2]);
    r.saved = state == null ? null : Bundle.CREATOR.createFromParcel(state);
    return r;
  }

  private static Parcel parcel(String base64) {
    if (base64.equals("-")) {
      return null;
    }
    byte[] b = Base64.getDecoder().decode(base64);
    Parcel p = Parcel.obtain();
    p.unmarshall(b, 0, b.length);
    p.setDataPosition(0);
    return p;
  }
}
