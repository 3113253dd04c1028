package talpa.agent.record;

/** The probes of one class of the app. */
final class ClassProbes {
  private final String type;
  private final boolean[] hits;
  private String table;
  private int number = -1;

  ClassProbes(Class<?> c, int count, String table) {
    this.type = "L" + c.getName().replace('.', '/') + ";";
    this.hits = new boolean[count];
    this.table = table;
  }

  boolean[] hits() {
    return hits;
  }

  /**
   * Writes the probes that were hit, and forgets the hits.
   *
   * @param next the number that a class gets at its first hit
   * @return whether it took that number
   */
  boolean take(StringBuilder out, int next) {
    int first = first();
    if (first < 0) {
      return false;
    }
    boolean fresh = number < 0;
    if (fresh) {
      number = next;
      out.append("+\t").append(type).append('\n').append(table);
      table = null;
    }
    out.append("=\t").append(number);
    for (int i = first; i < hits.length; i++) {
      if (hits[i]) {
        hits[i] = false;
        out.append('\t').append(i);
      }
    }
    out.append('\n');
    return fresh;
  }

  private int first() {
    for (int i = 0; i < hits.length; i++) {
      if (hits[i]) {
        return i;
      }
    }
    return -1;
  }
}
