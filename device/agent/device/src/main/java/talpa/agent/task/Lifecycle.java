package talpa.agent.task;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.Application;
import android.app.ResultInfo;
import android.app.servertransaction.PendingTransactionActions;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.content.res.Resources;
import android.content.res.TypedArray;
import android.os.Binder;
import android.os.Bundle;
import android.provider.Settings;
import android.util.SuperNotCalledException;
import android.view.View;
import android.view.ViewRootImpl;
import com.android.internal.content.ReferrerIntent;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.activity.Parcels;
import talpa.agent.activity.ThreadAccess;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.backstack.ActivityRecord.State;
import talpa.agent.lifecycle.ThreadCalls;
import talpa.agent.service.BackgroundStarts;

/**
 * Takes one activity from state to state by the calls that the system server sends to {@code
 * ActivityThread}. What the app throws leaves these methods wrapped in Android's words.
 */
public final class Lifecycle {
  private static ActivityThread thread() {
    return ThreadCalls.thread();
  }

  private static ThreadCalls calls() {
    return ThreadCalls.get();
  }

  /** Creates, starts and resumes a new activity. It may have finished itself on the way. */
  void launch(ActivityRecord r) {
    BackgroundStarts.active();
    r.token = new Binder();
    if (r.visit != null) {
      r.visit.open(r.token);
      r.opaque = !r.visit.dialog();
      r.state = State.RESUMED;
      return;
    }
    prepareProcess(r.info());
    r.client = client(r);
    PendingTransactionActions actions = new PendingTransactionActions();
    Activity a = calls().launch(r.client, actions);
    r.opaque = opaque(a);
    start(r, actions);
    resume(r, true);
  }

  private static ActivityClientRecord client(ActivityRecord r) {
    String caller = r.caller == null ? r.info().packageName : r.caller.info().packageName;
    return calls().client(r, caller, r.saved, r.takeResults(), r.takeNewIntents());
  }

  /** Gives the process what binding an application gives it on a device. */
  private static void prepareProcess(ActivityInfo info) {
    Application app = RuntimeEnvironment.getApplication();
    Configuration now = new Configuration(app.getResources().getConfiguration());
    if (reflector(ThreadAccess.Thread.class, thread()).getProfiler() == null) {
      ReflectionHelpers.setField(
          thread(),
          "mProfiler",
          ReflectionHelpers.callConstructor(
              ReflectionHelpers.loadClass(
                  Lifecycle.class.getClassLoader(), "android.app.ActivityThread$Profiler")));
    }
    ThreadAccess.Apk apk =
        reflector(ThreadAccess.Apk.class, calls().prepareProcess(now, info.applicationInfo));
    apk.setApplication(app);
    apk.setResources(app.getResources());
  }

  /** Whether an activity will cover what is below it, by its theme in the manifest. */
  static boolean opaque(ActivityInfo info) {
    if (info.getThemeResource() == 0) {
      return true;
    }
    Resources.Theme theme = RuntimeEnvironment.getApplication().getResources().newTheme();
    theme.applyStyle(info.getThemeResource(), true);
    TypedArray style = theme.obtainStyledAttributes(com.android.internal.R.styleable.Window);
    try {
      return !ActivityInfo.isTranslucentOrFloating(style);
    } finally {
      style.recycle();
    }
  }

  private static boolean opaque(Activity a) {
    if (a == null || a.getWindow() == null) {
      return true;
    }
    TypedArray style = a.getWindow().getWindowStyle();
    return !ActivityInfo.isTranslucentOrFloating(style);
  }

  private static void start(ActivityRecord r, PendingTransactionActions actions) {
    if (!activity(r).isFinishing()) {
      calls().start(r.client, actions);
    }
  }

  /**
   * Resumes a paused or stopped activity; results and intents that wait come first.
   *
   * @param forward whether it opens or comes to the front; not if it only stays, or is come back to
   */
  void resume(ActivityRecord r, boolean forward) {
    if (r.visit != null) {
      r.state = State.RESUMED;
      return;
    }
    show(r);
    deliver(r);
    if (activity(r).isFinishing()) {
      return;
    }
    calls().resume(r.client, forward);
    r.state = State.RESUMED;
    if (!activity(r).isFinishing()) {
      calls().topResumed(r.client, true);
    }
  }

  /** Brings a stopped activity back to view without resuming it. */
  void show(ActivityRecord r) {
    if (r.state != State.STOPPED) {
      return;
    }
    if (r.visit != null) {
      r.state = State.PAUSED;
      return;
    }
    calls().restart(r.client);
    calls().start(r.client, new PendingTransactionActions());
    r.state = State.PAUSED;
  }

