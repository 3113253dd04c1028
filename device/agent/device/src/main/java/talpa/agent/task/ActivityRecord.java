package talpa.agent.task;

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
final class ActivityRecord {
  /** Where the instance is in its life. */
  enum State {
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

  IBinder token;
  ActivityClientRecord client;
  Task task;
  State state = State.NEW;
  boolean finishing;
  boolean noHistory;
  boolean opaque = true;
  boolean relaunchPending;
  int requestedOrientation = ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED;
  ActivityRecord resultTo;
  String resultWho;
  int requestCode = -1;
  ActivityRecord caller;

  /** The screen of another app's activity; null for the app's own. */
  Visit visit;

  /** The state that the instance is created from, after the death of the process; or null. */
  Bundle saved;

  private List<ResultInfo> results = new ArrayList<>();
  private List<ReferrerIntent> newIntents = new ArrayList<>();

  /**
   * A record that the launch rules can judge; it becomes a live activity once {@link Lifecycle}
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
  static ActivityRecord of(ActivityInfo info, Intent intent) {
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
  static ActivityRecord ofOther(ActivityInfo info, Intent intent) {
    return new ActivityRecord(
        info.packageName + "/" + info.name, info.packageName, info.launchMode, info, intent);
  }

  String component() {
    return component;
  }

  String affinity() {
    return affinity;
  }

  int launchMode() {
    return launchMode;
  }

  ActivityInfo info() {
    return info;
  }

  Intent intent() {
    return intent;
  }

  /** Whether the instance exists: launched and not destroyed. */
  boolean alive() {
    return (client != null || visit != null && token != null) && state != State.DESTROYED;
  }

  void addResult(String who, int request, int code, Intent data) {
    results.add(new ResultInfo(who, request, code, data));
  }

  void addNewIntent(Intent i, String referrer) {
    newIntents.add(new ReferrerIntent(i, referrer));
  }

  /** The results that wait for delivery; they are no longer waiting afterwards. */
  List<ResultInfo> takeResults() {
    List<ResultInfo> l = results;
    results = new ArrayList<>();
    return l.isEmpty() ? null : l;
  }

  /** The intents that wait for onNewIntent; they are no longer waiting afterwards. */
  List<ReferrerIntent> takeNewIntents() {
    List<ReferrerIntent> l = newIntents;
    newIntents = new ArrayList<>();
    return l.isEmpty() ? null : l;
  }

  @Override
  public String toString() {
    return component + " " + state;
  }
}
