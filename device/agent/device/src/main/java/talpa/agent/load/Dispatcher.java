package talpa.agent.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.clock.ProcessDied;
import talpa.agent.clock.Settled;
import talpa.agent.order.RunToken;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Methods;
import talpa.agent.wire.Request;
import talpa.agent.wire.WireException;
import talpa.agent.wire.WireException.Kind;

/** Serves requests one at a time on the main thread. */
final class Dispatcher {
  /** Virtual time after an input in which the app may come to rest, in milliseconds. */
  private static final long SETTLE_MS = 1500;

  private final AppProcess process;
  private final Inbox inbox;
  private final List<Module> modules;

  Dispatcher(AppProcess process, Inbox inbox, List<Module> modules) {
    this.modules = modules;
    this.process = process;
    this.inbox = inbox;
  }

  /** Does the boot request and answers how long it took. */
  void boot(Request r, Runnable work) {
    long t = System.nanoTime();
    try {
      work.run();
      process.wire().answer(r.id(), Map.of("ms", (System.nanoTime() - t) / 1_000_000));
    } catch (Throwable e) {
      fault(r, e);
    }
  }

  /** Serves for ever. */
  void serve() throws InterruptedException {
    while (true) {
      Request r = take();
      try {
        process.wire().answer(r.id(), perform(r));
      } catch (ProcessDied e) {
        process.wire().fail(r.id(), new WireException(Kind.APP, e.getMessage()));
      } catch (WireException e) {
        process.wire().fail(r.id(), e);
      } catch (Throwable e) {
        fault(r, e);
      }
    }
  }

  /** Waits for a request. Meanwhile the world stands still: no other thread of the app runs. */
  private Request take() throws InterruptedException {
    RunToken.keep(true);
    try {
      return inbox.take(process.wire());
    } finally {
      RunToken.keep(false);
    }
  }

  private Object perform(Request r) throws Exception {
    String dead = process.loop().deathReason();
    if (dead != null && !r.method().equals("unload")) {
      throw new ProcessDied(dead);
    }
    Methods.Method m = process.methods().get(r.method());
    if (m.input()) {
      process.loop().begin(m.gesture());
    }
    Object result = m.handler().handle(r.params());
    if (!m.input()) {
      return result;
    }
    Settled s = process.loop().settle(SETTLE_MS);
    TestRecords.forget(process.application());
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("idle", s.idle());
    out.put("now", s.now());
    out.put("top", process.top());
    out.put("alive", true);
    List<String> registered = registered();
    if (!registered.isEmpty()) {
      out.put("registered", registered);
    }
    List<String> losses = RunToken.losses();
    if (!losses.isEmpty()) {
      out.put("losses", losses);
    }
    if (result instanceof Map<?, ?> extra) {
      extra.forEach((k, v) -> out.put(k.toString(), v));
    }
    return out;
  }

  /** What the app listens to, each word once. */
  private List<String> registered() {
    return modules.stream().flatMap(m -> m.registrations().stream()).distinct().toList();
  }

  private void fault(Request r, Throwable e) {
    e.printStackTrace();
    process.wire().fail(r.id(), new WireException(Kind.AGENT, r.method() + ": " + e));
  }
}
