package talpa.agent.job;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.Manifest;
import android.app.job.IJobCallback;
import android.app.job.IJobService;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobService;
import android.app.job.JobWorkItem;
import android.content.ClipData;
import android.content.Intent;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ServiceInfo;
import android.net.Network;
import android.net.Uri;
import android.os.Binder;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.IBinder;
import android.os.IInterface;
import android.os.Looper;
import android.os.PersistableBundle;
import android.os.RemoteException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.reflector.Constructor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;
import talpa.agent.permit.Grants;
import talpa.agent.process.MadeUp;
import talpa.agent.process.PerApp;
import talpa.agent.service.BackgroundStarts;
import talpa.agent.service.ServiceManager;

/**
 * Runs the app's jobs: constraints count as met, a job runs when its smallest delay is over. A job
 * that asks to be done again runs again after the shortest back-off that Android has.
 */
public final class Jobs {
  private static final long BACKOFF_MS = 10_000;
  private static final PerApp<Jobs> CURRENT = PerApp.of(Jobs::new);

  private final Map<Integer, Job> scheduled = new HashMap<>();

  private Jobs() {}

  /** Those of the app that is loaded. */
  public static Jobs get() {
    return CURRENT.get();
  }

  /** The jobs that wait or run, by their ids. */
  public synchronized List<JobInfo> pending() {
    return scheduled.values().stream()
        .map(j -> j.info)
        .sorted(Comparator.comparingInt(JobInfo::getId))
        .toList();
  }

  /** Runs a job now, whatever its delay. */
  public void run(int id) {
    Job j;
    synchronized (this) {
      j = scheduled.get(id);
    }
    if (j != null) {
      ServiceManager.enqueue(() -> start(j));
    }
  }

  /** The job that is due first, or null. */
  public JobInfo next() {
    return pending().stream().min(Comparator.comparingLong(Jobs::delay)).orElse(null);
  }

  /** A job that waits or runs. */
  private static final class Job {
    JobInfo info;
    final Queue<JobWorkItem> work = new ArrayDeque<>();
    final Set<Integer> taken = new HashSet<>();
    boolean running;

    /** The service that was told to run it, and with what; null before. */
    IJobService service;

    JobParameters given;
    int lastWork;

    Job(JobInfo info) {
      this.info = info;
    }
  }

  /** Throws what the scheduler does if it does not take a job. */
  static void check(JobInfo info) {
    ServiceInfo s;
    try {
      s =
          RuntimeEnvironment.getApplication()
              .getPackageManager()
              .getServiceInfo(info.getService(), 0);
    } catch (NameNotFoundException e) {
      throw new IllegalArgumentException("No such service " + info.getService());
    }
    if (!JobService.PERMISSION_BIND.equals(s.permission)) {
      throw new IllegalArgumentException(
          "Scheduled service "
              + info.getService()
              + " does not require android.permission.BIND_JOB_SERVICE permission");
    }
    if (info.isPersisted() && !Grants.held(Manifest.permission.RECEIVE_BOOT_COMPLETED)) {
      throw new IllegalArgumentException(
          "Requested job cannot be persisted without holding"
              + " android.permission.RECEIVE_BOOT_COMPLETED permission");
    }
  }

  /** Schedules a job, in the place of one with the same id. */
  synchronized void schedule(JobInfo info) {
    Job j = new Job(info);
    stop(scheduled.put(info.getId(), j));
    later(j, Math.max(0, delay(info)));
  }

  /** Adds work to a job that takes work items. */
  synchronized void enqueue(JobInfo info, JobWorkItem item) {
    Job j = scheduled.get(info.getId());
    if (j == null) {
      j = new Job(info);
      scheduled.put(info.getId(), j);
    }
    j.info = info;
    ReflectionHelpers.setField(item, "mWorkId", ++j.lastWork);
    j.work.add(item);
    if (!j.running) {
      later(j, Math.max(0, delay(info)));
    }
  }

  private static long delay(JobInfo info) {
    return info.isPeriodic()
        ? info.getIntervalMillis() - info.getFlexMillis()
        : info.getMinLatencyMillis();
  }

  synchronized void cancel(int id) {
    stop(scheduled.remove(id));
  }

  synchronized void cancelAll() {
    scheduled.values().forEach(this::stop);
    scheduled.clear();
  }

  /** Has a job that is cancelled told so if it runs; it is over once it has said what it thinks. */
  private void stop(Job j) {
    if (j != null && j.running) {
      ServiceManager.enqueue(() -> tellStop(j));
    }
  }

