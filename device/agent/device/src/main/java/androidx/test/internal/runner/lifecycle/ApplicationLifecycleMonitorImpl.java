package androidx.test.internal.runner.lifecycle;

import android.app.Application;
import androidx.test.runner.lifecycle.ApplicationLifecycleMonitor;
import androidx.test.runner.lifecycle.ApplicationStage;

/** A monitor of the application that tells nobody. */
public class ApplicationLifecycleMonitorImpl implements ApplicationLifecycleMonitor {
  /** Called by Robolectric at each change. */
  public void signalLifecycleChange(Application app, ApplicationStage stage) {}
}
