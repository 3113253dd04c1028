package talpa.agent.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** What is behind the device's network: the names of the world, and connections to it. */
interface Outside {
  /** The addresses of a name that is not this device's. */
  InetAddress[] lookup(String name) throws UnknownHostException;

  /** Connects, within so many milliseconds; 0 is without a limit. */
  Connection connect(InetSocketAddress to, int timeout) throws IOException;
}
