package talpa.agent.crash;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What of the device, rather than of the app, a crash may come of. */
final class Blame {
  /** The virtual machine's words when a heap of its own is full. */
  private static final Set<String> FULL =
      Set.of(
          "Java heap space",
          "GC overhead limit exceeded",
          "Metaspace",
          "Compressed class space",
          "Requested array size exceeds VM limit");

  private static final String NO_THREAD = "unable to create native thread";

  private Blame() {}

  /**
   * What took part in a crash and is modelled: the classes from the innermost cause out to the
   * first exception that was thrown below the app's code (those outside it wrap that one on its way
   * up), and for a null pointer the system's made-up answers.
   *
   * @param nulls the calls that were answered with a made-up null
   */
  static List<String> modelled(Throwable t, List<String> nulls) {
    Set<String> out = new LinkedHashSet<>();
    try {
      Deque<Throwable> inwards = inwards(t);
      for (Throwable c : inwards) {
        if (Frames.modelled(c.getStackTrace(), out)) {
          break;
        }
      }
      if (inwards.peek() instanceof NullPointerException) {
        nulls.forEach(call -> out.add(call + " (null was made up)"));
      }
    } catch (Throwable e) {
      out.add("(the exception does not tell its cause or its stack)");
    }
    return new ArrayList<>(out);
  }

  /**
   * Which limit of the virtual machine a crash comes of: "memory" or "stack"; null if of none. An
   * OutOfMemoryError that code throws itself comes of none.
   */
  static String limit(Throwable t) {
    try {
      return limit(inwards(t));
    } catch (Throwable e) {
      return null;
    }
  }

  private static String limit(Collection<Throwable> causes) {
    for (Throwable c : causes) {
      if (c.getClass() == StackOverflowError.class) {
        return "stack";
      }
      if (c.getClass() == OutOfMemoryError.class && c.getMessage() != null) {
        String m = c.getMessage();
        if (FULL.contains(m) || m.startsWith(NO_THREAD)) {
          return "memory";
        }
      }
    }
    return null;
  }

  /** A throwable and its causes, the innermost first. */
  private static Deque<Throwable> inwards(Throwable t) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> out = new ArrayDeque<>();
    for (Throwable c = t; c != null && seen.add(c); c = c.getCause()) {
      out.push(c);
    }
    return out;
  }
}
