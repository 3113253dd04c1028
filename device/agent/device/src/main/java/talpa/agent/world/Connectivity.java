package talpa.agent.world;

import android.content.Context;
import android.content.Intent;
import android.net.ConnectivityManager;
import android.net.ConnectivityManager.NetworkCallback;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetworkInfo;

/** The device's network as the connectivity manager tells of it. */
@SuppressWarnings("deprecation")
final class Connectivity {
  private static final int[] TYPES = {
    ConnectivityManager.TYPE_WIFI, ConnectivityManager.TYPE_MOBILE,
  };

  private NetworkInfo active; // while there is none: what was there before
  private Network network;
  private boolean off;

  /** The network comes or goes; what is as it was is not told of. */
  void set(boolean on) {
    if (on != off) {
      return;
    }
    Context c = RuntimeEnvironment.getApplication();
    ConnectivityManager cm = c.getSystemService(ConnectivityManager.class);
    ShadowConnectivityManager shadow = Shadow.extract(cm);
    off = !on;
    if (on) {
      shadow.setActiveNetworkInfo(active);
      shadow.addNetwork(network, active);
      shadow.setDefaultNetworkActive(true);
    } else {
      active = cm.getActiveNetworkInfo();
      network = cm.getActiveNetwork();
      shadow.clearAllNetworks();
      shadow.setActiveNetworkInfo(null);
      shadow.setDefaultNetworkActive(false);
    }
    for (int type : TYPES) {
      boolean up = on && active != null && active.getType() == type;
      shadow.setNetworkInfo(type, up ? active : info(type));
    }
    tell(cm, shadow, on);
    c.sendBroadcast(
        new Intent(ConnectivityManager.CONNECTIVITY_ACTION)
            .putExtra(ConnectivityManager.EXTRA_NETWORK_INFO, on ? active : info(TYPES[0]))
            .putExtra(ConnectivityManager.EXTRA_NO_CONNECTIVITY, !on));
  }

  private static NetworkInfo info(int type) {
    return ShadowNetworkInfo.newInstance(
        NetworkInfo.DetailedState.DISCONNECTED, type, 0, false, NetworkInfo.State.DISCONNECTED);
  }

  private void tell(ConnectivityManager cm, ShadowConnectivityManager shadow, boolean on) {
    for (NetworkCallback listener : List.copyOf(shadow.getNetworkCallbacks())) {
      if (on) {
        listener.onAvailable(network);
        NetworkCapabilities capabilities = cm.getNetworkCapabilities(network);
        if (capabilities != null) {
          listener.onCapabilitiesChanged(network, capabilities);
        }
      } else if (network != null) {
        listener.onLost(network);
      }
    }
  }
}
