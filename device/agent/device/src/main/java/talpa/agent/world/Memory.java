package talpa.agent.world;

import android.app.Activity;
import android.app.ActivityThread;
import android.app.ActivityThread.ActivityClientRecord;
import android.app.Application;
import android.content.ComponentCallbacks;
import android.os.Build;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.bridge.Platform;
import talpa.agent.process.AppCode;

/** The system wants memory back. */
final class Memory {
  private Memory() {}

  /** As ActivityThread is told of it: application, activities, services, providers. */
  static void trim(int level) {
    ActivityThread thread = ActivityThread.currentActivityThread();
    List<Application> all = ReflectionHelpers.getField(thread, "mAllApplications");
    Application app = RuntimeEnvironment.getApplication();
    all.add(app); // Robolectric does not
    try {
      ReflectionHelpers.callInstanceMethod(
          thread, "handleTrimMemory", ClassParameter.from(int.class, level));
    } finally {
      all.remove(app);
    }
  }

  /** Whether code of the app hears of it, and not the framework's alone. */
  static boolean heard() {
    Application app = RuntimeEnvironment.getApplication();
    List<ComponentCallbacks> all = new ArrayList<>();
    all.add(app);
    Object controller =
        Platform.has(Build.VERSION_CODES.TIRAMISU)
            ? ReflectionHelpers.getField(app, "mCallbacksController")
            : app;
    List<ComponentCallbacks> more = ReflectionHelpers.getField(controller, "mComponentCallbacks");
    if (more != null) {
      all.addAll(more);
    }
    Map<?, ActivityClientRecord> activities =
        ReflectionHelpers.getField(ActivityThread.currentActivityThread(), "mActivities");
    for (ActivityClientRecord r : activities.values()) {
      Activity a = ReflectionHelpers.getField(r, "activity");
      if (a != null) {
        all.add(a);
      }
    }
    return all.stream().anyMatch(Memory::byApp);
  }

  private static boolean byApp(ComponentCallbacks c) {
    try {
      return c.getClass().getMethod("onTrimMemory", int.class).getDeclaringClass().getClassLoader()
          == AppCode.loader();
    } catch (NoSuchMethodException e) {
      return false; // it hears of nothing but low memory
    }
  }
}
