package talpa.agent.service;

import android.app.IActivityManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityManager;

/** Gives the app our activity manager. */
@Implements(className = "android.app.ActivityManager")
public class AppActivityManagerShadow extends ShadowActivityManager {
  private static final IActivityManager SERVICE = ManagerProxy.create();

  /** The service behind ActivityManager. */
  @Implementation
  protected static IActivityManager getService() {
    return SERVICE;
  }
}
