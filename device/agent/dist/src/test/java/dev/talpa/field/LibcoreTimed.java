package dev.talpa.field;

import android.os.SystemClock;

/**
 * Base of tests of what happens at which time. They run on the app's main thread: while it sleeps,
 * the app's other threads run, and time goes no further than it sleeps.
 */
abstract class LibcoreTimed extends FieldTest {
  /** What time passes by, in milliseconds: all times of these tests are multiples. */
  private static final int STEP = 50;

  private long begin;

  /** What may fail. */
  interface Action {
    void run() throws Exception;
  }

  /** Milliseconds since the test began. */
  final long now() {
    return SystemClock.uptimeMillis() - begin;
  }

  /** Does it on the main thread, at the time 0. */
  final void timed(Action d) {
    main(
        () -> {
          begin = SystemClock.uptimeMillis();
          try {
            d.run();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Lets time pass, on the main thread. */
  static void pass(int millis) throws InterruptedException {
    for (int t = 0; t < millis; t += STEP) {
      Thread.sleep(STEP);
    }
  }
}
