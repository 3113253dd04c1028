package talpa.agent.task;

import android.app.Activity;
import android.app.ActivityManager;
import android.content.ComponentName;
import android.content.Intent;
import android.os.IBinder;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import talpa.agent.activity.Parcels;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.ActivityRecord.State;
import talpa.agent.backstack.LaunchPlan;
import talpa.agent.backstack.LaunchRules;
import talpa.agent.backstack.ResultTarget;
import talpa.agent.backstack.StartRequest;
import talpa.agent.backstack.Task;
import talpa.agent.backstack.TaskStack;
import talpa.agent.intents.IntentResolver;
import talpa.agent.intents.StartGuard;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * The activity task manager of the device. Calls of the app only queue operations, which run on the
 * main thread between looper messages; so a start or finish never runs inside the callback that
 * asked for it.
 */
public final class TaskManager {
  private static final PerApp<TaskManager> CURRENT = PerApp.of(TaskManager::new);

  private final TaskStack stack = new TaskStack();

  /**
   * How long windows of a destroyed activity are still taken, in ms of uptime. Android destroys an
   * activity that finished once the one in front of it is idle, which leaves short work in the
   * background the time to show what came of it; here the activity goes at once.
   */
  private static final long LINGER = 500;

  /** Activities that have left the stack, and until when they may have windows. */
  private final Map<IBinder, Long> leaving = new HashMap<>();

  /** Activities that have asked to be made anew and are not yet: one that asks twice is once. */
  private final Set<IBinder> recreating = new HashSet<>();

  private final AtomicInteger starting = new AtomicInteger();
  private final Lifecycle lifecycle = new Lifecycle();
  private final Configurations configurations = new Configurations(this, lifecycle);
  private final StandIns standIns = new StandIns(this);

  private TaskManager() {}

  /** The one of the app that is loaded. */
  public static TaskManager get() {
    return CURRENT.get();
  }

  TaskStack stack() {
    return stack;
  }

  Lifecycle lifecycle() {
    return lifecycle;
  }

  /** Rotation, locale, font scale, night mode. */
  Configurations configurations() {
    return configurations;
  }

  /** The other apps. */
  StandIns standIns() {
    return standIns;
  }

  static void enqueue(Runnable op) {
    AppProcess.current().loop().enqueue(op);
  }

  // ---- what the app asks for ----

  /**
   * Starts an activity, as IActivityTaskManager.startActivity does.
   *
   * @param from token of the activity that asks, or null
   * @return a START_ code of ActivityManager; the caller turns failures into exceptions
   */
  int start(Intent asked, String type, IBinder from, String who, int requestCode) {
    Intent intent = Parcels.copy(asked);
    ActivityRecord source = stack.find(from);
    ActivityRecord resultTo = requestCode >= 0 ? source : null;
    if (source != null && (intent.getFlags() & Intent.FLAG_ACTIVITY_FORWARD_RESULT) != 0) {
      if (requestCode >= 0) {
        return ActivityManager.START_FORWARD_AND_REQUEST_CONFLICT;
      }
      resultTo = source.resultTo;
      who = source.resultWho;
      requestCode = source.requestCode;
      source.resultTo = null;
    }
    ResultTarget target = target(intent, resultTo, who, requestCode);
    if (PermissionRequests.isRequest(intent)) {
      PermissionRequests.start(this, intent, source, target);
      return ActivityManager.START_SUCCESS;
    }
    return startResolved(intent, IntentResolver.resolve(intent, type), source, target);
  }

  /** Who gets the result: an activity that asks for a new task is told "cancelled" at once. */
  private ResultTarget target(Intent intent, ActivityRecord resultTo, String who, int requestCode) {
    ResultTarget t = new ResultTarget(resultTo, who, requestCode);
    if ((intent.getFlags() & Intent.FLAG_ACTIVITY_NEW_TASK) == 0) {
      return t;
    }
    t.cancel();
    if (resultTo != null) {
      enqueue(() -> tell(resultTo));
    }
    return new ResultTarget(null, null, requestCode);
  }

  /** Gives the activity in front the results that wait for it, in a pause of its own. */
  private void tell(ActivityRecord r) {
    if (r.state == State.RESUMED) {
      lifecycle.pause(r, false);
      lifecycle.resume(r, false);
    }
  }

