package dev.talpa.warm;

import android.app.Activity;
import android.app.Application;
import android.os.Bundle;
import android.preference.PreferenceManager;

/** As most apps' does, it sets defaults and watches its activities. */
public class WarmApplication extends Application implements Application.ActivityLifecycleCallbacks {
  int started;

  @Override
  public void onCreate() {
    super.onCreate();
    PreferenceManager.setDefaultValues(this, R.xml.settings, false);
    registerActivityLifecycleCallbacks(this);
  }

  @Override
  public void onActivityCreated(Activity activity, Bundle state) {}

  @Override
  public void onActivityStarted(Activity activity) {
    started++;
  }

  @Override
  public void onActivityResumed(Activity activity) {}

  @Override
  public void onActivityPaused(Activity activity) {}

  @Override
  public void onActivityStopped(Activity activity) {
    started--;
  }

  @Override
  public void onActivitySaveInstanceState(Activity activity, Bundle state) {}

  @Override
  public void onActivityDestroyed(Activity activity) {}
}
