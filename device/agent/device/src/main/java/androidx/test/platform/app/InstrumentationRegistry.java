package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;

/** The instrumentation of this process, as Robolectric registers it. */
public final class InstrumentationRegistry {
  private static Instrumentation instrumentation;
  private static Bundle arguments;

  private InstrumentationRegistry() {}

  /** Sets the instrumentation and its arguments. */
  public static void registerInstance(Instrumentation i, Bundle args) {
    instrumentation = i;
    arguments = args;
  }

  /** The instrumentation. */
  public static Instrumentation getInstrumentation() {
    if (instrumentation == null) {
      throw new IllegalStateException("No instrumentation registered!");
    }
    return instrumentation;
  }

  /** A copy of its arguments. */
  public static Bundle getArguments() {
    return new Bundle(arguments);
  }
}
