package talpa.agent.process;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells the run what its app needed and the device lacks: each thing once. */
public final class Unsupported {
  private static final PerApp<Set<String>> TOLD = PerApp.of(ConcurrentHashMap::newKeySet);

  private Unsupported() {}

  /**
   * Tells of one thing.
   *
   * @param kind a word for its kind: native, media, window
   */
  public static void tell(String kind, String detail) {
    if (TOLD.get().add(kind + detail)) {
      Map<String, String> what = Map.of("kind", kind, "detail", detail);
      AppProcess.current().wire().notify("unsupported", what);
    }
  }
}
