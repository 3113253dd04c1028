package talpa.agent.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The networks that the computer is in, by way of the front: the JVM has no network but its own
 * loopback. What the front's relay (package relay) lets out and what not is its business.
 */
final class Relay implements Outside {
  private static final int MAX_LINE = 4096;

  /** What the JDK takes for an address and not for a name. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-f.]*:[0-9a-f.:]*");

  private final UnixDomainSocketAddress front;

  /** A relay at a socket file of the front's. */
  Relay(UnixDomainSocketAddress front) {
    this.front = front;
  }

  @Override
  public InetAddress[] lookup(String name) throws UnknownHostException {
    String answer;
    try {
      Relayed c = ask("lookup " + name);
      answer = line(c);
      c.close();
    } catch (IOException e) {
      throw unknown(name, e);
    }
    String[] words = answer.split(" ");
    if (!words[0].equals("ok") || words.length < 2) {
      throw unknown(name, null);
    }
    InetAddress[] all = new InetAddress[words.length - 1];
    for (int i = 0; i < all.length; i++) {
      if (!ADDRESS.matcher(words[i + 1]).matches()) {
        throw unknown(name, null);
      }
      all[i] = InetAddress.getByAddress(name, InetAddress.getByName(words[i + 1]).getAddress());
    }
    return all;
  }

  private static UnknownHostException unknown(String name, IOException cause) {
    UnknownHostException e = new UnknownHostException(name);
    e.initCause(cause);
    return e;
  }

  @Override
  public Connection connect(InetSocketAddress to, int timeout) throws IOException {
    String request =
        "connect " + to.getAddress().getHostAddress() + " " + to.getPort() + " " + timeout;
    Relayed c = ask(request);
    String answer = line(c);
    if (!answer.equals("ok")) {
      c.close();
      throw fault(to, timeout, answer);
    }
    return c;
  }

  private static IOException fault(InetSocketAddress to, int timeout, String answer) {
    return switch (answer) {
      case "fail refused" -> ConnectFaults.refused(to, timeout);
      case "fail timeout" -> ConnectFaults.timeout(to, timeout);
      case "fail unreachable" -> ConnectFaults.unreachable(to, timeout);
      default -> ConnectFaults.noRoute();
    };
  }

  private Relayed ask(String request) throws IOException {
    if (request.indexOf('\n') >= 0) {
      throw new UnknownHostException(request);
    }
    Relayed c = new Relayed(front);
    try {
      c.output().write((request + "\n").getBytes(StandardCharsets.UTF_8));
      return c;
    } catch (IOException e) {
      c.close();
      throw e;
    }
  }

  /** A line, and no byte of what follows it. */
  private static String line(Relayed c) throws IOException {
    InputStream in = c.input(() -> 0);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0 && b != '\n' && text.size() < MAX_LINE; b = in.read()) {
        text.write(b);
      }
      return text.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      c.close();
      throw e;
    }
  }
}
