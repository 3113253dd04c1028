package talpa.agent.bridge;

import talpa.agent.wire.Inbox;
import talpa.agent.wire.Request;
import talpa.agent.wire.Wire;

/** The device side of the agent, built inside the sandbox and driven by the host side. */
public interface Session {
  /**
   * Serves requests on the calling thread, which becomes the app's main thread. Does not return
   * before the front is gone.
   *
   * @param boot the request that started the sandbox; answered once the device is warm
   */
  void serve(Request boot, Inbox inbox, Wire wire) throws Exception;
}