  private int startResolved(
      Intent intent, IntentResolver.Match match, ActivityRecord source, ResultTarget target) {
    if (match == null) {
      return intent.getComponent() != null
          ? ActivityManager.START_CLASS_NOT_FOUND
          : ActivityManager.START_INTENT_NOT_RESOLVED;
    }
    StartGuard.check(intent, match);
    if (match.external()) {
      standIns.start(intent, match, source, target);
      return ActivityManager.START_SUCCESS;
    }
    intent.setComponent(new ComponentName(match.info().packageName, match.info().name));
    starting.incrementAndGet();
    Task left = source != null && source.finishing ? source.task : null;
    if (left != null) {
      intent.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    }
    enqueue(
        () -> {
          ActivityRecord r = ActivityRecord.of(match.info(), intent);
          r.left = left;
          launch(r, source, target);
        });
    return ActivityManager.START_SUCCESS;
  }

  /** Starts what the user chose in a share sheet; who asked the sheet gets the result. */
  void startChosen(Intent intent, IntentResolver.Match match, ActivityRecord sheet) {
    ResultTarget target = new ResultTarget(sheet.resultTo, sheet.resultWho, sheet.requestCode);
    sheet.resultTo = null;
    startResolved(Parcels.copy(intent), match, sheet.caller, target);
  }

  /** Starts an activity of another app, which shows a screen. */
  void startOther(ActivityRecord r, ActivityRecord source, ResultTarget target) {
    starting.incrementAndGet();
    enqueue(() -> launch(r, source, target));
  }

  /**
   * Starts several activities, each from the one before, of which only the last one is seen; the
   * others are created when the user comes back to them.
   */
  int startAll(Intent[] intents, IBinder from) {
    int last = intents.length - 1;
    List<ActivityRecord> records = new ArrayList<>();
    for (int i = 0; i < last; i++) {
      Intent intent = Parcels.copy(intents[i]);
      IntentResolver.Match m = IntentResolver.resolve(intent, null);
      if (m == null || m.external()) {
        return start(intent, null, from, null, -1);
      }
      intent.setComponent(new ComponentName(m.info().packageName, m.info().name));
      records.add(ActivityRecord.of(m.info(), intent));
    }
    ActivityRecord source = stack.find(from);
    enqueue(() -> placeAll(records, source));
    if (last < 0) {
      return ActivityManager.START_SUCCESS;
    }
    if (last == 0) {
      return start(intents[0], null, from, null, -1);
    }
    Intent top = Parcels.copy(intents[last]);
    ResultTarget nobody = new ResultTarget(null, null, -1);
    return startResolved(top, IntentResolver.resolve(top, null), records.get(last - 1), nobody);
  }

  /** Finishes an activity, as IActivityClientController.finishActivity does. */
  boolean finish(IBinder token, int code, Intent data, boolean wholeTask) {
    ActivityRecord r = stack.find(token);
    if (r == null || r.finishing) {
      return r != null;
    }
    if (wholeTask && r.task.root() == r) {
      for (ActivityRecord x : r.task.above(r)) {
        finish(x, Activity.RESULT_CANCELED, null);
      }
    }
    finish(r, code, data);
    return true;
  }

  void finish(ActivityRecord r, int code, Intent data) {
    if (r.finishing) {
      return;
    }
    r.finishing = true;
    if (r.resultTo != null) {
      r.resultTo.addResult(r.resultWho, r.requestCode, code, data);
      r.resultTo = null;
    }
    enqueue(() -> complete(r));
  }

  /** Finishes an activity and those below it that have its affinity. */
  boolean finishAffinity(IBinder token) {
    ActivityRecord r = stack.find(token);
    if (r == null) {
      return false;
    }
    List<ActivityRecord> all = r.task.activities;
    for (int i = all.indexOf(r); i >= 0; i--) {
      if (!all.get(i).affinity().equals(r.affinity())) {
        break;
      }
      finish(all.get(i), Activity.RESULT_CANCELED, null);
    }
    return true;
  }

  /** Finishes what an activity started for a result with that request code. */
  void finishSub(IBinder token, String who, int requestCode) {
    ActivityRecord r = stack.find(token);
    for (ActivityRecord x : stack.activities()) {
      if (r != null && x.resultTo == r && x.requestCode == requestCode) {
        finish(x, Activity.RESULT_CANCELED, null);
      }
    }
  }

