package talpa.agent.reverse;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Opens and closes the ports, as the front says. */
public final class ReverseModule implements Module {
  private final Map<Integer, ReversePort> open = new TreeMap<>();

  /** Called by the list of modules. */
  public ReverseModule() {}

  @Override
  public void install(AppProcess process) {
    process.methods().query("reverse", this::set);
  }

  /** Has the ports of the list open and no others. */
  private Object set(Params p) {
    Set<Integer> wanted = new HashSet<>();
    for (Object port : p.list("ports")) {
      wanted.add(((Number) port).intValue());
    }
    open.entrySet()
        .removeIf(
            e -> {
              boolean gone = !wanted.contains(e.getKey());
              if (gone) {
                e.getValue().close();
              }
              return gone;
            });
    UnixDomainSocketAddress front = UnixDomainSocketAddress.of(p.string("socket"));
    String refused = null;
    for (int port : wanted) {
      if (!open.containsKey(port)) {
        try {
          open.put(port, new ReversePort(port, front));
        } catch (SocketException e) {
          refused = e.getMessage();
        } catch (IOException e) {
          refused = e.toString();
        }
      }
    }
    if (refused != null) {
      throw WireException.usage(refused);
    }
    return null;
  }

  @Override
  public void reset() {
    open.values().forEach(ReversePort::close);
    open.clear();
  }
}
