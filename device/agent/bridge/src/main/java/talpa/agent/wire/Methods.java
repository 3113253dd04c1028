package talpa.agent.wire;

import java.util.Map;
import java.util.TreeMap;

/**
 * The registry of methods. Two kinds: a query answers what its handler returns; an input is
 * performed by its handler, then the app runs until it is idle and the standard input result is
 * answered. A gesture is an input of a finger or a key, which need not wait for the app.
 */
public final class Methods {
  /** A registered method. */
  public record Method(Handler handler, boolean input, boolean gesture) {}

  private final Map<String, Method> methods = new TreeMap<>();

  /** Registers a query. */
  public void query(String name, Handler h) {
    put(name, new Method(h, false, false));
  }

  /**
   * Registers an input. Its handler runs on the main thread between looper messages; fields of a
   * map that it returns are added to the standard input result.
   */
  public void input(String name, Handler h) {
    put(name, new Method(h, true, false));
  }

  /** Registers an input of a finger or a key. */
  public void gesture(String name, Handler h) {
    put(name, new Method(h, true, true));
  }

  private void put(String name, Method m) {
    if (methods.putIfAbsent(name, m) != null) {
      throw new IllegalStateException("method \"" + name + "\" registered twice");
    }
  }

  /** The method of that name; one that is unknown is a usage error. */
  public Method get(String name) {
    Method m = methods.get(name);
    if (m == null) {
      throw WireException.usage("unknown method \"" + name + "\"");
    }
    return m;
  }
}