  /**
   * Up navigation: finishes what is above the parent and gives it the intent. A parent that is not
   * in the task is not started.
   */
  boolean navigateUp(IBinder token, Intent dest, int code, Intent data) {
    ActivityRecord r = stack.find(token);
    if (r == null || dest.getComponent() == null) {
      return false;
    }
    ComponentName c = dest.getComponent();
    List<ActivityRecord> below = r.task.activities.subList(0, r.task.activities.indexOf(r));
    ActivityRecord parent = null;
    List<ActivityRecord> between = new ArrayList<>();
    for (ActivityRecord x : below) {
      if (!x.finishing && x.component().equals(c.getPackageName() + "/" + c.getClassName())) {
        parent = x;
        between.clear();
      } else {
        between.add(x);
      }
    }
    finish(r, code, data);
    if (parent == null) {
      return false;
    }
    between.forEach(x -> finish(x, Activity.RESULT_CANCELED, null));
    // With this flag it is kept whatever its launch mode is.
    if ((dest.getFlags() & Intent.FLAG_ACTIVITY_CLEAR_TOP) != 0) {
      dest.addFlags(Intent.FLAG_ACTIVITY_SINGLE_TOP);
    }
    dest.addFlags(Intent.FLAG_ACTIVITY_CLEAR_TOP);
    return start(dest, null, parent.token, null, -1) == ActivityManager.START_SUCCESS;
  }

  /** The activity asks to be made anew; one that is not seen is when it is. */
  void recreate(IBinder token) {
    if (!recreating.add(token)) {
      return;
    }
    enqueue(
        () -> {
          recreating.remove(token);
          ActivityRecord r = stack.find(token);
          if (r == null || r.finishing || !r.alive()) {
            return;
          }
          if (r.state == State.STOPPED) {
            r.relaunchPending = true;
          } else {
            lifecycle.relaunch(r, r.state == State.RESUMED);
          }
          settleStack();
        });
  }

  /** Moves the activity's task behind the others, or behind the home screen. */
  boolean moveTaskToBack(IBinder token, boolean nonRoot) {
    ActivityRecord r = stack.find(token);
    if (r == null || !nonRoot && r.task.root() != r) {
      return false;
    }
    enqueue(
        () -> {
          leave(false);
          stack.toBack(r.task);
          settleStack();
        });
    return true;
  }

  // ---- what the user does ----

  /** The home key: the task in front leaves the screen. */
  public void goHome() {
    enqueue(
        () -> {
          leave(true);
          stack.goHome();
          settleStack();
          enqueue(() -> SavedTask.write(stack, lifecycle));
        });
  }

  /** The screen goes off: the task in front stays where it is, and is stopped. */
  public void screenOff() {
    enqueue(
        () -> {
          leave(false);
          visible().forEach(lifecycle::stop);
        });
  }

  /** The screen goes on, unlocked. */
  public void screenOn() {
    enqueue(this::settleStack);
  }

  /** The front task comes back from the recents screen. */
  public void comeBack() {
    enqueue(
        () -> {
          if (stack.front() != null) {
            stack.toFront(stack.front());
          }
          settleStack();
        });
  }

  private void leave(boolean userLeaving) {
    ActivityRecord top = stack.top();
    if (top != null) {
      lifecycle.pause(top, userLeaving);
    }
  }

  /** Takes back what the app's process of before saved; its activities are created when seen. */
  void restore() {
    SavedTask.read(stack);
  }

  // ---- operations, on the main thread between messages ----

  private void placeAll(List<ActivityRecord> records, ActivityRecord source) {
    ActivityRecord from = source;
    for (ActivityRecord r : records) {
      r.caller = from;
      StartRequest q = request(r, from, false);
      place(LaunchRules.plan(stack, q), r, q);
      from = r;
    }
  }

  private void launch(ActivityRecord r, ActivityRecord source, ResultTarget t) {
    starting.decrementAndGet();
    r.caller = source;
    StartRequest q = request(r, source, t.wanted());
    LaunchPlan plan = LaunchRules.plan(stack, q);
    if (plan.create()) {
      t.attach(r);
    } else {
      t.cancel();
    }
    place(plan, r, q);
    settleStack();
  }

  /** The activity finds the flags in its intent that it was started with. */
  private static StartRequest request(ActivityRecord r, ActivityRecord source, boolean wanted) {
    StartRequest q = StartRequest.of(r, r.intent(), r.left == null ? source : null, wanted);
    r.intent().setFlags(q.flags());
    return q;
  }

