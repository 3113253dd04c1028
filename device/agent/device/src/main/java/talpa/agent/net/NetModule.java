package talpa.agent.net;

import java.io.IOException;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import talpa.agent.answer.Manner;
import talpa.agent.network.Outbound;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.shape.AppReads;
import talpa.agent.wire.Params;

/** Has the app find behind its network what the JVM was started with, if anything. */
public final class NetModule implements Module {
  /** The property that says what is there, and its values. */
  private static final String PROPERTY = "talpa.network";

  private static final String STAND_IN = "standin";
  private static final String RELAY = "relay";

  /** The front's socket file, in the JVM's working folder. */
  private static final String FRONT = "network";

  private final String network = System.getProperty(PROPERTY, "");
  private final boolean standIn = network.equals(STAND_IN);

  /** Called by the list of modules. */
  public NetModule() {}

  /** Before the warm-up: the JDK keeps the first context and factory that it makes. */
  @Override
  public void install(AppProcess process) {
    try {
      if (standIn) {
        process.methods().input("servers", this::servers);
        lead(new StandIns());
        PlainTls.install();
      } else if (network.equals(RELAY)) {
        UnixDomainSocketAddress front = UnixDomainSocketAddress.of(FRONT);
        lead(new Relay(front));
        Outbound.use(new RelayGate(front));
      } else {
        connections(new Offline()); // the JVM knows no name by itself
      }
    } catch (ReflectiveOperationException | IOException | GeneralSecurityException e) {
      throw new IllegalStateException("installing the network " + network, e);
    }
  }

  private static void lead(Outside outside) throws ReflectiveOperationException, IOException {
    Names.install(outside);
    connections(outside);
  }

  @SuppressWarnings("deprecation")
  private static void connections(Outside outside) throws IOException {
    Socket.setSocketImplFactory(() -> new SwitchedSocket(outside));
  }

  @Override
  public void loading(Params load) {
    if (standIn) {
      Server.start(
          AppReads.of(Path.of(load.string("classes"))), Manner.of(load.string("servers", "")));
    }
  }

  private Object servers(Params p) {
    Server.behave(Manner.of(p.string("answer", "")));
    return null;
  }
}
