package talpa.agent.boot;

import org.robolectric.internal.AndroidSandbox;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Opener;
import talpa.agent.bridge.Platform;
import talpa.agent.bridge.Session;
import talpa.agent.jdk.ThreadHooks;
import talpa.agent.order.OlderLists;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Params;
import talpa.agent.wire.Request;
import talpa.agent.wire.Wire;
import talpa.agent.wire.WireException;

/** The host side: builds the sandbox and hands the wire to the session inside. */
public final class Host {
  private Host() {}

  /** Does a boot request. Returns only if it failed; the request is answered then. */
  public static void boot(Request r, Inbox inbox, Wire wire) {
    try {
      Params p = r.params();
      Level.set((int) p.integer("api", Platform.API), p.string("release", Level.release()));
      ClassRequests.use(wire, inbox);
      ThreadHooks.install(Library.hooks()::get, Level.api());
      OlderLists.show(Level.api());
      AndroidSandbox sandbox = SandboxFactory.build();
      sandbox.runOnMainThread(
          () -> {
            Thread.currentThread().setName("main");
            AgentClassLoader loader = (AgentClassLoader) sandbox.getRobolectricClassLoader();
            Session s =
                (Session)
                    Class.forName(DeviceCode.provider(Session.class), true, loader)
                        .getConstructor(AndroidSandbox.class, Opener.class)
                        .newInstance(sandbox, (Opener) loader::forApp);
            s.serve(r, inbox, wire);
            return null;
          });
    } catch (Throwable t) {
      t.printStackTrace();
      wire.fail(r.id(), new WireException(WireException.Kind.AGENT, "boot failed: " + t));
    }
  }
}
