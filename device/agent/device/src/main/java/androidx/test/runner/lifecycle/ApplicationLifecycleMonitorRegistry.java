package androidx.test.runner.lifecycle;

/** Holds the monitor of the application. */
public final class ApplicationLifecycleMonitorRegistry {
  private static ApplicationLifecycleMonitor monitor;

  private ApplicationLifecycleMonitorRegistry() {}

  /** The monitor. */
  public static ApplicationLifecycleMonitor getInstance() {
    return monitor;
  }

  /** Sets the monitor. */
  public static void registerInstance(ApplicationLifecycleMonitor m) {
    monitor = m;
  }
}
