package androidx.test.runner.lifecycle;

import android.app.Activity;
import java.util.Collection;

/** Knows the stages of activities. */
public interface ActivityLifecycleMonitor {
  /** Adds a callback. */
  void addLifecycleCallback(ActivityLifecycleCallback callback);

  /** Removes a callback. */
  void removeLifecycleCallback(ActivityLifecycleCallback callback);

  /** The stage of an activity, or null. */
  Stage getLifecycleStageOf(Activity activity);

  /** The activities in a stage. */
  Collection<Activity> getActivitiesInStage(Stage stage);
}