  private void tellStop(Job j) {
    if (!j.running || j.service == null) {
      return;
    }
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      j.given.setStopReason(
          JobParameters.STOP_REASON_CANCELLED_BY_APP,
          JobParameters.INTERNAL_STOP_REASON_CANCELED,
          "cancelled");
    } else {
      reflector(Eleven.class, j.given)
          .setStopReason(JobParameters.INTERNAL_STOP_REASON_CANCELED, "cancelled");
    }
    try {
      j.service.stopJob(j.given);
    } catch (RemoteException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  private void later(Job j, long delay) {
    new Handler(Looper.getMainLooper())
        .postDelayed(() -> ServiceManager.enqueue(() -> start(j)), delay);
  }

  private void start(Job j) {
    synchronized (this) {
      if (scheduled.get(j.info.getId()) != j || j.running) {
        return;
      }
      j.running = true;
    }
    BackgroundStarts.active();
    Intent service = new Intent().setComponent(j.info.getService());
    if (!ServiceManager.get().bind(service, j, b -> run(j, b))) {
      finished(j, false);
    }
  }

  private void run(Job j, IBinder b) {
    IJobService s = b == null ? null : IJobService.Stub.asInterface(b);
    if (s == null) {
      finished(j, false);
      return;
    }
    try {
      j.service = s;
      j.given = parameters(j);
      s.startJob(j.given);
    } catch (RemoteException e) {
      throw e.rethrowFromSystemServer();
    }
  }

  private JobParameters parameters(Job j) {
    JobInfo i = j.info;
    if (!Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      return reflector(Eleven.class)
          .create(
              callback(j),
              i.getId(),
              i.getExtras(),
              i.getTransientExtras(),
              i.getClipData(),
              i.getClipGrantFlags(),
              false,
              null,
              null,
              null);
    }
    return new JobParameters(
        callback(j),
        null,
        i.getId(),
        i.getExtras(),
        i.getTransientExtras(),
        i.getClipData(),
        i.getClipGrantFlags(),
        false,
        i.isExpedited(),
        i.isUserInitiated(),
        null,
        null,
        null);
  }

  /** What a job is told, as it was on Android 11. */
  @ForType(JobParameters.class)
  interface Eleven {
    @Constructor
    JobParameters create(
        IBinder callback,
        int id,
        PersistableBundle extras,
        Bundle transientExtras,
        ClipData clip,
        int clipGrantFlags,
        boolean late,
        Uri[] uris,
        String[] authorities,
        Network network);

    void setStopReason(int reason, String words);
  }

  private IBinder callback(Job j) {
    Binder b = new Binder();
    IInterface i =
        (IInterface)
            Proxy.newProxyInstance(
                Jobs.class.getClassLoader(),
                new Class<?>[] {IJobCallback.class},
                (proxy, m, args) -> m.getName().equals("asBinder") ? b : answer(j, m, args));
    b.attachInterface(i, IJobCallback.class.getName());
    return b;
  }

  private Object answer(Job j, Method m, Object[] args) {
    return switch (m.getName()) {
      case "dequeueWork" -> dequeue(j);
      case "completeWork" -> complete(j, (int) args[1]);
      case "acknowledgeStartMessage" -> {
        if (!(boolean) args[1]) {
          ServiceManager.enqueue(() -> finished(j, false));
        }
        yield null;
      }
      case "acknowledgeStopMessage" -> {
        ServiceManager.enqueue(() -> finished(j, false));
        yield null;
      }
      case "jobFinished" -> {
        ServiceManager.enqueue(() -> finished(j, (boolean) args[1]));
        yield null;
      }
      default -> MadeUp.answer(m);
    };
  }

  private synchronized JobWorkItem dequeue(Job j) {
    JobWorkItem w = j.work.poll();
    if (w == null) {
      if (j.taken.isEmpty()) {
        ServiceManager.enqueue(() -> finished(j, false));
      }
      return null;
    }
    w.bumpDeliveryCount();
    j.taken.add(w.getWorkId());
    return w;
  }

  private synchronized boolean complete(Job j, int workId) {
    return j.taken.remove(workId);
  }

  private void finished(Job j, boolean again) {
    synchronized (this) {
      if (!j.running) {
        return;
      }
      j.running = false;
      boolean ours = scheduled.get(j.info.getId()) == j;
      if (ours && (again || j.info.isPeriodic() || !j.work.isEmpty())) {
        later(j, again ? BACKOFF_MS : j.work.isEmpty() ? j.info.getIntervalMillis() : 0);
      } else if (ours) {
        scheduled.remove(j.info.getId());
      }
    }
    ServiceManager.get().unbind(j);
  }
}
