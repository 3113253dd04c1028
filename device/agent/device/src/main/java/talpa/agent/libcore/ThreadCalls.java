package talpa.agent.libcore;

import talpa.agent.order.Baton;

/** Threads: in the device's order. */
public final class ThreadCalls {
  private ThreadCalls() {}

  /** Thread.yield. */
  public static void yield() {
    Baton.yieldToNext();
  }
}
