package talpa.agent.record;

import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Blob;

/** What the app ran. Safe for use by several threads. */
public final class Recorder {
  /** Of the app that is loaded: what threads of another one still run is not recorded. */
  private static final PerApp<Recorder> RECORDER = PerApp.of(Recorder::new);

  private final List<ClassProbes> classes = new ArrayList<>();
  private int told;

  private Recorder() {}

  /**
   * Makes the array of a class's probes; called by the JVM when the first of them is run.
   *
   * @param count number of probes
   * @param table see {@code talpa.agent.convert.Probes}, in pieces
   */
  public static boolean[] probes(
      MethodHandles.Lookup owner, String name, Class<?> type, int count, String... table) {
    return probes(owner, name, type, count, String.join("", table));
  }

  /** The same for a table in one piece: linking it costs less. */
  public static boolean[] probes(
      MethodHandles.Lookup owner, String name, Class<?> type, int count, String table) {
    ClassProbes p = new ClassProbes(owner.lookupClass(), count, table);
    RECORDER.get().add(p);
    return p.hits();
  }

  private synchronized void add(ClassProbes p) {
    classes.add(p);
  }

  /**
   * What was run since the last call, as lines of fields with tabs between. "+" and a type
   * descriptor begin a class that was not told of before; its table follows (see {@code
   * talpa.agent.convert.Probes}). "=", the number of a class in the order in which they were told,
   * and the probes that were hit, by their place in its table. Who asks puts it together: here it
   * would cost the app's process.
   */
  public static Blob take() {
    StringBuilder out = new StringBuilder();
    RECORDER.get().take(out);
    return new Blob(Map.of(), out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private synchronized void take(StringBuilder out) {
    for (ClassProbes c : classes) {
      if (c.take(out, told)) {
        told++;
      }
    }
  }
}