  private static void deliver(ActivityRecord r) {
    List<ResultInfo> results = r.takeResults();
    if (results != null) {
      calls().results(r.client, results);
    }
    List<ReferrerIntent> intents = r.takeNewIntents();
    if (intents != null) {
      calls().intents(r.client, intents);
    }
  }

  /** Pauses a resumed activity. */
  void pause(ActivityRecord r, boolean userLeaving) {
    if (r.state != State.RESUMED) {
      return;
    }
    if (r.visit != null) {
      r.state = State.PAUSED;
      return;
    }
    calls().topResumed(r.client, false);
    PendingTransactionActions actions = new PendingTransactionActions();
    r.state = State.PAUSED;
    calls().pause(r.client, r.finishing, userLeaving, actions);
  }

  /** Stops a paused activity and keeps its state. */
  void stop(ActivityRecord r) {
    if (r.state != State.PAUSED) {
      return;
    }
    r.state = State.STOPPED;
    if (r.visit != null) {
      return;
    }
    PendingTransactionActions actions = new PendingTransactionActions();
    calls().stop(r.client, actions);
    if (!r.finishing) {
      thread().reportStop(actions); // sends the state
    }
    if (keepsNone() && !r.finishing) {
      evict(r);
    }
  }

  /** Whether activities go as soon as they are stopped, which developers can choose. */
  private static boolean keepsNone() {
    return Settings.Global.getInt(
            RuntimeEnvironment.getApplication().getContentResolver(),
            Settings.Global.ALWAYS_FINISH_ACTIVITIES,
            0)
        != 0;
  }

  /** Destroys a stopped instance; the next one is created from its state when it is seen. */
  private void evict(ActivityRecord r) {
    r.saved = Parcels.copy(savedState(r));
    calls().destroy(r.client, false);
    r.client = null;
    r.state = State.NEW;
  }

  /** Destroys an activity that left the stack. */
  void destroy(ActivityRecord r) {
    if (!r.alive()) {
      return;
    }
    r.state = State.DESTROYED;
    if (r.visit != null) {
      r.visit.close();
      return;
    }
    calls().destroy(r.client, true);
  }

  /**
   * Destroys the instance and creates it anew from its saved state.
   *
   * @param andResume whether it ends up resumed; else paused
   */
  void relaunch(ActivityRecord r, boolean andResume) {
    State before = r.state;
    r.relaunchPending = false;
    prepareProcess(r.info());
    if (before == State.RESUMED) {
      calls().topResumed(r.client, false);
    }
    PendingTransactionActions actions = new PendingTransactionActions();
    Configuration now = RuntimeEnvironment.getApplication().getResources().getConfiguration();
    ActivityClientRecord next = calls().relaunch(r, r.takeResults(), r.takeNewIntents(), now);
    thread().handleRelaunchActivity(next, actions);
    r.opaque = opaque(activity(r));
    r.state = State.PAUSED;
    start(r, actions);
    resume(r, false);
    if (!andResume) {
      pause(r, false);
    }
  }

  /** Tells a running activity of a configuration that it handles itself. */
  void configurationChanged(ActivityRecord r, Configuration config, int diff) {
    Activity a = activity(r);
    ThreadAccess.Fields f = reflector(ThreadAccess.Fields.class, a);
    f.setConfigChangeFlags(diff);
    f.setCalled(false);
    f.setCurrentConfig(new Configuration(config));
    a.onConfigurationChanged(config);
    if (!f.getCalled()) {
      throw new SuperNotCalledException(
          "Activity "
              + a.getLocalClassName()
              + " did not call through to super.onConfigurationChanged()");
    }
    View decor = a.getWindow() == null ? null : a.getWindow().peekDecorView();
    ViewRootImpl root = decor == null ? null : decor.getViewRootImpl();
    if (root != null) {
      root.updateConfiguration(android.view.Display.INVALID_DISPLAY);
    }
  }

  /** The configuration that the activity was last told of. */
  Configuration currentConfiguration(ActivityRecord r) {
    return reflector(ThreadAccess.Fields.class, activity(r)).getCurrentConfig();
  }

  /** The state that a stopped activity saved, or null. */
  Bundle savedState(ActivityRecord r) {
    return r.client == null ? r.saved : reflector(ThreadAccess.Client.class, r.client).getState();
  }

  /** The live activity of the record. */
  static Activity activity(ActivityRecord r) {
    return r.client == null ? null : reflector(ThreadAccess.Client.class, r.client).getActivity();
  }
}
