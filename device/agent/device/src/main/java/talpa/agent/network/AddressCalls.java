package talpa.agent.network;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of URIs. Android takes underscores in the names of hosts; the JDK takes a name with one for
 * that of a registry, so that there is neither host nor port.
 */
public final class AddressCalls {
  /** Who, at which host, at which port, with letters, digits and underscores in all labels. */
  private static final Pattern SERVER =
      Pattern.compile("(?:([^@]*)@)?([\\w-]+(?:\\.[\\w-]+)*)(?::(\\d*))?");

  private static final int PORT = 3;

  private AddressCalls() {}

  /** What the JDK did not read as a server, or null where it did or there is none. */
  private static Matcher server(URI u) {
    if (u.getHost() != null || u.getAuthority() == null || !u.getAuthority().contains("_")) {
      return null;
    }
    Matcher m = SERVER.matcher(u.getAuthority());
    return m.matches() ? m : null;
  }

  /** URI.getHost. */
  public static String getHost(URI u) {
    Matcher m = server(u);
    return m == null ? u.getHost() : m.group(2);
  }

  /** URI.getPort. */
  public static int getPort(URI u) {
    Matcher m = server(u);
    if (m == null || m.group(PORT) == null || m.group(PORT).isEmpty()) {
      return u.getPort();
    }
    try {
      return Integer.parseInt(m.group(PORT));
    } catch (NumberFormatException e) {
      return u.getPort();
    }
  }

  /** URI.getUserInfo. */
  public static String getUserInfo(URI u) {
    Matcher m = server(u);
    return m == null ? u.getUserInfo() : m.group(1);
  }
}
