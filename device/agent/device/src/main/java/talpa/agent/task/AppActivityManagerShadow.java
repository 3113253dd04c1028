package talpa.agent.task;

import android.app.ActivityManager;
import android.app.IActivityManager;
import android.os.Debug;
import android.os.Process;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowActivityManager;
import talpa.agent.service.ManagerProxy;
import talpa.agent.service.ServiceManager;

/** Gives the app our activity manager, which knows of this one process and its tasks. */
@Implements(className = "android.app.ActivityManager")
public class AppActivityManagerShadow extends ShadowActivityManager {
  private static final IActivityManager SERVICE = ManagerProxy.create();

  /** The service behind ActivityManager. */
  @Implementation
  protected static IActivityManager getService() {
    return SERVICE;
  }

  @Override
  @Implementation
  protected List<ActivityManager.RunningTaskInfo> getRunningTasks(int max) {
    return RunningTasks.running(max);
  }

  @Override
  @Implementation
  protected List<ActivityManager.AppTask> getAppTasks() {
    return RunningTasks.own();
  }

  @Override
  @Implementation
  protected List<ActivityManager.RunningAppProcessInfo> getRunningAppProcesses() {
    String name = RuntimeEnvironment.getApplication().getPackageName();
    ActivityManager.RunningAppProcessInfo own =
        new ActivityManager.RunningAppProcessInfo(name, Process.myPid(), new String[] {name});
    own.uid = Process.myUid();
    own.importance = ActivityManager.RunningAppProcessInfo.IMPORTANCE_FOREGROUND;
    List<ActivityManager.RunningAppProcessInfo> all = new ArrayList<>();
    all.add(own);
    return all;
  }

  @Override
  @Implementation
  protected List<ActivityManager.RunningServiceInfo> getRunningServices(int max) {
    return ServiceManager.get().running(max);
  }

  /** What an app of middling size needs. */
  @Implementation
  protected Debug.MemoryInfo[] getProcessMemoryInfo(int[] pids) {
    Debug.MemoryInfo[] all = new Debug.MemoryInfo[pids.length];
    for (int i = 0; i < pids.length; i++) {
      all[i] = new Debug.MemoryInfo();
      all[i].dalvikPss = 12_000;
      all[i].nativePss = 18_000;
      all[i].otherPss = 30_000;
    }
    return all;
  }
}
