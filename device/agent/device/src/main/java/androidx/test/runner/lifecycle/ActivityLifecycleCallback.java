package androidx.test.runner.lifecycle;

import android.app.Activity;

/** Hears of stages of activities. */
public interface ActivityLifecycleCallback {
  /** Called after the activity reached the stage. */
  void onActivityLifecycleChanged(Activity activity, Stage stage);
}
