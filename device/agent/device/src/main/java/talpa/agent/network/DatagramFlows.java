package talpa.agent.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The other computers that a socket of the app's exchanges datagrams with. Safe for threads. */
final class DatagramFlows {
  /** Those that were not sent to for longest make room. */
  private static final int MAX = 64;

  private final BooleanSupplier open;
  private final Map<InetSocketAddress, DatagramFlow> all = new LinkedHashMap<>(16, 0.75f, true);

  /** A socket that has sent nothing so far. */
  DatagramFlows(BooleanSupplier open) {
    this.open = open;
  }

  /** The port of the loopback to send to in place of an address outside. */
  synchronized InetSocketAddress near(InetSocketAddress far) throws IOException {
    DatagramFlow f = all.get(far);
    if (f != null && f.isOpen()) {
      return f.address();
    }
    boolean interrupted = Thread.interrupted(); // with which no channel can be opened
    try {
      f = new DatagramFlow(Outbound.gate().datagrams(far), open);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    all.put(far, f);
    if (all.size() > MAX) {
      Iterator<DatagramFlow> oldest = all.values().iterator();
      oldest.next().close();
      oldest.remove();
    }
    return f.address();
  }

  /** The address outside that a port of the loopback stands for; any other one is itself. */
  synchronized SocketAddress far(SocketAddress near) {
    for (Map.Entry<InetSocketAddress, DatagramFlow> e : all.entrySet()) {
      if (e.getValue().address().equals(near)) {
        return e.getKey();
      }
    }
    return near;
  }
}
