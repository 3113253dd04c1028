package talpa.agent.world;

import android.app.AlarmManager;
import android.app.Application;
import android.app.job.JobInfo;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Predicate;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowAlarmManager;
import org.robolectric.shadows.ShadowAlarmManager.ScheduledAlarm;
import org.robolectric.shadows.ShadowStatFs;
import talpa.agent.bridge.Platform;
import talpa.agent.clock.Clock;
import talpa.agent.defaults.Sensors;
import talpa.agent.job.Jobs;
import talpa.agent.media.Speech;
import talpa.agent.outlast.Outlasting;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.process.PerApp;
import talpa.agent.process.Storage;
import talpa.agent.service.BackgroundStarts;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/**
 * What happens around the app: the network comes and goes, the clock is set, an alarm rings, a
 * notification is tapped, the phone moves, messages and calls arrive, the battery, the plugs and
 * the radios change, memory and storage run low. Low storage is what the system says of it: writing
 * still works.
 */
public final class SurroundingsModule implements Module {
  private static final int BLOCKS = 1 << 20; // of 4 kB
  private static final int FREE = BLOCKS / 2;
  private static final long DAY = 24L * 60 * 60 * 1000;

  private static final PerApp<Connectivity> NETWORK = PerApp.of(Connectivity::new);

  private Params load = new Params(Map.of());

  /** Called by the list of modules. */
  public SurroundingsModule() {}

