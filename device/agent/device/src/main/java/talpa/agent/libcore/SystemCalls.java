package talpa.agent.libcore;

import android.os.Looper;
import android.os.SystemClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import talpa.agent.clock.Sleepers;
import talpa.agent.frame.FrameSource;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/** The process: exit, native libraries, handlers of uncaught exceptions. */
public final class SystemCalls {
  private static final PerApp<Set<String>> REPORTED = PerApp.of(ConcurrentHashMap::newKeySet);

  /** Calls of native methods that a thread makes at one time before it waits. */
  private static final int MAX_NATIVE_CALLS = 20;

  /** Of each thread: the time of its last call of a native method, and how many it made then. */
  private static final ThreadLocal<long[]> NATIVE_CALLS =
      ThreadLocal.withInitial(() -> new long[2]);

  private SystemCalls() {}

  /** System.exit. */
  public static void exit(int code) {
    AppProcess.current().reporter().exit(code);
  }

  /** Runtime.exit. */
  public static void exit(Runtime r, int code) {
    exit(code);
  }

  /** Runtime.halt. */
  public static void halt(Runtime r, int code) {
    exit(code);
  }

  /**
   * System.runFinalization, which asks the JVM to do what it does anyway: it starts a thread of its
   * own for it, and whether that ends before or after who waits for it is up to the host.
   */
  public static void runFinalization() {}

  /** Runtime.runFinalization. */
  public static void runFinalization(Runtime r) {}

  /** System.loadLibrary: native code of apps cannot run here. */
  public static void loadLibrary(String name) {
    unsupported("native", System.mapLibraryName(name));
  }

  /** Runtime.loadLibrary. */
  public static void loadLibrary(Runtime r, String name) {
    loadLibrary(name);
  }

  /** System.loadLibrary of an app that can do without the library. */
  public static void failToLoadLibrary(String name) {
    String file = System.mapLibraryName(name);
    unsupported("native", file);
    throw new UnsatisfiedLinkError("couldn't find \"" + file + "\"");
  }

  /** Runtime.loadLibrary of an app that can do without the library. */
  public static void failToLoadLibrary(Runtime r, String name) {
    failToLoadLibrary(name);
  }

  /** System.load of an app that can do without the library. */
  public static void failToLoad(String path) {
    unsupported("native", path);
    throw new UnsatisfiedLinkError("dlopen failed: library \"" + path + "\" not found");
  }

  /** Runtime.load of an app that can do without the library. */
  public static void failToLoad(Runtime r, String path) {
    failToLoad(path);
  }

  /** System.load. */
  public static void load(String path) {
    unsupported("native", path);
  }

  /** Runtime.load. */
  public static void load(Runtime r, String path) {
    load(path);
  }

  /**
   * Called by the stub of a native method. A thread that calls such methods without end would wait
   * in them on a phone: here it waits for a frame after so many calls at one time.
   */
  public static void nativeMethod(String name) {
    unsupported("native", name);
    if (Looper.myLooper() == Looper.getMainLooper()) {
      return;
    }
    long[] seen = NATIVE_CALLS.get();
    long now = SystemClock.uptimeMillis();
    if (seen[0] != now) {
      seen[0] = now;
      seen[1] = 0;
    } else if (++seen[1] >= MAX_NATIVE_CALLS) {
      try {
        Sleepers.sleep(FrameSource.period());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void unsupported(String kind, String detail) {
    if (REPORTED.get().add(kind + detail)) {
      AppProcess.current().wire().notify("unsupported", Map.of("kind", kind, "detail", detail));
    }
  }

  /** Thread.setDefaultUncaughtExceptionHandler. */
  public static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler h) {
    AppProcess.current().uncaught().setDefault(h);
  }

  /** Thread.getDefaultUncaughtExceptionHandler: Android's own until the app sets one. */
  public static Thread.UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
    return AppProcess.current().uncaught().getDefault();
  }
}
