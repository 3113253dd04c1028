package talpa.agent.world;

import android.content.Context;
import android.net.NetworkInfo;
import android.net.wifi.p2p.IWifiP2pManager;
import android.net.wifi.p2p.WifiP2pDevice;
import android.net.wifi.p2p.WifiP2pDeviceList;
import android.net.wifi.p2p.WifiP2pGroupList;
import android.net.wifi.p2p.WifiP2pInfo;
import android.net.wifi.p2p.WifiP2pManager;
import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.os.Messenger;
import android.os.RemoteException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.MadeUp;
import talpa.agent.process.Services;

/**
 * The system's side of WifiP2pManager, on a phone that nobody is near: searches begin and find
 * none, connections and groups fail as busy.
 */
public final class WifiDirect {
  /** What cannot be done where nobody is near. */
  private static final Set<String> BUSY = Set.of("CONNECT", "CREATE_GROUP", "CANCEL_CONNECT");

  private static final int NETWORK_WIFI_P2P = 13; // ConnectivityManager.TYPE_WIFI_P2P

  private WifiDirect() {}

  static void register() {
    Services.add(Context.WIFI_P2P_SERVICE, IWifiP2pManager.class, (p, m, args) -> called(m));
  }

  private static Object called(Method m) {
    return switch (m.getName()) {
      case "getMessenger", "getP2pStateMachineMessenger" -> new Messenger(new Service());
      default -> MadeUp.answer(m);
    };
  }

  /** Answers the messages of a channel. */
  private static final class Service extends Handler {
    private static final Map<Integer, String> NAMES = new TreeMap<>();
    private static final Map<String, Integer> NUMBERS = new TreeMap<>();

    static {
      for (Field f : WifiP2pManager.class.getFields()) {
        if (f.getType() == int.class && f.getName().equals(f.getName().toUpperCase())) {
          NUMBERS.put(f.getName(), ReflectionHelpers.getStaticField(f));
        }
      }
      // Only those that have answers: small numbers are states, reasons and the like.
      NUMBERS.forEach(
          (name, n) -> {
            if (answer(name) != null) {
              NAMES.put(n, name);
            }
          });
    }

    Service() {
      super(Looper.getMainLooper());
    }

    private static Integer answer(String asked) {
      if (asked.startsWith("REQUEST_")) {
        return NUMBERS.get("RESPONSE_" + asked.substring("REQUEST_".length()));
      }
      return NUMBERS.get(asked + (BUSY.contains(asked) ? "_FAILED" : "_SUCCEEDED"));
    }

    @Override
    public void handleMessage(Message m) {
      String asked = NAMES.get(m.what);
      if (asked == null || m.replyTo == null) {
        return;
      }
      Message reply = Message.obtain();
      reply.what = answer(asked);
      reply.arg1 = BUSY.contains(asked) ? WifiP2pManager.BUSY : number(asked);
      reply.arg2 = m.arg2; // which listener
      reply.obj = found(asked);
      try {
        m.replyTo.send(reply);
      } catch (RemoteException e) {
        throw new IllegalStateException("the channel is in this process", e);
      }
    }

    private static int number(String asked) {
      return switch (asked) {
        case "REQUEST_P2P_STATE" -> WifiP2pManager.WIFI_P2P_STATE_ENABLED;
        case "REQUEST_DISCOVERY_STATE" -> WifiP2pManager.WIFI_P2P_DISCOVERY_STOPPED;
        default -> 0;
      };
    }

    private static Object found(String asked) {
      return switch (asked) {
        case "REQUEST_PEERS" -> new WifiP2pDeviceList();
        case "REQUEST_CONNECTION_INFO" -> new WifiP2pInfo();
        case "REQUEST_PERSISTENT_GROUP_INFO" -> new WifiP2pGroupList();
        case "REQUEST_NETWORK_INFO" -> new NetworkInfo(NETWORK_WIFI_P2P, 0, "WIFI_P2P", "");
        case "REQUEST_DEVICE_INFO" -> self();
        default -> null; // no group
      };
    }

    private static WifiP2pDevice self() {
      WifiP2pDevice d = new WifiP2pDevice();
      d.deviceName = "Android";
      d.deviceAddress = "02:00:00:00:00:00"; // that of a phone is for the system
      d.status = WifiP2pDevice.AVAILABLE;
      return d;
    }
  }

  /** Robolectric's shadow answers for tests: the framework's own code runs in its place. */
  @Implements(className = "android.net.wifi.p2p.WifiP2pManager")
  public static class ManagerShadow {}
}