  private void place(LaunchPlan plan, ActivityRecord r, StartRequest q) {
    ActivityRecord before = stack.top();
    boolean leaves = plan.deliverTo() == null || plan.deliverTo() != before;
    if (before != null && leaves) {
      lifecycle.pause(before, !q.has(Intent.FLAG_ACTIVITY_NO_USER_ACTION));
    }
    if (plan.rebases()) {
      plan.task().rebase(q);
    }
    for (ActivityRecord x : plan.finish()) {
      finish(x, Activity.RESULT_CANCELED, null);
    }
    Task task = plan.task() != null ? plan.task() : stack.create(q);
    stack.toFront(task);
    if (plan.task() == null && q.has(Intent.FLAG_ACTIVITY_TASK_ON_HOME)) {
      stack.homeBehindFront();
    }
    if (plan.reorder()) {
      task.activities.remove(plan.deliverTo());
      task.activities.add(plan.deliverTo());
    }
    if (plan.deliverTo() != null) {
      lifecycle.pause(plan.deliverTo(), false);
      plan.deliverTo().addNewIntent(r.intent(), r.info().packageName);
    }
    if (plan.create()) {
      r.task = task;
      task.activities.add(r);
    }
    if (before != null && before.noHistory && before != stack.top()) {
      finish(before, Activity.RESULT_CANCELED, null);
    }
  }

  /** Ends the life of an activity that is finishing. */
  private void complete(ActivityRecord r) {
    if (r.state == State.DESTROYED) {
      return;
    }
    lifecycle.pause(r, false);
    stack.remove(r);
    leaving.values().removeIf(until -> until <= SystemClock.uptimeMillis());
    leaving.put(r.token, Long.MAX_VALUE);
    if (starting.get() == 0) {
      settleStack(false);
    }
    enqueue(
        () -> {
          lifecycle.destroy(r);
          leaving.put(r.token, SystemClock.uptimeMillis() + LINGER);
        });
  }

  /**
   * Brings every activity to the state its place asks for: the top one resumed (created if it is
   * new), those seen through it paused, all others stopped.
   */
  void settleStack() {
    settleStack(true);
  }

  private void settleStack(boolean forward) {
    ActivityRecord top = stack.top();
    if (top != null && top.state != State.RESUMED) {
      bringUp(top, forward);
      if (top.finishing) {
        return;
      }
    }
    enqueue(this::stopHidden);
  }

  private void bringUp(ActivityRecord top, boolean forward) {
    configurations.followOrientation(top);
    if (top.state == State.NEW) {
      lifecycle.launch(top);
    } else if (top.relaunchPending || configurations.outdated(top)) {
      lifecycle.relaunch(top, true);
    } else {
      lifecycle.resume(top, forward);
    }
  }

  private void stopHidden() {
    List<ActivityRecord> visible = visible();
    for (ActivityRecord r : stack.activities()) {
      if (!r.alive() || r.finishing) {
        continue;
      }
      if (!visible.contains(r)) {
        lifecycle.stop(r);
      } else if (r.state == State.STOPPED) {
        lifecycle.show(r);
      }
    }
  }

  /** The activities that can be seen: from the top down to the first opaque one, or to home. */
  List<ActivityRecord> visible() {
    List<ActivityRecord> out = new ArrayList<>();
    for (Task t : stack.aboveHome()) {
      for (ActivityRecord r : t.all()) {
        out.add(r);
        if (r.opaque) {
          return out;
        }
      }
    }
    return out;
  }

  // ---- what the device is asked ----

  /** The activity in front, "pkg/class", or "". */
  public String top() {
    ActivityRecord r = stack.top();
    return r == null ? "" : r.component();
  }

  /** Whether the home screen covers the app. */
  public boolean atHome() {
    return stack.home();
  }

  /** Whether that activity can be seen now (resumed, or paused below a translucent one). */
  public boolean isVisible(IBinder token) {
    ActivityRecord r = stack.find(token);
    return r != null && !atHome() && (r.state == State.RESUMED || r.state == State.PAUSED);
  }

  /**
   * Whether there is an activity with that token: one that finishes is there until it is gone, and
   * for a moment more.
   */
  public boolean exists(IBinder token) {
    Long until = leaving.get(token);
    return stack.find(token) != null || until != null && SystemClock.uptimeMillis() < until;
  }

  /** The tokens of the live activities, topmost first; those of other apps' screens as well. */
  public List<IBinder> tokens() {
    List<IBinder> out = new ArrayList<>();
    List<ActivityRecord> all = stack.activities();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).alive()) {
        out.add(all.get(i).token);
      }
    }
    return out;
  }

  /** One line an activity, the lowest first. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    for (ActivityRecord r : stack.activities()) {
      out.add(r.toString());
    }
    return out;
  }
}
