package talpa.agent.app;

import android.content.AsyncQueryHandler;
import android.os.Looper;
import android.view.Choreographer;
import android.view.View;
import java.util.Arrays;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.util.ReflectionHelpers;

/** Brings the framework back to its state before an app was loaded. */
final class FrameworkState {
  /** Caches of the framework that hold classes of the app. */
  private static final String[][] CACHES = {
    {"android.app.Fragment", "sClassMap"},
    {"android.view.LayoutInflater", "sConstructorMap"},
    {"android.preference.GenericInflater", "sConstructorMap"},
    {"android.transition.TransitionInflater", "sConstructors"},
    {"com.android.internal.util.ArrayUtils", "sCache"}, // empty arrays, by the class of elements
  };

  /** Listens to displays for windows of the app; made anew when asked for. */
  private static final String TRANSACTIONS =
      "android.app.servertransaction.ClientTransactionListenerController";

  private static final TimeZone ZONE = TimeZone.getDefault();

  private FrameworkState() {}

  /** Resets; false if a part of it failed, and the process had better not be used again. */
  static boolean reset(TestEnvironment environment) {
    boolean clean = true;
    try {
      environment.resetState();
    } catch (Throwable t) {
      t.printStackTrace();
      clean = false;
    }
    for (String[] c : CACHES) {
      clean &= clear(c[0], c[1]);
    }
    clean &= forget(TRANSACTIONS, "sController");
    clean &= forget("android.net.ConnectivityManager", "sInstance"); // holds a context
    clean &= forgetLoopers();
    ReflectionHelpers.<AtomicInteger>getStaticField(View.class, "sNextGeneratedId").set(1);
    TimeZone.setDefault(ZONE);
    RuntimeEnvironment.getTempDirectory().destroy(); // each app gets another one
    return clean;
  }

  /**
   * What hangs on loopers: the main thread's Choreographer waits for a frame whose message went
   * with the queue; the thread of asynchronous queries may have died of a crash.
   */
  private static boolean forgetLoopers() {
    try {
      ThreadLocal<?> l = ReflectionHelpers.getStaticField(Choreographer.class, "sThreadInstance");
      l.remove();
      Looper queries = ReflectionHelpers.getStaticField(AsyncQueryHandler.class, "sLooper");
      if (queries != null && !queries.getThread().isAlive()) {
        ReflectionHelpers.setStaticField(AsyncQueryHandler.class, "sLooper", null);
      }
      return true;
    } catch (RuntimeException e) {
      e.printStackTrace();
      return false;
    }
  }

  private static boolean forget(String cls, String field) {
    try {
      ReflectionHelpers.setStaticField(framework(cls), field, null);
      return true;
    } catch (ClassNotFoundException | RuntimeException e) {
      e.printStackTrace();
      return false;
    }
  }

  private static Class<?> framework(String name) throws ClassNotFoundException {
    return Class.forName(name, true, FrameworkState.class.getClassLoader());
  }

  private static boolean clear(String cls, String field) {
    try {
      Object cache = ReflectionHelpers.getStaticField(framework(cls), field);
      if (cache instanceof Map<?, ?> m) {
        m.clear();
      } else if (cache instanceof Object[] a) {
        Arrays.fill(a, null);
      }
      return true;
    } catch (ClassNotFoundException | RuntimeException e) {
      e.printStackTrace();
      return false;
    }
  }
}
