package talpa.agent.world;

import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.os.Handler;
import android.os.HandlerThread;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowConnectivityManager;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * Network callbacks as on a phone: a new one hears at once of the network that there is, and each
 * is called on the handler that it was registered with, else on the framework's own thread.
 */
@Implements(className = "android.net.ConnectivityManager")
public class ConnectivityShadow extends ShadowConnectivityManager {
  /** A callback, which networks it asks for (null: the default one), and its thread. */
  private record Listener(NetworkCallback callback, NetworkRequest request, Handler handler) {
    boolean wants(NetworkCapabilities c) {
      return request == null || c != null && request.canBeSatisfiedBy(c);
    }
  }

  /** Those of one app: the last one of so many is refused, as ConnectivityService counts. */
  private static final int MAX_REQUESTS = 100;

  private static final PerApp<List<Listener>> LISTENERS = PerApp.of(CopyOnWriteArrayList::new);

  /** Callbacks that were registered at some time. */
  private static final PerApp<Set<NetworkCallback>> KNOWN =
      PerApp.of(() -> java.util.Collections.newSetFromMap(new WeakHashMap<>()));

  private static final PerApp<ConcurrentHashMap<String, Handler>> THREAD =
      PerApp.of(ConcurrentHashMap::new);

  @RealObject private ConnectivityManager manager;

  /** The framework's own thread for what the network tells. */
  static Handler thread() {
    return THREAD
        .get()
        .computeIfAbsent(
            "ConnectivityThread",
            name -> {
              HandlerThread t = new HandlerThread(name);
              t.start();
              return new Handler(t.getLooper());
            });
  }

  private void add(NetworkRequest request, NetworkCallback c, Handler h) {
    if (c == null) {
      throw new IllegalArgumentException("null NetworkCallback");
    }
    super.registerNetworkCallback(request, c, null); // the others of these call each other
    getNetworkCallbacks().remove(c); // it would tell of each step of a change, and where that runs
    if (AppProcess.current().warming()) {
      return;
    }
    synchronized (KNOWN) {
      KNOWN.get().add(c);
    }
    if (LISTENERS.get().size() + 1 >= MAX_REQUESTS) {
      throw new ConnectivityManager.TooManyRequestsException();
    }
    Listener l = new Listener(c, request, h != null ? h : thread());
    LISTENERS.get().add(l);
    Network n = manager.getActiveNetwork();
    if (n != null) {
      available(l, n);
    }
  }

  /** Tells a listener that a network is there, and what it is. */
  private void available(Listener l, Network n) {
    NetworkCapabilities capabilities = manager.getNetworkCapabilities(n);
    if (!l.wants(capabilities)) {
      return;
    }
    LinkProperties link = manager.getLinkProperties(n);
    tell(
        l,
        c -> {
          c.onAvailable(n);
          if (capabilities != null) {
            c.onCapabilitiesChanged(n, new NetworkCapabilities(capabilities));
          }
          c.onLinkPropertiesChanged(n, link == null ? new LinkProperties() : link);
          c.onBlockedStatusChanged(n, false);
        });
  }

  private static void tell(Listener l, java.util.function.Consumer<NetworkCallback> what) {
    l.handler.post(
        () -> {
          if (LISTENERS.get().contains(l)) {
            what.accept(l.callback);
          }
        });
  }

  /**
   * The phone's default network changed; either may be null, the capabilities are the old one's.
   */
  void changed(Network from, NetworkCapabilities capabilities, Network to) {
    for (Listener l : LISTENERS.get()) {
      boolean replaced = l.request == null && to != null; // the default one goes over
      if (from != null && !replaced && l.wants(capabilities)) {
        tell(l, c -> c.onLost(from));
      }
      if (to != null) {
        available(l, to);
      }
    }
  }

  @Override
  @Implementation
  protected void registerNetworkCallback(NetworkRequest request, NetworkCallback c) {
    add(request, c, null);
  }

  @Override
  @Implementation
  protected void registerNetworkCallback(NetworkRequest request, NetworkCallback c, Handler h) {
    add(request, c, h);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback c) {
    add(request, c, null);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback c, int timeoutMs) {
    add(request, c, null);
  }

  @Override
  @Implementation
  protected void requestNetwork(NetworkRequest request, NetworkCallback c, Handler h) {
    add(request, c, h);
  }

  @Override
  @Implementation
  protected void requestNetwork(
      NetworkRequest request, NetworkCallback c, Handler h, int timeoutMs) {
    add(request, c, h);
  }

  @Override
  @Implementation
  protected void registerDefaultNetworkCallback(NetworkCallback c) {
    add(null, c, null);
  }

  @Override
  @Implementation
  protected void registerDefaultNetworkCallback(NetworkCallback c, Handler h) {
    add(null, c, h);
  }

  @Override
  @Implementation
  protected void registerBestMatchingNetworkCallback(
      NetworkRequest request, NetworkCallback c, Handler h) {
    add(request, c, h);
  }

  @Override
  @Implementation
  protected void unregisterNetworkCallback(NetworkCallback c) {
    if (c == null) {
      throw new IllegalArgumentException("null NetworkCallback");
    }
    synchronized (KNOWN) {
      if (!KNOWN.get().contains(c)) {
        throw new IllegalArgumentException("NetworkCallback was not registered");
      }
    }
    LISTENERS.get().removeIf(l -> l.callback == c);
  }

  /** Whether a callback waits for networks. */
  static boolean heard() {
    return RuntimeEnvironment.getApplication() != null && !LISTENERS.get().isEmpty();
  }
}
