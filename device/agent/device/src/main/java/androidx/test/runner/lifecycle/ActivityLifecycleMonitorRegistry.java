package androidx.test.runner.lifecycle;

/** Holds the monitor of activities. */
public final class ActivityLifecycleMonitorRegistry {
  private static ActivityLifecycleMonitor monitor;

  private ActivityLifecycleMonitorRegistry() {}

  /** The monitor. */
  public static ActivityLifecycleMonitor getInstance() {
    return monitor;
  }

  /** Sets the monitor. */
  public static void registerInstance(ActivityLifecycleMonitor m) {
    monitor = m;
  }
}
