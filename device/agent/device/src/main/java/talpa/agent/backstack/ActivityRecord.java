package talpa.agent.backstack;

import android.app.ActivityThread.ActivityClientRecord;
import android.app.ResultInfo;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.os.IBinder;
import com.android.internal.content.ReferrerIntent;
import java.util.ArrayList;
import java.util.List;
import talpa.agent.standin.Visit;

/** The system's side of one activity instance. */
public final class ActivityRecord {
  /** Where the instance is in its life. */
  public enum State {
    NEW,
    RESUMED,
    PAUSED,
    STOPPED,
    DESTROYED
  }

  private final String component;
  private final String affinity;
  private final int launchMode;
  private final ActivityInfo info;
  private final Intent intent;

  public IBinder token;
  public ActivityClientRecord client;
  public Task task;
  public State state = State.NEW;
  public boolean finishing;
  public boolean noHistory;
  public boolean opaque = true;
  public boolean relaunchPending;
  public int requestedOrientation = ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
  public ActivityRecord resultTo;
  public String resultWho;
  public int requestCode = -1;
  public ActivityRecord caller;

  /**
   * The task that the start was asked for in by an activity that was finishing then; else null.
   * ActivityStarter does not count such a source: the start goes its own way, as with NEW_TASK.
   */
  public Task left;

  /** The screen of another app's activity; null for the app's own. */
  public Visit visit;

  /** The state that the instance is created from, after the death of the process; or null. */
  public Bundle saved;

  private List<ResultInfo> results = new ArrayList<>();
  private List<ReferrerIntent> newIntents = new ArrayList<>();

  /**
   * A record that the launch rules can judge; it becomes a live activity once {@code Lifecycle}
   * launches it.
   *
   * @param component "pkg/class" of the implementing class (an alias names its target)
   */
  ActivityRecord(
      String component, String affinity, int launchMode, ActivityInfo info, Intent intent) {
    this.component = component;
    this.affinity = affinity;
    this.launchMode = launchMode;
    this.info = info;
    this.intent = intent;
  }

  /** A record for the given manifest entry, started by the intent. */
  public static ActivityRecord of(ActivityInfo info, Intent intent) {
    String cls = info.targetActivity != null ? info.targetActivity : info.name;
    ActivityRecord r =
        new ActivityRecord(
            info.packageName + "/" + cls,
            info.taskAffinity == null ? "" : info.taskAffinity,
            info.launchMode,
            info,
            intent);
    r.noHistory =
        (info.flags & ActivityInfo.FLAG_NO_HISTORY) != 0
            || (intent.getFlags() & Intent.FLAG_ACTIVITY_NO_HISTORY) != 0;
    r.requestedOrientation = info.screenOrientation;
    return r;
  }

  /** A record for an activity of another app; it is in a task of its own unless asked otherwise. */
  public static ActivityRecord ofOther(ActivityInfo info, Intent intent) {
    return new ActivityRecord(
        info.packageName + "/" + info.name, info.packageName, info.launchMode, info, intent);
  }

  public String component() {
    return component;
  }

  public String affinity() {
    return affinity;
  }

  int launchMode() {
    return launchMode;
  }

  /** Whether the manifest has that flag of {@link ActivityInfo} for it. */
  boolean declares(int flag) {
    return info != null && (info.flags & flag) != 0;
  }

  public ActivityInfo info() {
    return info;
  }

  public Intent intent() {
    return intent;
  }

  /** Whether the instance exists: launched and not destroyed. */
  public boolean alive() {
    return (client != null || visit != null && token != null) && state != State.DESTROYED;
  }

  public void addResult(String who, int request, int code, Intent data) {
    results.add(new ResultInfo(who, request, code, data));
  }

  public void addNewIntent(Intent i, String referrer) {
    newIntents.add(new ReferrerIntent(i, referrer));
  }

  /** The results that wait for delivery; they are no longer waiting afterwards. */
  public List<ResultInfo> takeResults() {
    List<ResultInfo> l = results;
    results = new ArrayList<>();
    return l.isEmpty() ? null : l;
  }

  /** The intents that wait for onNewIntent; they are no longer waiting afterwards. */
  public List<ReferrerIntent> takeNewIntents() {
    List<ReferrerIntent> l = newIntents;
    newIntents = new ArrayList<>();
    return l.isEmpty() ? null : l;
  }

  @Override
  public String toString() {
    return component + " " + state;
  }
}
