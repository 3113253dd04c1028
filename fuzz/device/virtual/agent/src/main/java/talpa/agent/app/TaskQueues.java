package talpa.agent.app;

import android.os.AsyncTask;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadPoolExecutor;
import org.robolectric.util.ReflectionHelpers;

/** The framework's own queues of background tasks, which outlive an app. */
final class TaskQueues {
  private TaskQueues() {}

  /** Drops the tasks that an app left in them: they would run beside the next app. */
  static void clear() {
    Object serial = AsyncTask.SERIAL_EXECUTOR;
    synchronized (serial) {
      ReflectionHelpers.<ArrayDeque<Runnable>>getField(serial, "mTasks").clear();
      // The task that runs may never end, and the next one is started by its end.
      ReflectionHelpers.setField(serial, "mActive", null);
    }
    ((ThreadPoolExecutor) AsyncTask.THREAD_POOL_EXECUTOR).getQueue().clear();
    ThreadPoolExecutor backup =
        ReflectionHelpers.getStaticField(AsyncTask.class, "sBackupExecutor");
    if (backup != null) {
      backup.getQueue().clear();
    }
  }
}
