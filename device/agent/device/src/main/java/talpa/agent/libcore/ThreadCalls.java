package talpa.agent.libcore;

import talpa.agent.order.RunToken;

/** Threads: in the device's order. */
public final class ThreadCalls {
  private ThreadCalls() {}

  /** Thread.yield. */
  public static void yield() {
    RunToken.yieldToNext();
  }
}
