package talpa.agent.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/** The way out of the JVM's own network. What is let through and what not is its business. */
public interface Gate {
  /**
   * Connects to another computer: what is read and written are the bytes of that connection.
   *
   * @param timeout milliseconds; 0 is as long as the gate allows
   */
  SocketChannel connect(InetSocketAddress to, int timeout) throws IOException;

  /**
   * Exchanges datagrams with one port of another computer. Each has its length in front, in two
   * bytes, the first the larger.
   */
  SocketChannel datagrams(InetSocketAddress to) throws IOException;
}
