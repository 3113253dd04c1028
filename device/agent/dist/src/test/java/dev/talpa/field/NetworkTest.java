package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import android.os.NetworkOnMainThreadException;
import android.os.StrictMode;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Test;

/** Android's rules for who may use the network and where, and the interfaces of a phone. */
@Installed("load.apk")
class NetworkTest extends NetApp {
  @Test
  void noNetworkOnTheMainThread() {
    main(
        () -> {
          Class<NetworkOnMainThreadException> e = NetworkOnMainThreadException.class;
          assertThrows(e, () -> body("/net/posts/1"));
          assertThrows(e, () -> open(HOST).connect());
          assertThrows(e, () -> open(HOST).getResponseCode());
          assertThrows(e, () -> URI.create(HOST).toURL().openStream());
          assertThrows(e, () -> InetAddress.getByName("far.example"));
          assertThrows(e, () -> new Socket("far.example", 80));
          assertThrows(e, () -> new Socket().connect(new InetSocketAddress("127.0.0.1", 1)));
        });
  }

  private static HttpResponse client(String url) throws IOException {
    return new DefaultHttpClient().execute(new HttpGet(url));
  }

  @Test
  @Aimed(27)
  void apachesClientFollowsTheSameRules() {
    main(
        () ->
            assertThrows(
                NetworkOnMainThreadException.class,
                () -> client("http://api.example/net/posts/1")));
    String answer = aside(() -> EntityUtils.toString(client(HOST + "/net/posts/1").getEntity()));
    assertEquals("{\"id\":1,\"title\":\"Title 1\"}", answer);
  }

