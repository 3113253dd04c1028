package talpa.agent.net;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import talpa.agent.app.AppProcess;

/** Chooses, of the shapes of JSON that an app reads, those that suit a request. */
final class Shapes {
  /** A class that waits for the answer reads it. */
  private static final int CALLER = 10_000;

  /** A letter of the path that stands in the class, and the app's own package. */
  private static final int LETTER = 100;

  private static final int OWN = 50;

  private static final int WORD = 4;
  private static final int SHORTEST = 3;

  private Shapes() {}

  /**
   * A value of the shapes that suit best; null if none suits: what only libraries read, far from
   * the request, is not for it, unless it asks for JSON. Several objects become one with the keys
   * of all.
   */
  static Object answer(AppReads app, Request r, List<String> callers) {
    List<Shape> best = new ArrayList<>();
    int most = r.header("accept").contains("json") ? Integer.MIN_VALUE : OWN / 2;
    for (Shape s : app.roots()) {
      int n = score(app, s, r, callers);
      if (n > most) {
        best.clear();
        most = n;
      }
      if (n == most) {
        best.add(s);
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    Object other = null;
    for (Shape s : best) {
      Object v = s.value(r.host());
      if (v instanceof Map<?, ?> m) {
        m.forEach((k, x) -> all.putIfAbsent(k.toString(), x));
      } else if (other == null) {
        other = v;
      }
    }
    return all.isEmpty() ? other : all;
  }

  private static int score(AppReads app, Shape s, Request r, List<String> callers) {
    int best = Integer.MIN_VALUE;
    for (String reader : s.readers()) {
      String cls = reader.substring(0, reader.indexOf('.'));
      int n = isOwn(cls) ? OWN : 0;
      String name = AppReads.outer(cls.replace('/', '.'));
      if (callers.stream().anyMatch(c -> AppReads.outer(c).equals(name))) {
        n += CALLER;
      }
      n += LETTER * letters(app.paths(cls), r.path()) + likeness(reader, s, r.path());
      best = Math.max(best, n);
    }
    return best;
  }

  /** How much the names of a reader and the keys are like the path, word for word. */
  private static int likeness(String reader, Shape s, String path) {
    Set<String> asked = Sample.words(path);
    Set<String> name = Sample.words(reader.substring(reader.lastIndexOf('/') + 1));
    int strange = name.size();
    name.retainAll(asked);
    asked.retainAll(s.words());
    return WORD * (name.size() + asked.size()) - (strange - name.size());
  }

  /** The length of the longest part of the path that one of the texts has. */
  private static int letters(Set<String> texts, String path) {
    int most = 0;
    for (String part : path.split("/")) {
      if (part.length() >= SHORTEST && texts.stream().anyMatch(t -> t.contains(part))) {
        most = Math.max(most, part.length());
      }
    }
    return most;
  }

  private static boolean isOwn(String cls) {
    String[] p = AppProcess.current().packageName().split("\\.");
    return p.length > 1 && cls.startsWith(p[0] + "/" + p[1] + "/");
  }
}
