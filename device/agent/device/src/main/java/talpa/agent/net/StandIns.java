package talpa.agent.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A world of stand-in servers: each name has one address, in the block that is set aside for tests
 * of networks (RFC 2544), which no packet ever gets.
 */
final class StandIns implements Outside {
  private static final int FIRST = 198;
  private static final int SECOND = 18;

  @Override
  public InetAddress[] lookup(String name) throws java.net.UnknownHostException {
    int h = name.hashCode();
    byte[] b = {(byte) FIRST, SECOND, (byte) (h >> 8), (byte) (h | 1)};
    return new InetAddress[] {InetAddress.getByAddress(name, b)};
  }

  @Override
  public Connection connect(InetSocketAddress to, int timeout) throws IOException {
    if (!Server.online()) {
      throw ConnectFaults.unreachable(to, timeout);
    }
    return new Exchange(to.getAddress().getHostName(), to.getPort());
  }
}
