package talpa.agent.load;

import android.content.AsyncQueryHandler;
import android.graphics.Canvas;
import android.graphics.Compatibility;
import android.os.AsyncTask;
import android.os.Build;
import android.os.Looper;
import android.util.UtilConfig;
import android.view.Choreographer;
import android.view.View;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.TestEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.TempDirectory;
import talpa.agent.bridge.Platform;

/** Brings the framework back to its state before an app was loaded. */
final class FrameworkState {
  /** Static maps, lists and arrays of the framework that hold classes or objects of the app. */
  private static final String[][] CACHES = {
    {"android.animation.PropertyValuesHolder", "sGetterPropertyMap"},
    {"android.animation.PropertyValuesHolder", "sSetterPropertyMap"},
    {"android.animation.PropertyValuesHolder$FloatPropertyValuesHolder", "sJNISetterPropertyMap"},
    {"android.animation.PropertyValuesHolder$IntPropertyValuesHolder", "sJNISetterPropertyMap"},
    {"android.animation.PropertyValuesHolder$MultiFloatValuesHolder", "sJNISetterPropertyMap"},
    {"android.animation.PropertyValuesHolder$MultiIntValuesHolder", "sJNISetterPropertyMap"},
    {"android.app.Fragment", "sClassMap"},
    {"android.graphics.drawable.DrawableInflater", "CONSTRUCTOR_MAP"},
    {"android.media.MediaRouter", "sRouters"},
    {"android.os.Parcel", "mCreators"},
    {"android.os.StrictMode", "sExpectedActivityInstanceCount"},
    {"android.os.StrictMode$InstanceTracker", "sInstanceCounts"},
    {"android.preference.GenericInflater", "sConstructorMap"},
    {"android.transition.TransitionInflater", "sConstructors"},
    {"android.transition.TransitionManager", "sPendingTransitions"},
    {"android.view.LayoutInflater", "sConstructorMap"},
    {"android.view.ViewDebug", "sCapturedViewProperties"},
    {"android.view.ViewDebug", "sExportProperties"},
    {"android.widget.ActivityChooserModel", "sDataModelRegistry"},
    {"android.widget.RemoteViews", "sMethods"},
    {"android.widget.RemoteViewsAdapter", "sCachedRemoteViewsCaches"},
    {"android.widget.RemoteViewsAdapter", "sRemoteViewsCacheRemoveRunnables"},
    {"android.widget.RemoteViewsService", "sRemoteViewFactories"}, // objects of the app
    {"com.android.internal.util.ArrayUtils", "sCache"}, // empty arrays, by the class of elements
  };

  /** Classes that ask once what the app's target SDK demands of them, and where they note it. */
  private static final String[][] ASKED = {
    {"android.view.View", "sCompatibilityDone"},
    {"android.view.ViewRootImpl", "sCompatibilityDone"},
    {"android.widget.ImageView", "sCompatDone"},
    {"android.widget.LinearLayout", "sCompatibilityDone"},
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
    if (Platform.has(Build.VERSION_CODES.TIRAMISU)) {
      clean &= clear("android.os.Parcel", "sPairedCreators");
    }
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      clean &= set(TRANSACTIONS, "sController", null);
    }
    clean &= set("android.net.ConnectivityManager", "sInstance", null); // holds a context
    clean &= forgetLoopers();
    ReflectionHelpers.<AtomicInteger>getStaticField(View.class, "sNextGeneratedId").set(1);
    TimeZone.setDefault(ZONE);
    return clean & forgetTemporaryFiles();
  }

  /** Each app gets another folder for them; nobody looks for this one when the process ends. */
  private static boolean forgetTemporaryFiles() {
    TempDirectory dir = RuntimeEnvironment.getTempDirectory();
    dir.destroy();
    try {
      Set<TempDirectory> all =
          ReflectionHelpers.getStaticField(TempDirectory.class, "tempDirectoriesToDelete");
      synchronized (all) {
        all.remove(dir);
      }
      return true;
    } catch (RuntimeException e) {
      e.printStackTrace();
      return false;
    }
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

  /**
   * Has the framework behave as an app's target SDK demands, as
   * ActivityThread.handleBindApplication does, which is not run; what asks for itself asks anew,
   * since another app was loaded before.
   */
  static void aim(int target) {
    for (String[] a : ASKED) {
      set(a[0], a[1], false);
    }
    AsyncTask.setDefaultExecutor(
        target <= Build.VERSION_CODES.HONEYCOMB_MR1
            ? AsyncTask.THREAD_POOL_EXECUTOR
            : AsyncTask.SERIAL_EXECUTOR);
    UtilConfig.setThrowExceptionForUpperArrayOutOfBounds(target >= Build.VERSION_CODES.Q);
    set("android.os.Message", "gCheckRecycle", target >= Build.VERSION_CODES.LOLLIPOP);
    if (Platform.has(Build.VERSION_CODES.S)) {
      Compatibility.setTargetSdkVersion(target);
    } else {
      ReflectionHelpers.callStaticMethod(
          Canvas.class, "setCompatibilityVersion", ClassParameter.from(int.class, target));
    }
  }

  private static boolean set(String cls, String field, Object value) {
    try {
      ReflectionHelpers.setStaticField(framework(cls), field, value);
      return true;
    } catch (ClassNotFoundException | RuntimeException e) {
      e.printStackTrace();
      return false;
    }
  }

  private static Class<?> framework(String name) throws ClassNotFoundException {
    return Class.forName(name, true, FrameworkState.class.getClassLoader());
  }

  /** The class if the framework has needed it so far, else null. */
  private static Class<?> loaded(String name) {
    return ReflectionHelpers.callInstanceMethod(
        ClassLoader.class,
        FrameworkState.class.getClassLoader(),
        "findLoadedClass",
        ClassParameter.from(String.class, name));
  }

  private static boolean clear(String cls, String field) {
    try {
      Class<?> c = loaded(cls);
      Object cache = c == null ? null : ReflectionHelpers.getStaticField(c, field);
      if (cache instanceof Map<?, ?> m) {
        m.clear();
      } else if (cache instanceof Collection<?> l) {
        l.clear();
      } else if (cache instanceof Object[] a) {
        Arrays.fill(a, null);
      }
      return true;
    } catch (RuntimeException e) {
      e.printStackTrace();
      return false;
    }
  }
}
