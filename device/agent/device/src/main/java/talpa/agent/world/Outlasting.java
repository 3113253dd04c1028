package talpa.agent.world;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.Context;
import android.content.Intent;
import android.os.Parcel;
import android.os.Parcelable;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAlarmManager.ScheduledAlarm;
import org.robolectric.shadows.ShadowPendingIntent;
import talpa.agent.job.Jobs;
import talpa.agent.service.ServiceManager;
import talpa.agent.wire.Params;

/**
 * What the system keeps of an app whose process was killed: alarms, jobs, and the services that it
 * starts again. The front takes it from one process and gives it to the next. A listener of an
 * alarm ends with its process.
 */
final class Outlasting {
  private static final Logger LOG = Logger.getLogger(Outlasting.class.getName());

  private Outlasting() {}

  /** The wire method: all that a later process needs. */
  static Map<String, Object> take(List<ScheduledAlarm> alarms) {
    List<Object> kept = new ArrayList<>();
    for (ScheduledAlarm a : alarms) {
      if (a.operation == null) {
        continue;
      }
      ShadowPendingIntent p = Shadow.extract(a.operation);
      String intent = bytes(p.getSavedIntent());
      if (intent.isEmpty()) {
        continue;
      }
      Map<String, Object> m = new LinkedHashMap<>();
      m.put("type", a.getType());
      m.put("at", a.getTriggerAtMs() - (isElapsed(a.getType()) ? elapsed() : 0));
      m.put("interval", a.getIntervalMs());
      m.put("intent", intent);
      m.put("code", p.getRequestCode());
      m.put("flags", p.getFlags());
      m.put("kind", kind(p));
      kept.add(m);
    }
    List<String> jobs = Jobs.get().pending().stream().map(Outlasting::bytes).toList();
    List<Object> services = new ArrayList<>();
    ServiceManager.get()
        .left()
        .forEach(
            (name, intents) ->
                services.add(
                    Map.of(
                        "name",
                        name,
                        "intents",
                        intents.stream().map(Outlasting::bytes).toList())));
    return kept.isEmpty() && jobs.isEmpty() && services.isEmpty()
        ? Map.of()
        : Map.of("alarms", kept, "jobs", jobs, "services", services);
  }

  private static String kind(ShadowPendingIntent p) {
    if (p.isBroadcast()) {
      return "broadcast";
    }
    return p.isForegroundService() ? "foreground" : p.isService() ? "service" : "activity";
  }

  private static boolean isElapsed(int type) {
    return type == AlarmManager.ELAPSED_REALTIME || type == AlarmManager.ELAPSED_REALTIME_WAKEUP;
  }

  private static long elapsed() {
    return SystemClock.elapsedRealtime();
  }

  /** Sets what an earlier process had set; before any code of the app runs. */
  static void restore(Params kept) {
    Context c = SurroundingsModule.context();
    AlarmManager alarms = c.getSystemService(AlarmManager.class);
    for (Params p : kept.objects("alarms")) {
      Intent i = read(p.string("intent"), Intent.CREATOR);
      if (i == null) {
        continue;
      }
      int type = (int) p.integer("type", 0);
      long at = p.integer("at", 0) + (isElapsed(type) ? elapsed() : 0);
      PendingIntent operation = operation(c, p, i);
      if (p.integer("interval", 0) > 0) {
        alarms.setRepeating(type, at, p.integer("interval", 0), operation);
      } else {
        alarms.set(type, at, operation);
      }
    }
    JobScheduler jobs = c.getSystemService(JobScheduler.class);
    for (String s : kept.strings("jobs")) {
      JobInfo info = read(s, JobInfo.CREATOR);
      if (info != null) {
        jobs.schedule(info);
      }
    }
  }

  /** Starts the services again that the death of their process ended; the app is there. */
  static void restart(Params kept) {
    for (Params p : kept.objects("services")) {
      List<Intent> intents =
          p.strings("intents").stream()
              .map(s -> read(s, Intent.CREATOR))
              .filter(Objects::nonNull)
              .toList();
      ServiceManager.get().startAgain(p.string("name"), intents);
    }
  }

  private static PendingIntent operation(Context c, Params p, Intent i) {
    int code = (int) p.integer("code", 0);
    int flags = (int) p.integer("flags", 0) & ~PendingIntent.FLAG_NO_CREATE;
    return switch (p.string("kind")) {
      case "broadcast" -> PendingIntent.getBroadcast(c, code, i, flags);
      case "service" -> PendingIntent.getService(c, code, i, flags);
      case "foreground" -> PendingIntent.getForegroundService(c, code, i, flags);
      default -> PendingIntent.getActivity(c, code, i, flags);
    };
  }

  private static String bytes(Parcelable p) {
    if (p == null) {
      return "";
    }
    Parcel parcel = Parcel.obtain();
    try {
      p.writeToParcel(parcel, 0);
      return Base64.getEncoder().encodeToString(parcel.marshall());
    } catch (RuntimeException e) {
      LOG.log(Level.FINE, "what only lives in a process does not outlast it", e);
      return "";
    } finally {
      parcel.recycle();
    }
  }

  private static <T> T read(String text, Parcelable.Creator<T> as) {
    if (text.isEmpty()) {
      return null;
    }
    byte[] b = Base64.getDecoder().decode(text);
    Parcel parcel = Parcel.obtain();
    try {
      parcel.unmarshall(b, 0, b.length);
      parcel.setDataPosition(0);
      return as.createFromParcel(parcel);
    } finally {
      parcel.recycle();
    }
  }
}
