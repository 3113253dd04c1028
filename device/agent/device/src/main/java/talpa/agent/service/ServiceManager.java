package talpa.agent.service;

import android.app.ActivityManager;
import android.app.Service;
import android.content.ComponentCallbacks;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.IBinder;
import android.os.Process;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * Runs the app's services, by the rules of the platform's ActiveServices: what the app asks for is
 * decided at once, what it makes of the service is queued for the main thread.
 */
public final class ServiceManager {
  private static final PerApp<ServiceManager> CURRENT = PerApp.of(ServiceManager::new);

  private final Map<ComponentName, ServiceRecord> running = new LinkedHashMap<>();
  private final Map<Object, List<ServiceRecord.Link>> connections = new LinkedHashMap<>();

  private ServiceManager() {}

  /** The one of the app that is loaded. */
  public static ServiceManager get() {
    return CURRENT.get();
  }

  /** Has something done on the main thread, after what was queued before. */
  public static void enqueue(Runnable op) {
    AppProcess.current().loop().enqueue(op);
  }

  /** The running services, as listeners of configuration changes. */
  public synchronized List<ComponentCallbacks> services() {
    List<ComponentCallbacks> out = new ArrayList<>();
    for (ServiceRecord r : running.values()) {
      if (r.service != null) {
        out.add(r.service);
      }
    }
    return out;
  }

  /** The names of the running services, "pkg/cls". */
  public synchronized List<String> running() {
    List<String> out = new ArrayList<>();
    for (ServiceRecord r : running.values()) {
      if (r.created) {
        out.add(r.name.getPackageName() + "/" + r.name.getClassName());
      }
    }
    return out;
  }

  /** The name of the service that an intent starts, or null if there is none. */
  ComponentName find(Intent asked) {
    ServiceInfo info = ServiceFinder.find(asked);
    return info == null ? null : new ComponentName(info.packageName, info.name);
  }

  // ---- starts ----

  /**
   * Starts a service.
   *
   * @param foreground whether it was promised to go to the foreground
   * @return its name, or null if there is none for the intent
   */
  public ComponentName start(Intent asked, boolean foreground) {
    ServiceInfo info = ServiceFinder.find(asked);
    if (info == null) {
      return null;
    }
    BackgroundStarts.active();
    ServiceRecord r = record(info);
    start(r, new Intent(asked).setComponent(r.name), 0);
    if (foreground) {
      promise(r);
    }
    return r.name;
  }

  private synchronized void start(ServiceRecord r, Intent intent, int flags) {
    r.started = true;
    int id = ++r.lastStartId;
    bringUp(r);
    r.delivered.add(new ServiceRecord.Start(id, intent));
    enqueue(() -> ServiceThread.startCommand(r.token, intent, id, flags));
  }

  /** What onStartCommand returned says what becomes of the service when its process is killed. */
  synchronized void answered(IBinder token, int startId, int result) {
    ServiceRecord r = find(token);
    if (r == null) {
      return;
    }
    switch (result) {
      case Service.START_STICKY_COMPATIBILITY, Service.START_STICKY -> {
        r.delivered.removeIf(s -> s.id() == startId);
        r.stopIfKilled = false;
      }
      case Service.START_NOT_STICKY -> {
        r.delivered.removeIf(s -> s.id() == startId);
        r.stopIfKilled |= r.lastStartId == startId;
      }
      case Service.START_REDELIVER_INTENT -> r.stopIfKilled = true;
      default -> throw new IllegalArgumentException("Unknown service start result: " + result);
    }
  }

  /** Stops a started service; returns whether it ran. */
  synchronized boolean stop(Intent intent) {
    ServiceInfo info = ServiceFinder.find(intent);
    ServiceRecord r =
        info == null ? null : running.get(new ComponentName(info.packageName, info.name));
    if (r == null) {
      return false;
    }
    r.started = false;
    reap(r);
    return true;
  }

