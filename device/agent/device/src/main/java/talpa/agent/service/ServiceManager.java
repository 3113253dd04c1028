package talpa.agent.service;

import android.app.Service;
import android.content.ComponentCallbacks;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ServiceInfo;
import android.os.IBinder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/** Runs the app's services. Calls of the app only queue operations, as in the activity manager. */
public final class ServiceManager {
  private static final PerApp<ServiceManager> CURRENT = PerApp.of(ServiceManager::new);

  private final Map<ComponentName, ServiceRecord> running = new LinkedHashMap<>();
  private final Map<ServiceConnection, ServiceRecord> connections = new LinkedHashMap<>();
  private final Map<ServiceConnection, Context> owners = new LinkedHashMap<>();

  private ServiceManager() {}

  /** The one of the app that is loaded. */
  public static ServiceManager get() {
    return CURRENT.get();
  }

  static void enqueue(Runnable op) {
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
      out.add(r.name.getPackageName() + "/" + r.name.getClassName());
    }
    return out;
  }

  /** The name of the service that an intent starts, or null if there is none. */
  ComponentName find(Intent asked) {
    ServiceInfo info = resolve(asked);
    return info == null ? null : new ComponentName(info.packageName, info.name);
  }

  /**
   * Starts a service.
   *
   * @param foreground whether it was promised to go to the foreground
   * @return its name, or null if there is none for the intent
   */
  public ComponentName start(Intent asked, boolean foreground) {
    ServiceInfo info = resolve(asked);
    if (info == null) {
      return null;
    }
    BackgroundStarts.active();
    Intent intent = new Intent(asked);
    ComponentName name = new ComponentName(info.packageName, info.name);
    intent.setComponent(name);
    enqueue(
        () -> {
          ServiceRecord r = ensure(name, info, intent);
          r.started = true;
          r.foregroundPromised |= foreground;
          ServiceThread.startCommand(r.token, intent, ++r.lastStartId, 0);
        });
    return name;
  }

  /** Stops a started service; returns whether it ran. */
  boolean stop(Intent intent) {
    ServiceInfo info = resolve(intent);
    ServiceRecord r = info == null ? null : find(info);
    if (r == null) {
      return false;
    }
    enqueue(
        () -> {
          r.started = false;
          reap(r);
        });
    return true;
  }

  /** The service stops itself; a start id that is not the last one is ignored. */
  boolean stopSelf(Service s, int startId) {
    ServiceRecord r = find(s);
    if (r == null || startId >= 0 && startId != r.lastStartId) {
      return false;
    }
    enqueue(
        () -> {
          if (startId < 0 || startId == r.lastStartId) {
            r.started = false;
            reap(r);
          }
        });
    return true;
  }

  /** The service went to the foreground. */
  void wentForeground(Service s) {
    ServiceRecord r = find(s);
    if (r != null) {
      r.foregroundPromised = false;
    }
  }

  /**
   * Binds to a service; returns whether there is one.
   *
   * @param owner the activity or other context that binds
   */
  boolean bind(Intent asked, int flags, Executor executor, ServiceConnection c, Context owner) {
    ServiceInfo info = resolve(asked);
    if (info == null) {
      return false;
    }
    Intent intent = new Intent(asked);
    ComponentName name = new ComponentName(info.packageName, info.name);
    synchronized (this) {
      connections.putIfAbsent(c, new ServiceRecord(name, info));
      owners.put(c, owner);
    }
    enqueue(() -> connect(name, info, intent, flags, executor, c));
    return true;
  }

  private void connect(
      ComponentName name,
      ServiceInfo info,
      Intent intent,
      int flags,
      Executor e,
      ServiceConnection c) {
    ServiceRecord r = find(info);
    if (r == null) {
      if ((flags & Context.BIND_AUTO_CREATE) == 0) {
        return;
      }
      r = ensure(name, info, intent);
    }
    synchronized (this) {
      if (!connections.containsKey(c)) {
        reap(r);
        return;
      }
      connections.put(c, r);
    }
    r.links.put(c, new ServiceRecord.Link(c, e, intent));
    if (!r.bound) {
      r.bound = true;
      ServiceThread.bind(r.token, intent, false);
    } else if (r.unbound) {
      r.unbound = false;
      ServiceThread.bind(r.token, intent, true);
    }
    connected(r, c, e);
  }

  private static void connected(ServiceRecord r, ServiceConnection c, Executor e) {
    Runnable tell =
        r.binder == null
            ? () -> c.onNullBinding(r.name)
            : () -> c.onServiceConnected(r.name, r.binder);
    if (e != null) {
      e.execute(tell);
    } else {
      enqueue(tell);
    }
  }

  /** The binder that onBind returned, by publishService. */
  synchronized void published(IBinder token, IBinder binder) {
    for (ServiceRecord r : running.values()) {
      if (r.token == token) {
        r.binder = binder;
      }
    }
  }

  /**
   * Ends a connection.
   *
   * @throws IllegalArgumentException if there is none
   */
  void unbind(ServiceConnection c) {
    ServiceRecord r;
    synchronized (this) {
      r = connections.remove(c);
      owners.remove(c);
    }
    if (r == null) {
      throw new IllegalArgumentException("Service not registered: " + c);
    }
    enqueue(
        () -> {
          ServiceRecord.Link l = r.links.remove(c);
          if (l != null && r.links.isEmpty() && !r.unbound) {
            r.unbound = true;
            ServiceThread.unbind(r.token, l.intent());
          }
          reap(r);
        });
  }

  private ServiceRecord ensure(ComponentName name, ServiceInfo info, Intent intent) {
    ServiceRecord r = find(info);
    if (r != null) {
      return r;
    }
    ServiceRecord made = new ServiceRecord(name, info);
    synchronized (this) {
      running.put(name, made);
    }
    made.service = ServiceThread.create(made.token, info, intent);
    return made;
  }

  /** The job's service, created if need be; {@link #release} lets it go. */
  IBinder acquire(ComponentName name, ServiceConnection holder) {
    ServiceInfo info = resolve(new Intent().setComponent(name));
    if (info == null) {
      return null;
    }
    Intent intent = new Intent().setComponent(name);
    ServiceRecord r = ensure(name, info, intent);
    r.links.put(holder, new ServiceRecord.Link(holder, null, intent));
    synchronized (this) {
      connections.put(holder, r);
    }
    if (!r.bound) {
      r.bound = true;
      ServiceThread.bind(r.token, intent, false);
    }
    return r.binder;
  }

  /** Ends the connections that a context that is gone left behind. */
  void release(Context gone) {
    List<ServiceConnection> left = new ArrayList<>();
    synchronized (this) {
      owners.forEach(
          (c, owner) -> {
            if (owner == gone) {
              left.add(c);
            }
          });
    }
    left.forEach(this::unbind);
  }

  /** Lets go what {@link #acquire} holds. */
  void release(ServiceConnection holder) {
    synchronized (this) {
      if (!connections.containsKey(holder)) {
        return;
      }
    }
    unbind(holder);
  }

  private void reap(ServiceRecord r) {
    synchronized (this) {
      if (r.needed() || running.get(r.name) != r) {
        return;
      }
      running.remove(r.name);
    }
    ServiceThread.stop(r.token);
    if (r.foregroundPromised) {
      r.foregroundPromised = false;
      Foreground.promiseBroken(r);
    }
  }

  /** The promise of startForegroundService, checked when its time is over. */
  void checkForeground(ComponentName name) {
    ServiceRecord r;
    synchronized (this) {
      r = running.get(name);
    }
    if (r != null && r.foregroundPromised) {
      Foreground.promiseBroken(r);
    }
  }

  private synchronized ServiceRecord find(ServiceInfo info) {
    return running.get(new ComponentName(info.packageName, info.name));
  }

  private synchronized ServiceRecord find(Service s) {
    for (ServiceRecord r : running.values()) {
      if (r.service == s || r.service == null && r.info.name.equals(s.getClass().getName())) {
        return r;
      }
    }
    return null;
  }

  /** The app's service for the intent, or null: services of other apps do not exist. */
  private static ServiceInfo resolve(Intent i) {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    String own = RuntimeEnvironment.getApplication().getPackageName();
    if (i.getComponent() != null) {
      try {
        ServiceInfo s = pm.getServiceInfo(i.getComponent(), PackageManager.GET_META_DATA);
        return s.packageName.equals(own) ? s : null;
      } catch (NameNotFoundException e) {
        return null;
      }
    }
    return i.getPackage() != null && !i.getPackage().equals(own) ? null : implicit(pm, own, i);
  }

  private static ServiceInfo implicit(PackageManager pm, String own, Intent i) {
    ShadowPackageManager shadow = Shadow.extract(pm);
    String type = i.resolveTypeIfNeeded(RuntimeEnvironment.getApplication().getContentResolver());
    try {
      PackageInfo p = pm.getPackageInfo(own, PackageManager.GET_SERVICES);
      for (ServiceInfo s : p.services == null ? new ServiceInfo[0] : p.services) {
        ComponentName c = new ComponentName(own, s.name);
        for (IntentFilter f : shadow.getIntentFiltersForService(c)) {
          if (f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa")
              >= 0) {
            return pm.getServiceInfo(c, PackageManager.GET_META_DATA);
          }
        }
      }
    } catch (NameNotFoundException e) {
      return null;
    }
    return null;
  }
}
