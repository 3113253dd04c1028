package talpa.agent.net;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;

/** What a connection that comes to nothing throws: the platform's exceptions, in its words. */
final class ConnectFaults {
  private ConnectFaults() {}

  private static String failed(InetSocketAddress to, int timeout) {
    return "failed to connect to "
        + to.getAddress()
        + " (port "
        + to.getPort()
        + ") from /:: (port 0)"
        + (timeout > 0 ? " after " + timeout + "ms" : "");
  }

  /** Nobody listens there. */
  static ConnectException refused(InetSocketAddress to, int timeout) {
    return new ConnectException(
        failed(to, timeout) + ": connect failed: ECONNREFUSED (Connection refused)");
  }

  /** The device is in no network. */
  static ConnectException unreachable(InetSocketAddress to, int timeout) {
    return new ConnectException(
        failed(to, timeout) + ": connect failed: ENETUNREACH (Network is unreachable)");
  }

  /** Nobody answered in the time that the app gave. */
  static SocketTimeoutException timeout(InetSocketAddress to, int timeout) {
    return new SocketTimeoutException(failed(to, timeout));
  }

  /** The network knows no such host. */
  static NoRouteToHostException noRoute() {
    return new NoRouteToHostException("Host unreachable");
  }
}
