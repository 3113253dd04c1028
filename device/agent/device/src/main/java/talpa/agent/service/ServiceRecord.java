package talpa.agent.service;

import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.Handler;
import android.os.IBinder;
import android.os.Looper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The system's side of one running service: what the activity manager keeps in the classes of the
 * same names. For the holder of {@link ServiceManager}'s lock.
 */
final class ServiceRecord {
  /** Who is told of a binder; dead if the service is gone for good. */
  interface Client {
    void connected(ComponentName name, IBinder binder, boolean dead);
  }

  /** One connection of a client. */
  record Link(Client client, long flags, Binding binding) {
    boolean keeps() {
      return (flags & Context.BIND_AUTO_CREATE) != 0;
    }
  }

  /** The clients that bind with one intent, as {@code Intent.filterEquals} tells them apart. */
  static final class Binding {
    final ServiceRecord service;
    final Intent intent;
    final List<Link> links = new ArrayList<>();

    /** Whether onBind was asked for; it is asked once in the life of a service. */
    boolean requested;

    /** Whether onBind has answered; its binder is kept for later clients. */
    boolean received;

    IBinder binder;

    /** Whether the service was told of a client since it last was told that there is none. */
    boolean told;

    /** Whether onUnbind asked to be told of the next client. */
    boolean rebinds;

    Binding(ServiceRecord service, Intent intent) {
      this.service = service;
      this.intent = intent;
    }
  }

  /** A start that the service may get once more in another process. */
  record Start(int id, Intent intent) {}

  final ComponentName name;
  final ServiceInfo info;
  final IBinder token = new Binder();
  final Map<Intent.FilterComparison, Binding> bindings = new LinkedHashMap<>();
  final List<Start> delivered = new ArrayList<>();

  Service service;

  /** Whether onCreate was asked for: a binding alone may wait for a start. */
  boolean created;

  boolean started;
  int lastStartId;

  /** Whether the service does not come back after the death of its process. */
  boolean stopIfKilled;

  boolean foregroundPromised;

  /** Whether it is in the foreground, which keeps each further promise at once. */
  boolean foreground;

  /** Runs out when a promise to go to the foreground was not kept. */
  final Handler timer = new Handler(Looper.getMainLooper());

  ServiceRecord(ComponentName name, ServiceInfo info) {
    this.name = name;
    this.info = info;
  }

  Binding binding(Intent i) {
    Intent.FilterComparison key = new Intent.FilterComparison(i);
    return bindings.computeIfAbsent(key, k -> new Binding(this, new Intent(i)));
  }

  List<Link> links() {
    return bindings.values().stream().flatMap(b -> b.links.stream()).toList();
  }

  boolean needed() {
    return started || links().stream().anyMatch(Link::keeps);
  }
}