  /** The service stops itself; a start id that is not the last one is ignored. */
  synchronized boolean stopSelf(Service s, int startId) {
    ServiceRecord r = find(s);
    if (r == null) {
      return false;
    }
    if (startId >= 0) {
      r.delivered.removeIf(d -> d.id() <= startId);
      if (startId != r.lastStartId) {
        return false;
      }
    }
    r.started = false;
    reap(r);
    return true;
  }

  /**
   * What the system tells of the services that run: an app sees its own, as all do since Android 8.
   */
  public synchronized List<ActivityManager.RunningServiceInfo> running(int max) {
    List<ActivityManager.RunningServiceInfo> out = new ArrayList<>();
    for (ServiceRecord r : running.values()) {
      if (r.created && out.size() < max) {
        ActivityManager.RunningServiceInfo i = new ActivityManager.RunningServiceInfo();
        i.service = r.name;
        i.process = r.info.processName;
        i.pid = Process.myPid();
        i.uid = Process.myUid();
        i.started = r.started;
        i.foreground = r.foreground;
        i.clientCount = r.links().size();
        out.add(i);
      }
    }
    return out;
  }

  // ---- after the death of the process ----

  /**
   * What the system starts again when it has killed the process: for each service the intents that
   * it gets once more; one without any gets null.
   */
  public synchronized Map<String, List<Intent>> left() {
    Map<String, List<Intent>> out = new LinkedHashMap<>();
    for (ServiceRecord r : running.values()) {
      if (r.started && (!r.stopIfKilled || !r.delivered.isEmpty())) {
        out.put(
            r.name.flattenToString(),
            r.delivered.stream().map(ServiceRecord.Start::intent).toList());
      }
    }
    return out;
  }

  /** Starts a service again that an earlier process left. */
  public void startAgain(String name, List<Intent> intents) {
    ServiceInfo info =
        ServiceFinder.find(new Intent().setComponent(ComponentName.unflattenFromString(name)));
    if (info == null) {
      return;
    }
    ServiceRecord r = record(info);
    if (intents.isEmpty()) {
      start(r, null, 0);
    }
    intents.forEach(i -> start(r, i, Service.START_FLAG_REDELIVERY));
  }

  // ---- the foreground ----

  private synchronized void promise(ServiceRecord r) {
    if (!r.foregroundPromised && !r.foreground) {
      r.foregroundPromised = true;
      Foreground.watch(r);
    }
  }

  /** The service does what was promised. */
  synchronized void promiseKept(Service s) {
    ServiceRecord r = find(s);
    if (r != null) {
      r.foregroundPromised = false;
      Foreground.kept(r);
    }
  }

  /** The service entered the foreground, or left it. */
  synchronized void foreground(Service s, boolean entered) {
    ServiceRecord r = find(s);
    if (r != null) {
      r.foreground = entered;
    }
  }

  // ---- bindings ----

  /**
   * Binds to a service; returns whether there is one.
   *
   * @param connection what {@link #unbind} names
   */
  boolean bind(Intent asked, long flags, Object connection, ServiceRecord.Client client) {
    ServiceInfo info = ServiceFinder.find(asked);
    if (info == null) {
      return false;
    }
    ServiceRecord r = record(info);
    bind(r, new Intent(asked).setComponent(r.name), flags, connection, client);
    return true;
  }

  /**
   * Binds to a service for the system, which has it come up; returns whether there is one.
   *
   * @param connection what {@link #unbind} names
   * @param connected gets the binder, null where the service gives none or is gone
   */
  public boolean bind(Intent asked, Object connection, Consumer<IBinder> connected) {
    return bind(asked, Context.BIND_AUTO_CREATE, connection, (n, b, dead) -> connected.accept(b));
  }

