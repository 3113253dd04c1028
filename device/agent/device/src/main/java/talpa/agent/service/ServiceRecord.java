package talpa.agent.service;

import android.app.Service;
import android.content.ComponentName;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.IBinder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** The system's side of one running service. */
final class ServiceRecord {
  /** One bound connection. */
  record Link(ServiceConnection connection, Executor executor, Intent intent) {}

  final ComponentName name;
  final ServiceInfo info;
  final IBinder token = new Binder();
  final Map<ServiceConnection, Link> links = new LinkedHashMap<>();

  Service service;
  boolean started;
  int lastStartId;
  boolean foregroundPromised;

  /** Whether onBind was called; its binder is kept for later connections. */
  boolean bound;

  boolean unbound;
  IBinder binder;

  ServiceRecord(ComponentName name, ServiceInfo info) {
    this.name = name;
    this.info = info;
  }

  boolean needed() {
    return started || !links.isEmpty();
  }
}
