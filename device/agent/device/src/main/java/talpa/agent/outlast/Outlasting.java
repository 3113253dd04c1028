package talpa.agent.outlast;

import android.app.AlarmManager;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.Context;
import android.content.Intent;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.robolectric.shadows.ShadowAlarmManager.ScheduledAlarm;
import talpa.agent.job.Jobs;
import talpa.agent.service.ServiceManager;
import talpa.agent.wire.Params;

/** Takes all that the system keeps from one process, and gives it to the next. */
public final class Outlasting {
  private Outlasting() {}

  /** The answer to the front's question for what a later process needs. */
  public static Map<String, Object> take(Context c, List<ScheduledAlarm> alarms) {
    Map<String, Object> all = new LinkedHashMap<>();
    put(all, "alarms", alarms(alarms));
    put(all, "jobs", Jobs.get().pending().stream().map(Parcels::text).toList());
    List<Object> services = new ArrayList<>();
    ServiceManager.get().left().forEach((name, intents) -> services.add(service(name, intents)));
    put(all, "services", services);
    put(all, "notifications", Posted.take(c.getSystemService(NotificationManager.class)));
    return all;
  }

  private static void put(Map<String, Object> all, String key, List<?> kept) {
    if (!kept.isEmpty()) {
      all.put(key, kept);
    }
  }

  private static Map<String, Object> service(String name, List<Intent> intents) {
    return Map.of("name", name, "intents", intents.stream().map(Parcels::text).toList());
  }

  /** A listener of an alarm ends with its process. */
  private static List<Object> alarms(List<ScheduledAlarm> alarms) {
    List<Object> kept = new ArrayList<>();
    for (ScheduledAlarm a : alarms) {
      Map<String, Object> m = Sendings.of(a.operation);
      if (!m.isEmpty()) {
        m.put("type", a.getType());
        m.put("at", a.getTriggerAtMs() - (isElapsed(a.getType()) ? elapsed() : 0));
        m.put("interval", a.getIntervalMs());
        kept.add(m);
      }
    }
    return kept;
  }

  private static boolean isElapsed(int type) {
    return type == AlarmManager.ELAPSED_REALTIME || type == AlarmManager.ELAPSED_REALTIME_WAKEUP;
  }

  private static long elapsed() {
    return SystemClock.elapsedRealtime();
  }

  /** Sets what an earlier process had set; before any code of the app runs. */
  public static void restore(Context c, Params kept) {
    AlarmManager alarms = c.getSystemService(AlarmManager.class);
    for (Params p : kept.objects("alarms")) {
      PendingIntent operation = Sendings.read(c, p);
      if (operation == null) {
        continue;
      }
      int type = (int) p.integer("type", 0);
      long at = p.integer("at", 0) + (isElapsed(type) ? elapsed() : 0);
      if (p.integer("interval", 0) > 0) {
        alarms.setRepeating(type, at, p.integer("interval", 0), operation);
      } else {
        alarms.set(type, at, operation);
      }
    }
    JobScheduler jobs = c.getSystemService(JobScheduler.class);
    for (String s : kept.strings("jobs")) {
      JobInfo info = Parcels.read(s, JobInfo.CREATOR);
      if (info != null) {
        jobs.schedule(info);
      }
    }
    Posted.restore(c, kept.objects("notifications"));
  }

  /** Starts the services again that the death of their process ended; the app is there. */
  public static void restart(Params kept) {
    for (Params p : kept.objects("services")) {
      List<Intent> intents =
          p.strings("intents").stream()
              .map(s -> Parcels.read(s, Intent.CREATOR))
              .filter(Objects::nonNull)
              .toList();
      ServiceManager.get().startAgain(p.string("name"), intents);
    }
  }
}
