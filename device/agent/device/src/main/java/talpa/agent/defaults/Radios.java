package talpa.agent.defaults;

import android.app.Application;
import android.app.UiModeManager;
import android.bluetooth.BluetoothAdapter;
import android.content.res.Configuration;
import android.net.ConnectivityManager;
import android.net.DhcpInfo;
import android.net.LinkAddress;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.net.wifi.SupplicantState;
import android.net.wifi.WifiInfo;
import android.net.wifi.WifiManager;
import android.os.Build;
import android.telecom.TelecomManager;
import android.telephony.TelephonyManager;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowBluetoothAdapter;
import org.robolectric.shadows.ShadowConnectivityManager;
import org.robolectric.shadows.ShadowNetworkInfo;
import org.robolectric.shadows.ShadowTelecomManager;
import org.robolectric.shadows.ShadowUIModeManager;
import org.robolectric.shadows.ShadowWifiInfo;
import org.robolectric.shadows.ShadowWifiManager;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.bridge.Platform;

/** The network that the emulator has, and its radios: WLAN, Bluetooth. */
@SuppressWarnings("deprecation")
final class Radios {
  private static final int ADDRESS = 0x0f02000a; // 10.0.2.15, lowest byte first
  private static final int GATEWAY = 0x0202000a;
  private static final int NAMES = 0x0302000a;
  private static final int MASK = 0x00ffffff;
  private static final int MBPS = 72;
  private static final int DBM = -50;

  private Radios() {}

  static void install(Application app) {
    wifi(app);
    network(app);
    ShadowBluetoothAdapter b = Shadow.extract(BluetoothAdapter.getDefaultAdapter());
    b.setAddress("02:00:00:00:00:00");
    ShadowUIModeManager ui = Shadow.extract(app.getSystemService(UiModeManager.class));
    ui.setCurrentModeType(Configuration.UI_MODE_TYPE_NORMAL);
    app.getSystemService(UiModeManager.class).setNightMode(UiModeManager.MODE_NIGHT_NO);
    ShadowTelecomManager calls = Shadow.extract(app.getSystemService(TelecomManager.class));
    calls.setDefaultDialerPackage("com.android.dialer");
    calls.setSystemDialerPackage("com.android.dialer");
  }

  private static void wifi(Application app) {
    ShadowWifiManager w = Shadow.extract(app.getSystemService(WifiManager.class));
    DhcpInfo d = new DhcpInfo();
    d.ipAddress = ADDRESS;
    d.gateway = GATEWAY;
    d.netmask = MASK;
    d.dns1 = NAMES;
    d.serverAddress = GATEWAY;
    d.leaseDuration = 86_400;
    w.setDhcpInfo(d);
    w.setScanResults(List.of());
    WifiInfo info = app.getSystemService(WifiManager.class).getConnectionInfo();
    ShadowWifiInfo s = Shadow.extract(info);
    s.setSSID("AndroidWifi");
    s.setBSSID("00:13:10:85:fe:01");
    s.setSupplicantState(SupplicantState.COMPLETED);
    s.setInetAddress(android.net.InetAddresses.parseNumericAddress("10.0.2.15"));
    s.setRssi(DBM);
    s.setLinkSpeed(MBPS);
    s.setNetworkId(0);
  }

  /** WLAN is what the phone is connected by. */
  private static void network(Application app) {
    ConnectivityManager m = app.getSystemService(ConnectivityManager.class);
    ShadowConnectivityManager c = Shadow.extract(m);
    NetworkInfo info =
        ShadowNetworkInfo.newInstance(
            NetworkInfo.DetailedState.CONNECTED,
            ConnectivityManager.TYPE_WIFI,
            0,
            true,
            NetworkInfo.State.CONNECTED);
    ReflectionHelpers.setField(info, "mTypeName", "WIFI");
    ReflectionHelpers.setField(info, "mSubtypeName", "");
    c.clearAllNetworks();
    c.setActiveNetworkInfo(info);
    NetworkInfo mobile =
        ShadowNetworkInfo.newInstance(
            NetworkInfo.DetailedState.DISCONNECTED,
            ConnectivityManager.TYPE_MOBILE,
            TelephonyManager.NETWORK_TYPE_LTE,
            true,
            NetworkInfo.State.DISCONNECTED);
    ReflectionHelpers.setField(mobile, "mTypeName", "MOBILE");
    ReflectionHelpers.setField(mobile, "mSubtypeName", "LTE");
    c.setNetworkInfo(ConnectivityManager.TYPE_MOBILE, mobile);
    c.setNetworkInfo(ConnectivityManager.TYPE_WIFI, info);
    c.setDefaultNetworkActive(true);
    Network n = m.getActiveNetwork();
    if (n == null) {
      return;
    }
    LinkProperties l = new LinkProperties();
    l.setInterfaceName("wlan0");
    l.addLinkAddress(
        new LinkAddress(android.net.InetAddresses.parseNumericAddress("10.0.2.15"), 24));
    c.setLinkProperties(n, l);
    NetworkCapabilities.Builder capabilities =
        new NetworkCapabilities.Builder()
            .addTransportType(NetworkCapabilities.TRANSPORT_WIFI)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_METERED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_RESTRICTED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_VPN)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED)
            .addCapability(NetworkCapabilities.NET_CAPABILITY_FOREGROUND);
    if (Platform.has(Build.VERSION_CODES.S)) {
      capabilities.addCapability(NetworkCapabilities.NET_CAPABILITY_NOT_VCN_MANAGED);
    }
    c.setNetworkCapabilities(n, capabilities.build());
  }
}