  private synchronized void bind(
      ServiceRecord r, Intent intent, long flags, Object connection, ServiceRecord.Client client) {
    ServiceRecord.Binding b = r.binding(intent);
    ServiceRecord.Link l = new ServiceRecord.Link(client, flags, b);
    b.links.add(l);
    connections.computeIfAbsent(connection, c -> new ArrayList<>()).add(l);
    if (l.keeps()) {
      bringUp(r);
    }
    if (!r.created) {
      return;
    }
    if (b.received) {
      enqueue(() -> client.connected(r.name, b.binder, false));
      if (b.links.size() == 1 && b.rebinds) {
        request(b, true);
      }
    } else if (!b.requested) {
      request(b, false);
    }
  }

  private static void request(ServiceRecord.Binding b, boolean again) {
    b.requested = true;
    b.told = true;
    b.rebinds = false;
    enqueue(() -> ServiceThread.bind(b.service.token, b.intent, again));
  }

  /** The binder that onBind returned, by publishService. */
  synchronized void published(IBinder token, Intent intent, IBinder binder) {
    ServiceRecord r = find(token);
    if (r == null) {
      return;
    }
    ServiceRecord.Binding b = r.binding(intent);
    b.binder = binder;
    b.received = true;
    for (ServiceRecord.Link l : b.links) {
      enqueue(() -> l.client().connected(r.name, binder, false));
    }
  }

  /** Ends a connection; there is none if the service was not there. */
  public synchronized boolean unbind(Object connection) {
    List<ServiceRecord.Link> links = connections.remove(connection);
    if (links == null) {
      return false;
    }
    for (ServiceRecord.Link l : links) {
      ServiceRecord.Binding b = l.binding();
      b.links.remove(l);
      if (b.links.isEmpty() && b.told && b.service.created) {
        unbind(b);
      }
      reap(b.service);
    }
    return true;
  }

  private static void unbind(ServiceRecord.Binding b) {
    b.told = false;
    b.rebinds = false;
    enqueue(() -> ServiceThread.unbind(b.service.token, b.intent));
  }

  /** onUnbind asked to hear of the next client, who may have come meanwhile. */
  synchronized void rebinds(IBinder token, Intent intent) {
    ServiceRecord r = find(token);
    ServiceRecord.Binding b = r == null ? null : r.binding(intent);
    if (b == null) {
      return;
    }
    if (b.links.isEmpty()) {
      b.rebinds = true;
    } else {
      request(b, true);
    }
  }

  // ---- up and down ----

  private synchronized ServiceRecord record(ServiceInfo info) {
    ComponentName name = new ComponentName(info.packageName, info.name);
    return running.computeIfAbsent(name, n -> new ServiceRecord(n, info));
  }

  private void bringUp(ServiceRecord r) {
    if (r.created) {
      return;
    }
    r.created = true;
    enqueue(() -> ServiceThread.create(r));
    for (ServiceRecord.Binding b : r.bindings.values()) {
      if (!b.requested && !b.links.isEmpty()) {
        request(b, false);
      }
    }
  }

  /** Ends a service that nobody needs any more. */
  private void reap(ServiceRecord r) {
    if (r.needed() || running.get(r.name) != r) {
      return;
    }
    if (!r.created) {
      if (r.links().isEmpty()) {
        running.remove(r.name);
      }
      return;
    }
    running.remove(r.name);
    for (ServiceRecord.Link l : r.links()) {
      enqueue(() -> l.client().connected(r.name, null, true));
    }
    for (ServiceRecord.Binding b : r.bindings.values()) {
      if (b.told) {
        unbind(b);
      }
    }
    enqueue(() -> ServiceThread.stop(r.token));
    if (r.foreground) {
      enqueue(() -> Foreground.removeNotification(r));
    }
    if (r.foregroundPromised) {
      r.foregroundPromised = false;
      Foreground.kept(r);
      enqueue(() -> Foreground.promiseBroken(r));
    }
  }

  private ServiceRecord find(IBinder token) {
    for (ServiceRecord r : running.values()) {
      if (r.token == token) {
        return r;
      }
    }
    return null;
  }

  private ServiceRecord find(Service s) {
    return find(ServiceThread.token(s));
  }
}
