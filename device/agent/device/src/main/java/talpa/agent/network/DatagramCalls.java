package talpa.agent.network;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import talpa.agent.process.PerApp;

/**
 * The app's calls to sockets and channels of UDP. They stay the JDK's: what they send to another
 * computer goes to a port of the loopback, one for each of these computers' ports, behind which is
 * the gate. What comes from there seems to come from outside.
 *
 * <p>Not modelled: groups and broadcasts, which the gate refuses, and datagrams of others than
 * those that the app has sent one to.
 */
public final class DatagramCalls {
  /** By the channel, if the socket has one. */
  private static final PerApp<Map<Object, DatagramFlows>> FLOWS =
      PerApp.of(() -> Collections.synchronizedMap(new WeakHashMap<>()));

  private DatagramCalls() {}

  private static Object key(DatagramSocket s) {
    return s.getChannel() == null ? s : s.getChannel();
  }

  /** Whether a socket or channel is there; a flow that asks keeps it from no collection. */
  private static BooleanSupplier open(Object socket) {
    WeakReference<Object> r = new WeakReference<>(socket);
    return () -> {
      Object o = r.get();
      return o instanceof DatagramSocket s
          ? !s.isClosed()
          : o instanceof DatagramChannel c && c.isOpen();
    };
  }

  private static InetSocketAddress near(Object socket, InetSocketAddress far) throws IOException {
    return FLOWS.get().computeIfAbsent(socket, s -> new DatagramFlows(open(s))).near(far);
  }

  private static SocketAddress far(Object socket, SocketAddress near) {
    DatagramFlows f = FLOWS.get().get(socket);
    return f == null || near == null ? near : f.far(near);
  }

  // ---- DatagramSocket ----

  /** DatagramSocket.send. */
  public static void send(DatagramSocket s, DatagramPacket p) throws IOException {
    NetworkCalls.mayReach();
    InetSocketAddress far =
        p.getAddress() == null || s.isClosed() ? null : Outbound.far(p.getSocketAddress());
    if (far == null) {
      sendHere(s, p);
      return;
    }
    InetSocketAddress near;
    try {
      near = near(key(s), far);
    } catch (IOException e) {
      throw unsent(e);
    }
    s.send(new DatagramPacket(p.getData(), p.getOffset(), p.getLength(), near));
  }

  /** Where there is no network the JDK throws a SocketException, Android an IOException. */
  private static void sendHere(DatagramSocket s, DatagramPacket p) throws IOException {
    try {
      s.send(p);
    } catch (SocketException e) {
      throw String.valueOf(e.getMessage()).contains("unreachable") ? unsent(e) : e;
    }
  }

  private static IOException unsent(IOException cause) {
    return new IOException("sendto failed: ENETUNREACH (Network is unreachable)", cause);
  }

  /** In the platform's words. */
  private static SocketException failed(String call, IOException e) {
    SocketException s = new SocketException(call + " failed: ENETUNREACH (Network is unreachable)");
    s.initCause(e);
    return s;
  }

  /** DatagramSocket.receive. */
  public static void receive(DatagramSocket s, DatagramPacket p) throws IOException {
    s.receive(p);
    p.setSocketAddress(far(key(s), p.getSocketAddress()));
  }

  /** DatagramSocket.connect. */
  public static void connect(DatagramSocket s, SocketAddress to) throws SocketException {
    InetSocketAddress far = Outbound.far(to);
    if (far == null || s.isClosed()) {
      s.connect(to);
      return;
    }
    try {
      s.connect(near(key(s), far));
    } catch (SocketException e) {
      throw e;
    } catch (IOException e) {
      throw failed("connect", e);
    }
  }

  /** DatagramSocket.connect, which tells of no error: the next datagram does. */
  public static void connect(DatagramSocket s, InetAddress host, int port) {
    InetSocketAddress far = host == null ? null : Outbound.far(new InetSocketAddress(host, port));
    if (far == null || s.isClosed()) {
      s.connect(host, port);
      return;
    }
    try {
      InetSocketAddress near = near(key(s), far);
      s.connect(near.getAddress(), near.getPort());
    } catch (IOException e) {
      s.disconnect();
    }
  }

  /** DatagramSocket.getRemoteSocketAddress. */
  public static SocketAddress getRemoteSocketAddress(DatagramSocket s) {
    return far(key(s), s.getRemoteSocketAddress());
  }

  /** DatagramSocket.getInetAddress. */
  public static InetAddress getInetAddress(DatagramSocket s) {
    return getRemoteSocketAddress(s) instanceof InetSocketAddress a
        ? a.getAddress()
        : s.getInetAddress();
  }

  /** DatagramSocket.getPort. */
  public static int getPort(DatagramSocket s) {
    return getRemoteSocketAddress(s) instanceof InetSocketAddress a ? a.getPort() : s.getPort();
  }

  // ---- DatagramChannel ----

  /** DatagramChannel.send. */
  public static int send(DatagramChannel c, ByteBuffer b, SocketAddress to) throws IOException {
    NetworkCalls.mayReach();
    InetSocketAddress far = c.isOpen() ? Outbound.far(to) : null;
    return c.send(b, far == null ? to : near(c, far));
  }

  /** DatagramChannel.receive. */
  public static SocketAddress receive(DatagramChannel c, ByteBuffer b) throws IOException {
    return far(c, c.receive(b));
  }

  /** DatagramChannel.connect. */
  public static DatagramChannel connect(DatagramChannel c, SocketAddress to) throws IOException {
    NetworkCalls.mayReach();
    InetSocketAddress far = c.isOpen() ? Outbound.far(to) : null;
    return c.connect(far == null ? to : near(c, far));
  }

  /** DatagramChannel.getRemoteAddress. */
  public static SocketAddress getRemoteAddress(DatagramChannel c) throws IOException {
    return far(c, c.getRemoteAddress());
  }
}
