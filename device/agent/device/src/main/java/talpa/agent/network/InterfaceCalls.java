package talpa.agent.network;

import android.app.Application;
import android.net.ConnectivityManager;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import talpa.agent.process.AppProcess;

/**
 * The network interfaces of a phone in place of the computer's: {@code lo}, and {@code wlan0} with
 * the address that the WLAN manager tells while the phone is connected. Those without an address
 * (mobile data) are not listed, as for apps since Android 11.
 */
public final class InterfaceCalls {
  private static final int LO = 1;
  private static final int WLAN = 2;
  private static final int LO_MTU = 65_536;
  private static final int WLAN_MTU = 1500;
  private static final byte[] WLAN_ADDRESS = {10, 0, 2, 15};
  private static final byte[] WLAN_BROADCAST = {10, 0, 2, (byte) 255};
  private static final short WLAN_PREFIX = 24;
  private static final short LO_PREFIX = 8;

  /** Apps for older versions get an address of hardware that is nobody's, the others none. */
  private static final byte[] NOBODY = {2, 0, 0, 0, 0, 0};

  private static final int NO_HARDWARE_ADDRESS = 30;

  private InterfaceCalls() {}

  /** InetAddress.getLocalHost: a phone's name for itself is not the computer's. */
  public static InetAddress getLocalHost() throws UnknownHostException {
    return InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
  }

  /** NetworkInterface.getNetworkInterfaces. */
  public static Enumeration<NetworkInterface> getNetworkInterfaces() throws SocketException {
    return Collections.enumeration(all());
  }

  /** NetworkInterface.networkInterfaces. */
  public static Stream<NetworkInterface> networkInterfaces() throws SocketException {
    return all().stream();
  }

  /** NetworkInterface.getByName. */
  public static NetworkInterface getByName(String name) throws SocketException {
    if (name == null) {
      throw new NullPointerException();
    }
    return first(all().stream().filter(i -> i.getName().equals(name)));
  }

  /** NetworkInterface.getByIndex. */
  public static NetworkInterface getByIndex(int index) throws SocketException {
    if (index < 0) {
      throw new IllegalArgumentException("Interface index can't be negative");
    }
    return first(all().stream().filter(i -> i.getIndex() == index));
  }

  /** NetworkInterface.getByInetAddress. */
  public static NetworkInterface getByInetAddress(InetAddress a) throws SocketException {
    if (a == null) {
      throw new NullPointerException();
    }
    return first(all().stream().filter(i -> i.inetAddresses().anyMatch(a::equals)));
  }

  /** NetworkInterface.isUp: those that are listed are. */
  public static boolean isUp(NetworkInterface i) {
    return true;
  }

  /** NetworkInterface.isLoopback. */
  public static boolean isLoopback(NetworkInterface i) {
    return i.getIndex() == LO;
  }

  /** NetworkInterface.isPointToPoint. */
  public static boolean isPointToPoint(NetworkInterface i) {
    return false;
  }

  /** NetworkInterface.supportsMulticast. */
  public static boolean supportsMulticast(NetworkInterface i) {
    return i.getIndex() == WLAN;
  }

  /** NetworkInterface.getMTU. */
  public static int getMTU(NetworkInterface i) {
    return i.getIndex() == LO ? LO_MTU : WLAN_MTU;
  }

  /** NetworkInterface.getHardwareAddress. */
  public static byte[] getHardwareAddress(NetworkInterface i) {
    Application app = app();
    boolean none = app == null || app.getApplicationInfo().targetSdkVersion >= NO_HARDWARE_ADDRESS;
    return none || i.getIndex() == LO ? null : NOBODY.clone();
  }

  private static NetworkInterface first(Stream<NetworkInterface> s) {
    return s.findFirst().orElse(null);
  }

  private static Application app() {
    AppProcess p = AppProcess.current();
    return p == null ? null : p.application();
  }

  private static boolean connected() {
    Application app = app();
    return app != null && app.getSystemService(ConnectivityManager.class).isDefaultNetworkActive();
  }

  private static List<NetworkInterface> all() throws SocketException {
    try {
      NetworkInterface lo = make("lo", LO, new byte[] {127, 0, 0, 1}, null, LO_PREFIX);
      return connected()
          ? List.of(lo, make("wlan0", WLAN, WLAN_ADDRESS, WLAN_BROADCAST, WLAN_PREFIX))
          : List.of(lo);
    } catch (ReflectiveOperationException | UnknownHostException e) {
      throw (SocketException) new SocketException("no interfaces").initCause(e);
    }
  }

  private static NetworkInterface make(
      String name, int index, byte[] address, byte[] broadcast, short prefix)
      throws ReflectiveOperationException, UnknownHostException {
    InetAddress a = InetAddress.getByAddress(address);
    Constructor<NetworkInterface> c =
        NetworkInterface.class.getDeclaredConstructor(String.class, int.class, InetAddress[].class);
    c.setAccessible(true);
    NetworkInterface i = c.newInstance(name, index, new InetAddress[] {a});
    set(NetworkInterface.class, i, "displayName", name);
    set(NetworkInterface.class, i, "childs", new NetworkInterface[0]);
    Constructor<InterfaceAddress> b = InterfaceAddress.class.getDeclaredConstructor();
    b.setAccessible(true);
    InterfaceAddress binding = b.newInstance();
    set(InterfaceAddress.class, binding, "address", a);
    if (broadcast != null) {
      set(InterfaceAddress.class, binding, "broadcast", InetAddress.getByAddress(broadcast));
    }
    set(InterfaceAddress.class, binding, "maskLength", prefix);
    InterfaceAddress[] bindings = {binding};
    set(NetworkInterface.class, i, "bindings", bindings);
    return i;
  }

  private static void set(Class<?> type, Object o, String field, Object value)
      throws ReflectiveOperationException {
    Field f = type.getDeclaredField(field);
    f.setAccessible(true);
    f.set(o, value);
  }
}