  @Test
  void unlessItsPolicyAllowsIt() {
    main(
        () -> {
          StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.LAX);
          said(); // what the app's start noted
          try {
            say(body("/net/posts/1"));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    assertSaid("{\"id\":1,\"title\":\"Title 1\"}");
  }

  @Test
  void clearTextIsRefusedSinceAndroid9() {
    assertEquals(
        "java.io.IOException: Cleartext HTTP traffic to api.example not permitted",
        aside(() -> open("http://api.example/net/posts/1").getResponseCode()));
  }

  @Test
  @Aimed(27)
  void clearTextWasPermittedBefore() {
    assertEquals("200", aside(() -> open("http://api.example/net/posts/1").getResponseCode()));
  }

  @Test
  void urlsGiveTheirContent() {
    URL[] u = new URL[1];
    main(
        () -> {
          try {
            u[0] = URI.create(HOST + "/net/posts/5").toURL();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    assertEquals("{", aside(() -> Character.toString(u[0].openStream().read())));
    assertEquals("true", aside(() -> u[0].getContent() != null));
    assertEquals(
        "{\"id\":5,\"title\":\"Title 5\"}".length() + "",
        aside(() -> open("" + u[0]).getContentLength()));
  }

  /** Who reads a header asks the server by it. */
  @Test
  void headersAskTheServer() {
    String post = HOST + "/net/posts/5";
    assertEquals("application/json; charset=utf-8", aside(() -> open(post).getContentType()));
    assertEquals(
        "application/json; charset=utf-8", aside(() -> open(post).getHeaderField("Content-Type")));
    assertEquals("true", aside(() -> open(post).getHeaderFields().containsKey("Content-Type")));
    assertEquals("null", aside(() -> open(post).getContentEncoding()));
    assertEquals("0", aside(() -> open(post).getLastModified()));
  }

  @Test
  void aPhoneHasTwoInterfaces() throws IOException {
    List<NetworkInterface> all = Collections.list(NetworkInterface.getNetworkInterfaces());
    assertEquals("[lo, wlan0]", all.stream().map(NetworkInterface::getName).toList().toString());
    assertEquals(all, NetworkInterface.networkInterfaces().toList());
    NetworkInterface lo = all.get(0);
    NetworkInterface wlan = all.get(1);
    assertEquals("true true false 65536", facts(lo));
    assertEquals("true false true 1500", facts(wlan));
    assertEquals("10.0.2.15", wlan.getInetAddresses().nextElement().getHostAddress());
    assertEquals("10.0.2.255", wlan.getInterfaceAddresses().get(0).getBroadcast().getHostAddress());
    assertEquals(24, wlan.getInterfaceAddresses().get(0).getNetworkPrefixLength());
    assertEquals("127.0.0.1", lo.getInetAddresses().nextElement().getHostAddress());
  }

  private static String facts(NetworkInterface i) throws SocketException {
    return i.isUp() + " " + i.isLoopback() + " " + i.supportsMulticast() + " " + i.getMTU();
  }

  @Test
  void interfacesAreFoundByNameNumberAndAddress() throws IOException {
    assertEquals("wlan0", NetworkInterface.getByName("wlan0").getDisplayName());
    assertNull(NetworkInterface.getByName("eth0"));
    assertEquals("lo", NetworkInterface.getByIndex(1).getName());
    assertNull(NetworkInterface.getByIndex(9));
    InetAddress here = InetAddress.getByAddress(new byte[] {10, 0, 2, 15});
    assertEquals("wlan0", NetworkInterface.getByInetAddress(here).getName());
    assertThrows(IllegalArgumentException.class, () -> NetworkInterface.getByIndex(-1));
    assertThrows(NullPointerException.class, () -> NetworkInterface.getByName(null));
    assertThrows(NullPointerException.class, () -> NetworkInterface.getByInetAddress(null));
    assertEquals("localhost/127.0.0.1", InetAddress.getLocalHost().toString());
  }

  @Test
  void noHardwareAddressSinceAndroid11() throws SocketException {
    assertNull(NetworkInterface.getByName("wlan0").getHardwareAddress());
  }

  @Test
  @Aimed(29)
  void thatWasNobodysBefore() throws SocketException {
    byte[] nobody = {2, 0, 0, 0, 0, 0};
    assertArrayEquals(nobody, NetworkInterface.getByName("wlan0").getHardwareAddress());
    assertNull(NetworkInterface.getByName("lo").getHardwareAddress());
  }

  @Test
  void aNameThatCouldNotBeResolvedIsSaidAsOnAPhone() {
    InetSocketAddress to = InetSocketAddress.createUnresolved("nowhere.example", 80);
    assertEquals(
        "java.net.UnknownHostException: Unable to resolve host \"nowhere.example\":"
            + " No address associated with hostname",
        aside(
            () -> {
              new Socket().connect(to);
              return "connected";
            }));
    assertEquals("nowhere.example", events("unreachable").get(0).get("name"));
  }

  /** Android throws no SocketException there, which apps that catch by name tell apart. */
  @Test
  void aDatagramWithoutANetworkIsRefusedAsOnAndroid() throws IOException {
    try (DatagramSocket offline = new Unreached()) {
      assertEquals(
          "java.io.IOException: sendto failed: ENETUNREACH (Network is unreachable)",
          aside(
              () -> {
                offline.send(new DatagramPacket(new byte[1], 1));
                return "sent";
              }));
    }
  }

  /** As the JDK's sockets are where the machine has no network. */
  private static final class Unreached extends DatagramSocket {
    Unreached() throws SocketException {}

    @Override
    public void send(DatagramPacket p) throws IOException {
      throw new SocketException("Network is unreachable");
    }
  }

  /** A phone needs some time for it, so that who was started before it runs meanwhile. */
  @Test
  void otherThreadsRunWhileANameIsLookedUp() {
    ReentrantLock lock = new ReentrantLock();
    said(); // what the app's start noted
    aside(
        () -> {
          lock.lock();
          try {
            new Thread(() -> say(lock.tryLock() ? "free" : "held")).start();
            return InetAddress.getByName("nowhere.example");
          } finally {
            lock.unlock();
          }
        });
    assertSaid("held");
  }

  @Test
  void namesOfHostsMayHaveUnderscores() {
    URI u = URI.create("http://me@my_host.example:8080/a");
    assertEquals("my_host.example", u.getHost());
    assertEquals(8080, u.getPort());
    assertEquals("me", u.getUserInfo());
    assertEquals("a_b", URI.create("http://a_b/").getHost());
    assertEquals(-1, URI.create("http://a_b/").getPort());
    assertNull(URI.create("http://a_b!/").getHost());
    assertNull(URI.create("mailto:a_b").getHost());
    assertEquals("plain.example", URI.create("http://plain.example/a_b").getHost());
  }
}
