package talpa.agent.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import talpa.agent.clock.Escaped;
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
  private final Loader loader;

  /** The request that is not answered yet, or null. */
  private Request current;

  Dispatcher(AppProcess process, Inbox inbox, List<Module> modules, Loader loader) {
    this.loader = loader;
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
      current = take();
      answer(this::perform);
    }
  }

  /**
   * Serves for ever inside of what the app does in the present request, or did when it caught what
   * it threw in the call before: the rest of that comes first. Once the app has left the call, what
   * was begun before it goes on, for the request that is present then.
   */
  void serveNested() {
    try {
      if (current != null) {
        answer(this::rest);
      }
      serve();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does a request; gives what is answered. */
  private interface Work {
    Object on(Request r) throws Exception;
  }

  private void answer(Work w) {
    try {
      Object out = w.on(current);
      process.wire().answer(current.id(), out);
    } catch (Escaped e) {
      throw e; // out of the app's call, with the request as it is
    } catch (ProcessDied e) {
      process.wire().fail(current.id(), new WireException(Kind.APP, e.getMessage()));
    } catch (WireException e) {
      process.wire().fail(current.id(), e);
    } catch (Throwable e) {
      fault(current, e);
    }
    current = null;
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
    if (current != r) { // that one was answered in a nested loop
      return rest(current);
    }
    return m.input() ? settled(result) : result;
  }

  /** What a request still needs whose handling does not come back, or was left by a throwable. */
  private Object rest(Request r) throws Exception {
    if (r.method().equals("load")) {
      return loader.loaded();
    }
    if (process.methods().get(r.method()).input()) {
      return settled(null);
    }
    throw new WireException(Kind.APP, "the app failed in " + r.method() + ", and caught it");
  }

  private Object settled(Object result) {
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
