package talpa.agent.lifecycle;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.ClientTransactionHandler;
import android.app.LoadedApk;
import android.app.ProfilerInfo;
import android.app.ResultInfo;
import android.app.servertransaction.PendingTransactionActions;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.res.CompatibilityInfo;
import android.content.res.Configuration;
import android.os.Bundle;
import android.os.IBinder;
import android.os.PersistableBundle;
import android.util.MergedConfiguration;
import com.android.internal.app.IVoiceInteractor;
import com.android.internal.content.ReferrerIntent;
import java.util.List;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Constructor;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.WithType;
import talpa.agent.backstack.ActivityRecord;

/** Those of Android 11, which names an activity by its token. */
record ElevenCalls(Eleven thread, ActivityThread real) implements ThreadCalls {
  ElevenCalls(ActivityThread thread) {
    this(reflector(Eleven.class, thread), thread);
  }

  @Override
  public Object prepareProcess(Configuration now, ApplicationInfo app) {
    thread.setConfiguration(now);
    thread.setCompatConfiguration(now);
    return thread.getPackageInfoNoCheck(app, CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO);
  }

  @Override
  public ActivityClientRecord client(
      ActivityRecord r,
      String caller,
      Bundle saved,
      List<ResultInfo> results,
      List<ReferrerIntent> intents) {
    return reflector(Record.class)
        .create(
            r.token,
            new Intent(r.intent()),
            System.identityHashCode(r),
            r.info(),
            new Configuration(),
            CompatibilityInfo.DEFAULT_COMPATIBILITY_INFO,
            caller,
            null,
            saved,
            null,
            results,
            intents,
            true,
            null,
            real,
            r.token,
            null);
  }

  @Override
  public Activity launch(ActivityClientRecord r, PendingTransactionActions actions) {
    return thread.handleLaunchActivity(r, actions, null);
  }

  @Override
  public void start(ActivityClientRecord r, PendingTransactionActions actions) {
    thread.handleStartActivity(r.token, actions);
  }

  @Override
  public void resume(ActivityClientRecord r, boolean forward) {
    thread.handleResumeActivity(r.token, true, forward, REASON);
  }

  /** The system server tells of changes, and this ActivityThread throws if it hears of none. */
  @Override
  public void topResumed(ActivityClientRecord r, boolean top) {
    if (reflector(Record.class, r).getTopResumed() != top) {
      thread.handleTopResumedActivityChanged(r.token, top, REASON);
    }
  }

  @Override
  public void restart(ActivityClientRecord r) {
    thread.performRestartActivity(r.token, false);
  }

  @Override
  public void results(ActivityClientRecord r, List<ResultInfo> results) {
    thread.handleSendResult(r.token, results, REASON);
  }

  @Override
  public void intents(ActivityClientRecord r, List<ReferrerIntent> intents) {
    thread.handleNewIntent(r.token, intents);
  }

  @Override
  public void pause(
      ActivityClientRecord r,
      boolean finished,
      boolean userLeaving,
      PendingTransactionActions actions) {
    thread.handlePauseActivity(r.token, finished, userLeaving, 0, actions, REASON);
  }

  @Override
  public void stop(ActivityClientRecord r, PendingTransactionActions actions) {
    thread.handleStopActivity(r.token, 0, actions, true, REASON);
  }

  @Override
  public void destroy(ActivityClientRecord r, boolean finishing) {
    thread.handleDestroyActivity(r.token, finishing, 0, false, REASON);
  }

  @Override
  public ActivityClientRecord relaunch(
      ActivityRecord r, List<ResultInfo> results, List<ReferrerIntent> intents, Configuration now) {
    return thread.prepareRelaunchActivity(
        r.token,
        results,
        intents,
        PresentCalls.changes(r, now),
        new MergedConfiguration(now, new Configuration()),
        false);
  }

  /** ActivityThread as it was. */
  @ForType(ActivityThread.class)
  interface Eleven {
    @Accessor("mConfiguration")
    void setConfiguration(Configuration c);

    @Accessor("mCompatConfiguration")
    void setCompatConfiguration(Configuration c);

    LoadedApk getPackageInfoNoCheck(ApplicationInfo app, CompatibilityInfo c);

    Activity handleLaunchActivity(
        ActivityClientRecord r, PendingTransactionActions actions, Intent customIntent);

    void handleStartActivity(IBinder token, PendingTransactionActions actions);

    void handleResumeActivity(IBinder token, boolean finalState, boolean forward, String reason);

    void handleTopResumedActivityChanged(IBinder token, boolean top, String reason);

    void performRestartActivity(IBinder token, boolean start);

    void handleSendResult(IBinder token, List<ResultInfo> results, String reason);

    void handleNewIntent(IBinder token, List<ReferrerIntent> intents);

    void handlePauseActivity(
        IBinder token,
        boolean finished,
        boolean userLeaving,
        int changes,
        PendingTransactionActions actions,
        String reason);

    void handleStopActivity(
        IBinder token,
        int changes,
        PendingTransactionActions actions,
        boolean finalState,
        String reason);

    void handleDestroyActivity(
        IBinder token, boolean finishing, int changes, boolean configuration, String reason);

    ActivityClientRecord prepareRelaunchActivity(
        IBinder token,
        List<ResultInfo> results,
        List<ReferrerIntent> intents,
        int changes,
        MergedConfiguration config,
        boolean preserveWindow);
  }

  /** Its record of an activity. */
  @ForType(ActivityClientRecord.class)
  interface Record {
    @Constructor
    ActivityClientRecord create(
        IBinder token,
        Intent intent,
        int ident,
        ActivityInfo info,
        Configuration override,
        CompatibilityInfo compat,
        String referrer,
        IVoiceInteractor voice,
        Bundle state,
        PersistableBundle persistent,
        List<ResultInfo> results,
        List<ReferrerIntent> intents,
        boolean forward,
        ProfilerInfo profiler,
        ClientTransactionHandler handler,
        IBinder assist,
        @WithType("android.view.DisplayAdjustments$FixedRotationAdjustments") Object rotation);

    @Accessor("isTopResumedActivity")
    boolean getTopResumed();
  }
}
