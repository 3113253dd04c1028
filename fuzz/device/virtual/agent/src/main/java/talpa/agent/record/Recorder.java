package talpa.agent.record;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the app ran. Safe for use by several threads. */
public final class Recorder {
  private static final List<ClassProbes> CLASSES = new ArrayList<>();

  private Recorder() {}

  /**
   * Makes the array of a class's probes; called by the JVM when the first of them is run.
   *
   * @param count number of probes
   * @param table see {@code talpa.agent.convert.Probes}, in pieces
   */
  public static boolean[] probes(
      MethodHandles.Lookup owner, String name, Class<?> type, int count, String... table) {
    ClassProbes p = new ClassProbes(owner.lookupClass(), count, String.join("", table));
    synchronized (CLASSES) {
      CLASSES.add(p);
    }
    return p.hits();
  }

  /**
   * The methods that were run since the last call, by dex descriptor ({@code
   * Lpkg/Cls;->name(params)result}), with the lines of each that were run, sorted.
   */
  public static Map<String, Object> take() {
    Map<String, TreeSet<Integer>> found = new TreeMap<>();
    synchronized (CLASSES) {
      CLASSES.forEach(c -> c.take(found));
    }
    List<Object> methods = new ArrayList<>();
    found.forEach(
        (method, lines) -> {
          Map<String, Object> m = new LinkedHashMap<>();
          m.put("method", method);
          m.put("lines", new ArrayList<>(lines));
          methods.add(m);
        });
    return Map.of("methods", methods);
  }

  /** Forgets the app: what its threads still run is no longer recorded. */
  public static void reset() {
    synchronized (CLASSES) {
      CLASSES.clear();
    }
  }
}
