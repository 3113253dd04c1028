package talpa.agent.world;

import android.app.Application;
import android.content.Context;
import android.content.Intent;
import android.net.ConnectivityManager;
import android.net.LinkAddress;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.telephony.TelephonyManager;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNetwork;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.process.AppProcess;
import talpa.agent.service.BackgroundStarts;

/** The device's network as the connectivity manager tells of it: WLAN, mobile, or none. */
@SuppressWarnings("deprecation")
final class Connectivity {
  private static final int[] TYPES = {
    ConnectivityManager.TYPE_WIFI, ConnectivityManager.TYPE_MOBILE,
  };

  /** What the phone is connected by. */
  enum Link {
    NONE,
    WIFI,
    MOBILE
  }

  /** A network with all that is told of it. */
  private record Known(
      Network network, NetworkInfo info, NetworkCapabilities can, LinkProperties link) {}

  private Link now = Link.WIFI;
  private Known wifi; // as the device began, from the first change on

  /** The network comes, goes or is another one; what is as it was is not told of. */
  void set(Link to) {
    if (to == now) {
      return;
    }
    Context c = RuntimeEnvironment.getApplication();
    ConnectivityManager cm = c.getSystemService(ConnectivityManager.class);
    ConnectivityShadow shadow = Shadow.extract(cm);
    Network from = cm.getActiveNetwork();
    NetworkCapabilities could = from == null ? null : cm.getNetworkCapabilities(from);
    if (wifi == null) {
      wifi = new Known(from, cm.getActiveNetworkInfo(), could, cm.getLinkProperties(from));
    }
    now = to;
    Known k = to == Link.NONE ? null : to == Link.WIFI ? wifi : mobile();
    shadow.clearAllNetworks();
    shadow.setActiveNetworkInfo(k == null ? null : k.info);
    if (k != null) {
      shadow.addNetwork(k.network, k.info);
      shadow.setNetworkCapabilities(k.network, k.can);
      shadow.setLinkProperties(k.network, k.link);
    }
    shadow.setDefaultNetworkActive(k != null);
    for (int type : TYPES) {
      shadow.setNetworkInfo(type, k != null && k.info.getType() == type ? k.info : info(type));
    }
    shadow.changed(from, could, k == null ? null : cm.getActiveNetwork());
    Intent i = news(k == null ? null : k.info);
    if (AppProcess.current().starting()) {
      i.addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY);
    } else {
      BackgroundStarts.active();
    }
    c.sendStickyBroadcast(i);
  }

  /** Who begins to listen hears at once of what the phone has been connected by. */
  static void install(Application app) {
    NetworkInfo now = app.getSystemService(ConnectivityManager.class).getActiveNetworkInfo();
    app.sendStickyBroadcast(news(now).addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY));
  }

  /** The broadcast of a change; null is no network. */
  private static Intent news(NetworkInfo now) {
    Intent i =
        new Intent(ConnectivityManager.CONNECTIVITY_ACTION)
            .putExtra(ConnectivityManager.EXTRA_NETWORK_INFO, now != null ? now : info(TYPES[0]))
            .putExtra(
                ConnectivityManager.EXTRA_NETWORK_TYPE,
                now != null ? now.getType() : ConnectivityManager.TYPE_WIFI);
    return now != null ? i : i.putExtra(ConnectivityManager.EXTRA_NO_CONNECTIVITY, true);
  }

  private static Known mobile() {
    NetworkInfo info =
        ShadowNetworkInfo.newInstance(
            NetworkInfo.DetailedState.CONNECTED,
            ConnectivityManager.TYPE_MOBILE,
            TelephonyManager.NETWORK_TYPE_LTE,
            true,
            NetworkInfo.State.CONNECTED);
    ReflectionHelpers.setField(info, "mTypeName", "MOBILE");
    ReflectionHelpers.setField(info, "mSubtypeName", "LTE");
    NetworkCapabilities can =
        new NetworkCapabilities.Builder()
            .addTransportType(NetworkCapabilities.TRANSPORT_CELLULAR)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_VCN_MANAGED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_FOREGROUND)
            .build();
    LinkProperties link = new LinkProperties();
    link.setInterfaceName("rmnet0");
    link.addLinkAddress(
        new LinkAddress(android.net.InetAddresses.parseNumericAddress("10.0.3.15"), 24));
    return new Known(ShadowNetwork.newInstance(info.getType()), info, can, link);
  }

  private static NetworkInfo info(int type) {
    return ShadowNetworkInfo.newInstance(
        NetworkInfo.DetailedState.DISCONNECTED, type, 0, false, NetworkInfo.State.DISCONNECTED);
  }
}
