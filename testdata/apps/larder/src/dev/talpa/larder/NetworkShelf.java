package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.content.Context;
import android.net.ConnectivityManager;
import android.net.LinkProperties;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.os.NetworkOnMainThreadException;
import android.security.NetworkSecurityPolicy;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.Collections;

/** The network, and what is forbidden there. */
public final class NetworkShelf {
  private final Context context;

  NetworkShelf(Context context) {
    this.context = context;
  }

  public void connectivity() {
    ConnectivityManager m =
        (ConnectivityManager) context.getSystemService(Context.CONNECTIVITY_SERVICE);
    NetworkInfo info = m.getActiveNetworkInfo();
    want(info != null && info.isConnected() && info.getTypeName() != null, info);
    NetworkCapabilities c = m.getNetworkCapabilities(m.getActiveNetwork());
    want(c != null && c.hasCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET), c);
    LinkProperties l = m.getLinkProperties(m.getActiveNetwork());
    want(l != null && l.getInterfaceName() != null, l);
    want(m.getAllNetworks().length > 0, null);
  }

  public void interfaces() throws IOException {
    StringBuilder s = new StringBuilder();
    for (NetworkInterface i : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      s.append(i.getName()).append(i.isUp() ? "" : "-").append(i.isLoopback() ? "!" : "");
      for (InetAddress a : Collections.list(i.getInetAddresses())) {
        s.append(a).append(' ');
      }
    }
    want(s.toString().equals("lo!/127.0.0.1 wlan0/10.0.2.15 "), s);
    NetworkInterface w = NetworkInterface.getByName("wlan0");
    want(w.getInterfaceAddresses().get(0).getNetworkPrefixLength() == 24, w);
    want(NetworkInterface.getByInetAddress(w.getInetAddresses().nextElement()).equals(w), w);
    want(NetworkInterface.getByName("eth0") == null, null);
    want(InetAddress.getLocalHost().toString().equals("localhost/127.0.0.1"), null);
  }

  public void lookUpOnMainThread() throws IOException {
    try {
      InetAddress.getByName("example.com");
    } catch (NetworkOnMainThreadException e) {
      return;
    }
    throw new IllegalStateException("allowed");
  }

  public void socketOnMainThread() throws IOException {
    try (Socket s = new Socket()) {
      s.connect(new InetSocketAddress("10.0.0.1", 80), 100);
    } catch (NetworkOnMainThreadException e) {
      return;
    }
    throw new IllegalStateException("allowed");
  }

  public void pageOnMainThread() throws IOException {
    HttpURLConnection c = (HttpURLConnection) new URL("https://example.com/").openConnection();
    try {
      c.getResponseCode();
    } catch (NetworkOnMainThreadException e) {
      return;
    }
    throw new IllegalStateException("allowed");
  }

  public void addressesOnMainThread() throws UnknownHostException {
    InetAddress a = InetAddress.getByName("192.168.1.2");
    want(a.getAddress().length == 4, a);
  }

  public void clearText() throws InterruptedException {
    want(!NetworkSecurityPolicy.getInstance().isCleartextTrafficPermitted(), "permitted");
    final String[] got = {"no exception"};
    Thread t =
        new Thread(
            new Runnable() {
              @Override
              public void run() {
                try {
                  new URL("http://example.com/a").openConnection().getInputStream();
                } catch (IOException e) {
                  got[0] = e.toString();
                }
              }
            });
    t.start();
    t.join();
    want(
        got[0].equals("java.io.IOException: Cleartext HTTP traffic to example.com not permitted"),
        got[0]);
  }

  public void unknownHost() throws InterruptedException {
    final String[] got = {"no exception"};
    Thread t =
        new Thread(
            new Runnable() {
              @Override
              public void run() {
                try {
                  InetAddress.getByName("no-such-host.invalid");
                } catch (IOException e) {
                  got[0] = e.toString();
                }
              }
            });
    t.start();
    t.join();
    want(
        got[0].startsWith(
            "java.net.UnknownHostException: Unable to resolve host \"no-such-host.invalid\": "),
        got[0]);
  }
}
