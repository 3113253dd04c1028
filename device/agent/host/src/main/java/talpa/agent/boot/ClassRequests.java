package talpa.agent.boot;

import java.util.HashMap;
import java.util.Map;
import talpa.agent.order.RunToken;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Params;
import talpa.agent.wire.Wire;

/**
 * Asks the front for classes of the app that were not converted yet. The front has them converted
 * and answers when they are in the app's {@link talpa.agent.convert.ClassStore}. The world stands
 * still meanwhile, so that no app can tell: the thread that asks keeps the run token.
 */
final class ClassRequests {
  private static volatile Wire wire;

  /** What is waited for, by how often; guarded by itself. */
  private static final Map<String, Integer> WAITING = new HashMap<>();

  private ClassRequests() {}

  /** Asks on this wire from now on. */
  static void use(Wire wire, Inbox inbox) {
    ClassRequests.wire = wire;
    inbox.immediate("class", ClassRequests::answered);
  }

  private static Object answered(Params p) {
    synchronized (WAITING) {
      WAITING.remove(p.string("name"));
      WAITING.notifyAll();
    }
    return null;
  }

  /** Has the class of an internal name converted. */
  static void ask(String name) {
    boolean kept = RunToken.keep(true);
    boolean interrupted = false;
    try {
      synchronized (WAITING) {
        if (WAITING.merge(name, 1, Integer::sum) == 1) {
          wire.notify("class", Map.of("name", name));
        }
        while (WAITING.containsKey(name)) {
          try {
            WAITING.wait();
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
    } finally {
      RunToken.keep(kept);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
