package talpa.agent.lifecycle;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.ResultInfo;
import android.app.servertransaction.PendingTransactionActions;
import android.content.pm.ApplicationInfo;
import android.content.res.Configuration;
import android.os.Build;
import android.os.Bundle;
import com.android.internal.content.ReferrerIntent;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.backstack.ActivityRecord;
import talpa.agent.bridge.Platform;

/**
 * The calls that the system server sends to {@code ActivityThread} of an activity. What they take
 * differs from one framework to the other.
 */
public interface ThreadCalls {
  /** Why, as the framework logs it. */
  String REASON = "system";

  /** Those of the framework in this JVM. */
  static ThreadCalls get() {
    return Platform.has(Build.VERSION_CODES.S)
        ? new PresentCalls(thread())
        : new ElevenCalls(thread());
  }

  /** The app's ActivityThread. */
  static ActivityThread thread() {
    return (ActivityThread) RuntimeEnvironment.getActivityThread();
  }

  /** Gives the process its configuration, and the package that activities get their context of. */
  Object prepareProcess(Configuration c, ApplicationInfo app);

  /** What the framework is to know of a new activity. */
  ActivityClientRecord client(
      ActivityRecord r,
      String caller,
      Bundle saved,
      List<ResultInfo> results,
      List<ReferrerIntent> intents);

  /** Creates it. */
  Activity launch(ActivityClientRecord r, PendingTransactionActions actions);

  /** Starts it. */
  void start(ActivityClientRecord r, PendingTransactionActions actions);

  /** Resumes it. */
  void resume(ActivityClientRecord r, boolean forward);

  /** Tells it whether it is the one in front. */
  void topResumed(ActivityClientRecord r, boolean top);

  /** Restarts it after it was stopped. */
  void restart(ActivityClientRecord r);

  /** Gives it results. */
  void results(ActivityClientRecord r, List<ResultInfo> results);

  /** Gives it new intents. */
  void intents(ActivityClientRecord r, List<ReferrerIntent> intents);

  /** Pauses it. */
  void pause(
      ActivityClientRecord r,
      boolean finished,
      boolean userLeaving,
      PendingTransactionActions actions);

  /** Stops it. */
  void stop(ActivityClientRecord r, PendingTransactionActions actions);

  /** Destroys it. */
  void destroy(ActivityClientRecord r, boolean finishing);

  /** What is needed to create it anew. */
  ActivityClientRecord relaunch(
      ActivityRecord r, List<ResultInfo> results, List<ReferrerIntent> intents, Configuration now);
}
