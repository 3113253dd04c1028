package talpa.agent.load;

import android.app.Activity;
import android.app.ActivityTaskManager;
import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import android.os.RemoteException;
import org.robolectric.android.internal.RoboMonitoringInstrumentation;

/**
 * Robolectric's instrumentation with the providers installed before {@code Application.onCreate},
 * as a device does, and the device's words around what the application throws.
 */
public final class AppInstrumentation extends RoboMonitoringInstrumentation {
  private static final int USER = 0;

  /** An exception gets the device's words, as in ActivityThread.handleBindApplication. */
  @Override
  public void callApplicationOnCreate(Application app) {
    DeviceSession.beforeApplicationOnCreate(app);
    try {
      super.callApplicationOnCreate(app);
    } catch (Exception e) {
      throw new RuntimeException(
          "Unable to create application " + app.getClass().getName() + ": " + e, e);
    }
  }

  /** Asks the system for all of them at once, as the framework does. */
  @Override
  public void execStartActivities(
      Context who, IBinder thread, IBinder token, Activity from, Intent[] all, Bundle options) {
    String[] types = new String[all.length];
    for (int i = 0; i < all.length; i++) {
      all[i].migrateExtraStreamToClipData(who);
      all[i].prepareToLeaveProcess(who);
      types[i] = all[i].resolveTypeIfNeeded(who.getContentResolver());
    }
    try {
      int result =
          ActivityTaskManager.getService()
              .startActivities(
                  null, who.getOpPackageName(), null, all, types, token, options, USER);
      checkStartActivityResult(result, all[0]);
    } catch (RemoteException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  /** An intent that is null fails in the framework's first use of it, as on a device. */
  @Override
  public ActivityResult execStartActivity(
      Context who,
      IBinder thread,
      IBinder token,
      Activity from,
      Intent intent,
      int request,
      Bundle options) {
    intent.migrateExtraStreamToClipData(who);
    return super.execStartActivity(who, thread, token, from, intent, request, options);
  }

  /** As above, for a fragment of the platform's. */
  @Override
  public ActivityResult execStartActivity(
      Context who,
      IBinder thread,
      IBinder token,
      String from,
      Intent intent,
      int request,
      Bundle options) {
    intent.migrateExtraStreamToClipData(who);
    return super.execStartActivity(who, thread, token, from, intent, request, options);
  }

  /** An exception of the app is its crash; Robolectric would log all threads first. */
  @Override
  public boolean onException(Object source, Throwable e) {
    return false;
  }
}
