package talpa.agent.task;

import android.app.IActivityTaskManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityTaskManager;

/** Gives the app our activity task manager. */
@Implements(className = "android.app.ActivityTaskManager", isInAndroidSdk = false)
public class ShadowTaskService extends ShadowActivityTaskManager {
  private static IActivityTaskManager service;

  /** The service behind ActivityTaskManager. */
  @Implementation
  protected static synchronized IActivityTaskManager getService() {
    if (service == null) {
      service = ActivityTasks.create();
    }
    return service;
  }
}
