package talpa.agent.world;

import android.content.Context;
import android.net.connectivity.android.net.nsd.AdvertisingRequest;
import android.net.connectivity.android.net.nsd.INsdManagerCallback;
import android.net.connectivity.android.net.nsd.INsdServiceConnector;
import android.net.nsd.DiscoveryRequest;
import android.net.nsd.INsdManager;
import android.net.nsd.NsdManager;
import android.net.nsd.NsdServiceInfo;
import android.os.RemoteException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import talpa.agent.process.MadeUp;
import talpa.agent.process.PerApp;
import talpa.agent.process.Services;

/**
 * The system's side of NsdManager. Nothing else is on the phone's network, so an app finds the
 * services that it registered itself, as it does on a phone.
 */
final class Discovery implements InvocationHandler {
  private static final PerApp<Discovery> SYSTEM = PerApp.of(Discovery::new);
  private static final byte[] OWN_ADDRESS = {10, 0, 2, 15};

  private final Map<Integer, NsdServiceInfo> registered = new TreeMap<>();
  private final Map<Integer, String> searches = new TreeMap<>();
  private INsdManagerCallback app;

  private Discovery() {}

  /** Registers the service, once a JVM. */
  static void register() {
    Services.add(
        Context.NSD_SERVICE,
        INsdManager.class,
        (p, m, args) -> {
          if (!m.getName().equals("connect")) {
            return MadeUp.answer(m);
          }
          Discovery d = SYSTEM.get();
          d.app = (INsdManagerCallback) args[0];
          return Services.proxy(INsdServiceConnector.class, d);
        });
  }

  @Override
  public synchronized Object invoke(Object proxy, Method m, Object[] args) throws Exception {
    switch (m.getName()) {
      case "registerService" -> add((int) args[0], ((AdvertisingRequest) args[1]).getServiceInfo());
      case "unregisterService" -> remove((int) args[0]);
      case "discoverServices" -> search((int) args[0], (DiscoveryRequest) args[1]);
      case "stopDiscovery" -> {
        searches.remove((int) args[0]);
        app.onStopDiscoverySucceeded((int) args[0]);
      }
      case "resolveService" -> resolve((int) args[0], (NsdServiceInfo) args[1]);
      case "stopResolution" -> app.onStopResolutionSucceeded((int) args[0]);
      case "unregisterServiceInfoCallback" -> app.onServiceInfoCallbackUnregistered((int) args[0]);
      default -> {
        return MadeUp.answer(m);
      }
    }
    return null;
  }

  private void add(int key, NsdServiceInfo asked) throws RemoteException {
    NsdServiceInfo own = new NsdServiceInfo(freeName(asked), type(asked.getServiceType()));
    own.setPort(asked.getPort());
    asked.getAttributes().forEach((k, v) -> own.setAttribute(k, v));
    registered.put(key, own);
    NsdServiceInfo named = new NsdServiceInfo();
    named.setServiceName(own.getServiceName());
    app.onRegisterServiceSucceeded(key, named);
    for (Map.Entry<Integer, String> s : searches.entrySet()) {
      if (s.getValue().equals(own.getServiceType())) {
        app.onServiceFound(s.getKey(), found(own));
      }
    }
  }

  /** A name that another service of that type has gets a number, as on the network. */
  private String freeName(NsdServiceInfo asked) {
    String name = asked.getServiceName();
    for (int n = 2; named(name, asked.getServiceType()) != null; n++) {
      name = asked.getServiceName() + " (" + n + ")";
    }
    return name;
  }

  private NsdServiceInfo named(String name, String type) {
    for (NsdServiceInfo s : registered.values()) {
      if (s.getServiceName().equals(name) && s.getServiceType().equals(type(type))) {
        return s;
      }
    }
    return null;
  }

  private void remove(int key) throws RemoteException {
    NsdServiceInfo gone = registered.remove(key);
    app.onUnregisterServiceSucceeded(key);
    for (Map.Entry<Integer, String> s : searches.entrySet()) {
      if (gone != null && s.getValue().equals(gone.getServiceType())) {
        app.onServiceLost(s.getKey(), found(gone));
      }
    }
  }

  private void search(int key, DiscoveryRequest q) throws RemoteException {
    searches.put(key, type(q.getServiceType()));
    app.onDiscoverServicesStarted(key, q);
    for (NsdServiceInfo s : registered.values()) {
      if (s.getServiceType().equals(searches.get(key))) {
        app.onServiceFound(key, found(s));
      }
    }
  }

  private void resolve(int key, NsdServiceInfo asked) throws Exception {
    NsdServiceInfo own = named(asked.getServiceName(), asked.getServiceType());
    if (own == null) {
      app.onResolveServiceFailed(key, NsdManager.FAILURE_INTERNAL_ERROR);
      return;
    }
    NsdServiceInfo full = new NsdServiceInfo(own.getServiceName(), "." + own.getServiceType());
    full.setPort(own.getPort());
    full.setHostAddresses(List.of(InetAddress.getByAddress(OWN_ADDRESS)));
    own.getAttributes().forEach((k, v) -> full.setAttribute(k, v));
    app.onResolveServiceSucceeded(key, full);
  }

  /** What is told of a service that is found: the platform ends its type with a dot. */
  private static NsdServiceInfo found(NsdServiceInfo s) {
    return new NsdServiceInfo(s.getServiceName(), s.getServiceType() + ".");
  }

  /** A type without the dots that the platform puts before or behind it. */
  private static String type(String t) {
    return t == null ? "" : t.replaceAll("^\\.|\\.$", "");
  }
}
