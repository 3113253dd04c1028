package androidx.test.runner.intent;

/** Holds the intent monitor. */
public final class IntentMonitorRegistry {
  private static IntentMonitor monitor;

  private IntentMonitorRegistry() {}

  /** The monitor. */
  public static IntentMonitor getInstance() {
    return monitor;
  }

  /** Sets the monitor. */
  public static void registerInstance(IntentMonitor m) {
    monitor = m;
  }
}
