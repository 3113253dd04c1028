package talpa.agent.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * No network. The JDK's own sockets would throw a SocketException where the platform's throw a
 * ConnectException, which apps catch by name.
 */
final class Offline implements Outside {
  @Override
  public InetAddress[] lookup(String name) throws UnknownHostException {
    throw new UnknownHostException(name);
  }

  @Override
  public Connection connect(InetSocketAddress to, int timeout) throws IOException {
    throw ConnectFaults.unreachable(to, timeout);
  }
}
