package talpa.agent.lifecycle;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.ResultInfo;
import android.app.servertransaction.PendingTransactionActions;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.res.Configuration;
import android.os.Bundle;
import android.util.MergedConfiguration;
import android.window.ActivityWindowInfo;
import com.android.internal.content.ReferrerIntent;
import java.util.List;
import talpa.agent.activity.ThreadAccess;
import talpa.agent.backstack.ActivityRecord;

/** Those of Android 15, which the agent is compiled against. */
record PresentCalls(ActivityThread thread) implements ThreadCalls {
  @Override
  public Object prepareProcess(Configuration now, ApplicationInfo app) {
    ThreadAccess.Configurations c =
        reflector(
            ThreadAccess.Configurations.class,
            reflector(ThreadAccess.Thread.class, thread).getConfigurationController());
    c.setConfiguration(now);
    c.setCompatConfiguration(now);
    return thread.getPackageInfoNoCheck(app);
  }

  @Override
  public ActivityClientRecord client(
      ActivityRecord r,
      String caller,
      Bundle saved,
      List<ResultInfo> results,
      List<ReferrerIntent> intents) {
    return new ActivityClientRecord(
        r.token,
        new Intent(r.intent()),
        System.identityHashCode(r),
        r.info(),
        new Configuration(),
        caller,
        null,
        saved,
        null,
        results,
        intents,
        null,
        true,
        null,
        thread,
        r.token,
        r.token,
        false,
        null,
        null,
        new ActivityWindowInfo());
  }

  @Override
  public Activity launch(ActivityClientRecord r, PendingTransactionActions actions) {
    return thread.handleLaunchActivity(r, actions, 0, null);
  }

  @Override
  public void start(ActivityClientRecord r, PendingTransactionActions actions) {
    thread.handleStartActivity(r, actions, null);
  }

  @Override
  public void resume(ActivityClientRecord r, boolean forward) {
    thread.handleResumeActivity(r, true, forward, false, REASON);
  }

  @Override
  public void topResumed(ActivityClientRecord r, boolean top) {
    thread.handleTopResumedActivityChanged(r, top, REASON);
  }

  @Override
  public void restart(ActivityClientRecord r) {
    thread.performRestartActivity(r, false);
  }

  @Override
  public void results(ActivityClientRecord r, List<ResultInfo> results) {
    thread.handleSendResult(r, results, REASON);
  }

  @Override
  public void intents(ActivityClientRecord r, List<ReferrerIntent> intents) {
    thread.handleNewIntent(r, intents);
  }

  @Override
  public void pause(
      ActivityClientRecord r,
      boolean finished,
      boolean userLeaving,
      PendingTransactionActions actions) {
    thread.handlePauseActivity(r, finished, userLeaving, false, actions, REASON);
  }

  @Override
  public void stop(ActivityClientRecord r, PendingTransactionActions actions) {
    thread.handleStopActivity(r, actions, true, REASON);
  }

  @Override
  public void destroy(ActivityClientRecord r, boolean finishing) {
    thread.handleDestroyActivity(r, finishing, false, REASON);
  }

  @Override
  public ActivityClientRecord relaunch(
      ActivityRecord r, List<ResultInfo> results, List<ReferrerIntent> intents, Configuration now) {
    return thread.prepareRelaunchActivity(
        r.token,
        results,
        intents,
        changes(r, now),
        new MergedConfiguration(now, new Configuration()),
        false,
        new ActivityWindowInfo());
  }

  /** What of the configuration is other than the activity was told. */
  static int changes(ActivityRecord r, Configuration now) {
    Activity a = reflector(ThreadAccess.Client.class, r.client).getActivity();
    return reflector(ThreadAccess.Fields.class, a).getCurrentConfig().diff(now);
  }
}
