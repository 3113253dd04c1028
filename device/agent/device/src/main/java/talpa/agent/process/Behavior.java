package talpa.agent.process;

import java.util.HashMap;
import java.util.Map;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Table;

/**
 * Changes of behaviour that a version of Android made for all apps, whatever they target: {@code
 * talpa/agent/behaviors.txt}. Those that depend on the target follow from {@link TargetVersion}.
 */
public final class Behavior {
  private static final Map<String, Integer> SINCE = table();

  private Behavior() {}

  /** Whether the device's level has a change. */
  public static boolean has(String change) {
    Integer since = SINCE.get(change);
    if (since == null) {
      throw new IllegalArgumentException("no change of behaviour \"" + change + "\"");
    }
    return Level.has(since);
  }

  /** Reads lines: name of the change, first level, words for people. */
  private static Map<String, Integer> table() {
    Map<String, Integer> out = new HashMap<>();
    for (String[] row : Table.rows("talpa/agent/behaviors.txt", 3)) {
      out.put(row[0], Integer.parseInt(row[1]));
    }
    return out;
  }
}
