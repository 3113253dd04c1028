package talpa.agent.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The probes of one class of the app. */
final class ClassProbes {
  /**
   * A method as the table of the class has it.
   *
   * @param first index of its entry's probe
   * @param lines by probe from there on; the first is 0 if the method begins without a line
   */
  private record Method(String name, int first, int[] lines) {}

  private final String type;
  private final boolean[] hits;
  private String table;
  private List<Method> methods;

  ClassProbes(Class<?> c, int count, String table) {
    this.type = "L" + c.getName().replace('.', '/') + ";";
    this.hits = new boolean[count];
    this.table = table;
  }

  boolean[] hits() {
    return hits;
  }

  /** Adds the methods and lines that were hit to those found so far, and forgets the hits. */
  void take(Map<String, TreeSet<Integer>> found) {
    if (!any()) {
      return;
    }
    for (Method m : methods()) {
      for (int i = 0; i < m.lines.length; i++) {
        if (hits[m.first + i]) {
          hits[m.first + i] = false;
          TreeSet<Integer> lines = found.computeIfAbsent(m.name, k -> new TreeSet<>());
          if (m.lines[i] > 0) {
            lines.add(m.lines[i]);
          }
        }
      }
    }
  }

  private boolean any() {
    for (boolean b : hits) {
      if (b) {
        return true;
      }
    }
    return false;
  }

  private List<Method> methods() {
    if (methods == null) {
      methods = new ArrayList<>();
      int first = 0;
      for (String row : table.split("\n")) {
        String[] f = row.split("\t");
        int[] lines = new int[f.length - 2];
        for (int i = 0; i < lines.length; i++) {
          lines[i] = Integer.parseInt(f[i + 2]);
        }
        methods.add(new Method(type + "->" + f[0] + f[1], first, lines));
        first += lines.length;
      }
      table = null;
    }
    return methods;
  }
}
