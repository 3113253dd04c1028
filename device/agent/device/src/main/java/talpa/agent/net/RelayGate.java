package talpa.agent.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import talpa.agent.network.Gate;

/** The front's relay, for channels and datagrams: see {@link Relay}. */
final class RelayGate implements Gate {
  private static final int MAX_LINE = 100;

  private final UnixDomainSocketAddress front;

  /** A gate at a socket file of the front's. */
  RelayGate(UnixDomainSocketAddress front) {
    this.front = front;
  }

  @Override
  public SocketChannel connect(InetSocketAddress to, int timeout) throws IOException {
    return ask("connect " + target(to) + " " + timeout, timeout);
  }

  @Override
  public SocketChannel datagrams(InetSocketAddress to) throws IOException {
    return ask("datagrams " + target(to), 0);
  }

  private static String target(InetSocketAddress to) {
    return to.getAddress().getHostAddress() + " " + to.getPort();
  }

  private SocketChannel ask(String request, int timeout) throws IOException {
    SocketChannel c = SocketChannel.open(front);
    try {
      ByteBuffer b = ByteBuffer.wrap((request + "\n").getBytes(StandardCharsets.UTF_8));
      while (b.hasRemaining()) {
        c.write(b);
      }
      String answer = line(c);
      if (!answer.equals("ok")) {
        throw fault(answer, timeout);
      }
      return c;
    } catch (IOException e) {
      c.close();
      throw e;
    }
  }

  /** A line, and no byte of what follows it. */
  private static String line(SocketChannel c) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (text.size() < MAX_LINE && c.read(one.clear()) > 0 && one.get(0) != '\n') {
      text.write(one.get(0));
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** As channels word it, which is not as sockets do. */
  private static IOException fault(String answer, int timeout) {
    return switch (answer) {
      case "fail refused" -> new ConnectException("Connection refused");
      case "fail timeout" ->
          timeout > 0 ? new SocketTimeoutException() : new ConnectException("Connection timed out");
      case "fail unreachable" -> new SocketException("Network is unreachable");
      default -> new NoRouteToHostException("No route to host");
    };
  }
}
