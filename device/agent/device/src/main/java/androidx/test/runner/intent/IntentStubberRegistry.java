package androidx.test.runner.intent;

/** Holds the intent stubber: there is none. */
public final class IntentStubberRegistry {
  private IntentStubberRegistry() {}

  /** Whether there is one. */
  public static boolean isLoaded() {
    return false;
  }

  /** The stubber. */
  public static IntentStubber getInstance() {
    return null;
  }
}
