package talpa.agent.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.shape.AppReads;
import talpa.agent.wire.Params;

/** Puts stand-in servers in the place of the network, if the JVM was started with them. */
public final class NetModule implements Module {
  /** The property that asks for stand-in servers, and its value. */
  private static final String PROPERTY = "talpa.network";

  private static final String STAND_IN = "standin";

  private final boolean on = STAND_IN.equals(System.getProperty(PROPERTY));

  /** Called by the list of modules. */
  public NetModule() {}

  /** Before the warm-up: the JDK keeps the first context and factory that it makes. */
  @Override
  @SuppressWarnings("deprecation")
  public void install(AppProcess process) {
    if (!on) {
      return;
    }
    process.methods().input("servers", this::servers);
    try {
      Names.install();
      Socket.setSocketImplFactory(SwitchedSocket::new);
      PlainTls.install();
    } catch (ReflectiveOperationException | IOException | GeneralSecurityException e) {
      throw new IllegalStateException("installing stand-in servers", e);
    }
  }

  @Override
  public void loading(Params load) {
    if (on) {
      Server.start(
          AppReads.of(Path.of(load.string("classes"))), Manner.of(load.string("servers", "")));
    }
  }

  private Object servers(Params p) {
    Server.behave(Manner.of(p.string("answer", "")));
    return null;
  }
}
