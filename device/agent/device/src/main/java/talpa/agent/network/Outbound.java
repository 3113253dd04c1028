package talpa.agent.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Which addresses of the app's channels and datagrams lead out, and by which gate. */
public final class Outbound {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** The emulator's own address. */
  private static final byte[] HERE = {10, 0, 2, 15};

  private static volatile Gate gate;

  private Outbound() {}

  /** Sets the way out, once in the life of a JVM; without one nothing leads out. */
  public static void use(Gate way) {
    gate = way;
  }

  static Gate gate() {
    return gate;
  }

  /** The address, if it is another computer's and there is a way out; else null. */
  static InetSocketAddress far(SocketAddress to) {
    if (gate == null || !(to instanceof InetSocketAddress a) || a.isUnresolved()) {
      return null;
    }
    InetAddress host = a.getAddress();
    return host.isLoopbackAddress() || host.isAnyLocalAddress() ? null : a;
  }

  /** A free port of the loopback, to bind to. */
  static InetSocketAddress anyPort() {
    return at(LOOPBACK, 0);
  }

  /** The device's address in the networks outside, with the port of a socket of its loopback. */
  static InetSocketAddress here(SocketAddress local) {
    return at(HERE, ((InetSocketAddress) local).getPort());
  }

  private static InetSocketAddress at(byte[] address, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), port);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of four bytes there is none
    }
  }

  /** A thread of the agent's: its name tells it from the app's. */
  static Thread thread(String what, Runnable body) {
    Thread t = new Thread(body, "talpa-outbound-" + what);
    t.setDaemon(true);
    return t;
  }
}
