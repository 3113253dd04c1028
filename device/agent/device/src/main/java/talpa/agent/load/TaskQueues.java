package talpa.agent.load;

import android.os.AsyncTask;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.robolectric.util.ReflectionHelpers;

/** The framework's own queues of background tasks, which outlive an app. */
final class TaskQueues {
  /** Real time that threads get to end. */
  private static final long GRACE_NANOS = 1_000_000_000;

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
    ThreadPoolExecutor backup = backup();
    if (backup != null) {
      backup.getQueue().clear();
    }
  }

  /**
   * Ends the threads that wait for tasks: the next app's are numbered from one. After the app's
   * threads were stopped.
   */
  static void renew() {
    ThreadPoolExecutor pool = (ThreadPoolExecutor) AsyncTask.THREAD_POOL_EXECUTOR;
    int core = pool.getCorePoolSize();
    long keepAlive = pool.getKeepAliveTime(TimeUnit.NANOSECONDS);
    pool.setKeepAliveTime(0, TimeUnit.NANOSECONDS);
    pool.setCorePoolSize(0);
    long end = System.nanoTime() + GRACE_NANOS;
    while (pool.getPoolSize() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    pool.setCorePoolSize(core);
    pool.setKeepAliveTime(keepAlive, TimeUnit.NANOSECONDS);
    ThreadPoolExecutor backup = backup();
    if (backup != null) {
      backup.shutdownNow();
      ReflectionHelpers.setStaticField(AsyncTask.class, "sBackupExecutor", null);
    }
    ThreadFactory threads = ReflectionHelpers.getStaticField(AsyncTask.class, "sThreadFactory");
    ReflectionHelpers.<AtomicInteger>getField(threads, "mCount").set(1);
  }

  private static ThreadPoolExecutor backup() {
    return ReflectionHelpers.getStaticField(AsyncTask.class, "sBackupExecutor");
  }
}
