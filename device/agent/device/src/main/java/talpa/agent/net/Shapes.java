package talpa.agent.net;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.shape.AppReads;
import talpa.agent.shape.ObjectReads;
import talpa.agent.shape.Sample;
import talpa.agent.shape.Shape;
import talpa.agent.shape.TypedValues;
import talpa.agent.shape.XmlReads;

/** Chooses, of the JSON and the XML that an app reads, what suits a request. */
final class Shapes {
  /** A class that waits for the answer reads it, or one of its package does. */
  private static final int CALLER = 10_000;

  private static final int NEIGHBOUR = 1_000;

  /** The very class waits, and not another one in the same file. */
  private static final int NESTED = 500;

  /** A letter of the path that stands in the class, and the app's own package. */
  private static final int LETTER = 100;

  private static final int OWN = 50;

  private static final int WORD = 4;
  private static final int SHORTEST = 3;

  private final AppReads app;
  private final Request request;
  private final List<String> callers;
  private final int least;
  private int most; // the score of the JSON that was chosen

  /**
   * For one request.
   *
   * @param callers the classes that wait for the answer
   */
  Shapes(AppReads app, Request request, List<String> callers) {
    this.app = app;
    this.request = request;
    this.callers = callers;
    least = request.header("accept").contains("json") ? Integer.MIN_VALUE : OWN / 2;
    most = least;
  }

  /**
   * The names that the app looks for in XML, where a class that reads some suits the request better
   * than the JSON of answer, which is asked first; null if none does.
   */
  XmlReads.Names xml() {
    String best = null;
    for (String reader : app.xml().readers()) {
      int n = suits(reader) + LETTER * letters(app.paths(reader), request.path());
      String name = XmlReads.packageOf(reader).replace('/', '.') + ".";
      if (isOf(reader)) {
        n += callers.stream().anyMatch(app.xml()::isReader) ? NESTED : 0;
      } else if (name.length() > 1 && callers.stream().anyMatch(c -> c.startsWith(name))) {
        n += NEIGHBOUR;
      }
      if (n > most) {
        most = n;
        best = reader;
      }
    }
    return best == null ? null : app.xml().names(best);
  }

  /**
   * A value of the type or else of the shapes that suit best; null if none suits: what only
   * libraries read, far from the request, is not for it, unless it asks for JSON. Several objects
   * become one with the keys of all.
   */
  Object answer() {
    ObjectReads.Read typed = null;
    for (ObjectReads.Read o : app.objects()) {
      int n = score(o.reader(), Sample.words(o.type().substring(o.type().lastIndexOf('/') + 1)));
      if (n > most) {
        most = n;
        typed = o;
      }
    }
    List<Shape> best = new ArrayList<>();
    for (Shape s : app.roots()) {
      int n = score(s);
      if (n > most || n == most && typed == null) {
        if (n > most) {
          best.clear();
        }
        best.add(s);
        most = n;
      }
    }
    return best.isEmpty() ? object(typed) : merged(best);
  }

  private Object object(ObjectReads.Read read) {
    Type t = read == null ? null : read.resolved(AppCode.loader());
    return t == null ? null : new TypedValues(request.host(), null).of(t);
  }

  private Object merged(List<Shape> shapes) {
    Map<String, Object> all = new LinkedHashMap<>();
    Object other = null;
    for (Shape s : shapes) {
      Object v = s.value(request.host());
      if (v instanceof Map<?, ?> m) {
        m.forEach((k, x) -> all.putIfAbsent(k.toString(), x));
      } else if (other == null) {
        other = v;
      } else if (other instanceof List<?> a && v instanceof List<?> b) {
        other = merged(a, b);
      }
    }
    return all.isEmpty() ? other : all;
  }

  /** Elements with the keys of both lists, as far as they are objects. */
  private static List<Object> merged(List<?> a, List<?> b) {
    List<Object> all = new ArrayList<>(a);
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      if (a.get(i) instanceof Map<?, ?> x && b.get(i) instanceof Map<?, ?> y) {
        Map<Object, Object> both = new LinkedHashMap<>(x);
        y.forEach(both::putIfAbsent);
        all.set(i, both);
      }
    }
    return all;
  }

  private int score(Shape s) {
    int best = Integer.MIN_VALUE;
    for (String reader : s.readers()) {
      best = Math.max(best, score(reader, s.words()));
    }
    return best;
  }

  private int score(String reader, Set<String> words) {
    String cls = reader.substring(0, reader.indexOf('.'));
    return suits(cls)
        + (callers.contains(cls.replace('/', '.')) ? NESTED : 0)
        + LETTER * letters(app.addresses(reader), request.path())
        + likeness(reader, words, request.path());
  }

  /** How much a class suits by whose it is. */
  private int suits(String cls) {
    return (isOwn(cls) ? OWN : 0) + (isOf(cls) ? CALLER : 0);
  }

  /** Whether a class waits, or one in the same file. */
  private boolean isOf(String cls) {
    String name = AppReads.outer(cls.replace('/', '.'));
    return callers.stream().anyMatch(c -> AppReads.outer(c).equals(name));
  }

  /** How much the names of a reader and the keys are like the path, word for word. */
  private static int likeness(String reader, Set<String> words, String path) {
    Set<String> asked = Sample.words(path);
    Set<String> name = Sample.words(reader.substring(reader.lastIndexOf('/') + 1));
    int strange = name.size();
    name.retainAll(asked);
    asked.retainAll(words);
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