  @Override
  public void install(AppProcess p) {
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      Discovery.register();
    }
    WifiDirect.register();
    if (Platform.has(Build.VERSION_CODES.TIRAMISU)) {
      Speech.register();
    }
    p.methods().input("network", SurroundingsModule::network);
    p.methods().input("clock", q -> later(() -> setClock(q.integer("by", 0))));
    p.methods().input("zone", SurroundingsModule::zone);
    p.methods().input("storage", SurroundingsModule::storage);
    p.methods().input("alarm", SurroundingsModule::alarm);
    p.methods().input("job", SurroundingsModule::job);
    p.methods().query("outlasting", q -> Outlasting.take(context(), alarms().getScheduledAlarms()));
    p.methods().input("notification", Notifications::act);
    p.methods().input("location", Locations::tell);
    p.methods().input("message", Messages::arrive);
    p.methods().input("call", Calls::tell);
    p.methods().input("battery", Power::tell);
    p.methods().input("headset", Adapters::headset);
    p.methods().input("radio", Adapters::radio);
    p.methods().input("speech", Speech::tell);
    p.methods().input("sensor", q -> later(Sensors.change(q)));
    p.methods().input("trim", q -> later(() -> Memory.trim((int) q.integer("level", 0))));
  }

  @Override
  public void loading(Params p) {
    load = p;
  }

  @Override
  public void beforeApplication(Application app) {
    Outlasting.restore(app, load.object("outlasting"));
    free(FREE);
    Power.install();
    Adapters.install();
    Calls.install();
    Connectivity.install(app);
  }

  @Override
  public void loaded(Params p) {
    Outlasting.restart(p.object("outlasting"));
  }

  @Override
  public List<String> registrations() {
    List<String> out = new ArrayList<>(Locations.registrations());
    out.addAll(Notifications.registrations());
    out.addAll(Sensors.registrations());
    out.addAll(Listeners.registrations());
    if (Memory.heard()) {
      out.add("memory");
    }
    if (next(a -> true).isPresent()) {
      out.add("alarm");
    }
    if (Jobs.get().next() != null) {
      out.add("job");
    }
    return out;
  }

  static Object later(Runnable r) {
    AppProcess.current().later(r);
    return null;
  }

  static Context context() {
    return RuntimeEnvironment.getApplication();
  }

  /** A broadcast of the system; of what was so before the process started there is none. */
  static void broadcast(Intent i) {
    if (!AppProcess.current().starting()) {
      BackgroundStarts.active();
      context().sendBroadcast(i);
    }
  }

  /** An ordered broadcast of the system. */
  static void broadcastOrdered(Intent i) {
    BackgroundStarts.active();
    context().sendOrderedBroadcast(i, null);
  }

  private static Object network(Params p) {
    Connectivity.Link to =
        !p.bool("on", true)
            ? Connectivity.Link.NONE
            : p.bool("mobile", false) ? Connectivity.Link.MOBILE : Connectivity.Link.WIFI;
    return later(() -> NETWORK.get().set(to));
  }

  private static void setClock(long by) {
    long before = Clock.wallMillis();
    Clock.shift(by);
    broadcast(new Intent(Intent.ACTION_TIME_CHANGED));
    if (before / DAY != Clock.wallMillis() / DAY) {
      broadcast(new Intent(Intent.ACTION_DATE_CHANGED));
    }
    for (Optional<ScheduledAlarm> due = next(SurroundingsModule::isDue);
        due.isPresent();
        due = next(SurroundingsModule::isDue)) {
      alarms().fireAlarm(due.get());
    }
  }

  private static Object zone(Params p) throws WireException {
    String id = p.string("id");
    TimeZone zone = TimeZone.getTimeZone(id);
    if (!zone.getID().equals(id)) {
      throw WireException.usage("no time zone \"" + id + "\"");
    }
    return later(
        () -> {
          TimeZone.setDefault(zone);
          broadcast(
              new Intent(Intent.ACTION_TIMEZONE_CHANGED)
                  .putExtra(Intent.EXTRA_TIMEZONE, zone.getID()));
        });
  }

  /** All file systems of the device have so many blocks free. */
  private static void free(int blocks) {
    ShadowStatFs.registerStats("/", BLOCKS, blocks, blocks);
  }

  private static Object storage(Params p) {
    return later(
        p.has("state")
            ? () -> Volume.become(p.string("state"))
            : () -> room(p.bool("low", true), p.bool("full", false)));
  }

  @SuppressWarnings("deprecation")
  private static void room(boolean low, boolean full) {
    Storage.setFull(full);
    free(low ? 0 : FREE);
    broadcast(new Intent(low ? Intent.ACTION_DEVICE_STORAGE_LOW : Intent.ACTION_DEVICE_STORAGE_OK));
  }

  /** The next alarm rings; a clock that is before its time jumps there. */
  private static Object alarm(Params p) throws WireException {
    ScheduledAlarm a = next(x -> true).orElseThrow(() -> WireException.usage("no alarm is set"));
    return later(
        () -> {
          if (!isElapsed(a)) {
            Clock.shift(Math.max(0, a.getTriggerAtMs() - Clock.wallMillis()));
          }
          alarms().fireAlarm(a);
        });
  }

  /** The job of an id, else the one that is due first, runs now. */
  private static Object job(Params p) throws WireException {
    JobInfo next = Jobs.get().next();
    if (next == null) {
      throw WireException.usage("no job is scheduled");
    }
    Jobs.get().run((int) p.integer("id", next.getId()));
    return null;
  }

  private static ShadowAlarmManager alarms() {
    return Shadow.extract(context().getSystemService(AlarmManager.class));
  }

  /** The alarm that rings first of those asked for. */
  private static Optional<ScheduledAlarm> next(Predicate<ScheduledAlarm> wanted) {
    return alarms().getScheduledAlarms().stream()
        .filter(wanted)
        .min(Comparator.comparingLong(SurroundingsModule::delay));
  }

  private static boolean isElapsed(ScheduledAlarm a) {
    return a.getType() == AlarmManager.ELAPSED_REALTIME
        || a.getType() == AlarmManager.ELAPSED_REALTIME_WAKEUP;
  }

  private static boolean isDue(ScheduledAlarm a) {
    return !isElapsed(a) && delay(a) <= 0 && a.getIntervalMs() == 0;
  }

  private static long delay(ScheduledAlarm a) {
    return a.getTriggerAtMs() - (isElapsed(a) ? SystemClock.elapsedRealtime() : Clock.wallMillis());
  }
}
