package talpa.agent.crash;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A throwable as Android prints it: its words in ART's form, its frames as a device shows them. */
final class TraceText {
  private static final int MAX_FRAMES = 1024;

  private final ArtMessages messages;
  private final StringBuilder out = new StringBuilder();
  private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private TraceText(ArtMessages messages) {
    this.messages = messages;
  }

  /** The text of a throwable and its causes. */
  static String of(Throwable t, ArtMessages messages) {
    TraceText x = new TraceText(messages);
    x.print(t, "", "", List.of());
    return x.out.toString();
  }

  private void print(Throwable t, String indent, String caption, List<String> outer) {
    String words = messages.describe(t);
    out.append(indent).append(caption);
    if (!seen.add(t)) {
      out.append("[CIRCULAR REFERENCE: ").append(words).append("]\n");
      return;
    }
    out.append(words).append('\n');
    List<String> frames = Frames.of(t.getStackTrace());
    int shared = shared(frames, outer);
    int own = frames.size() - shared;
    for (int i = 0; i < Math.min(own, MAX_FRAMES); i++) {
      out.append(indent).append("\tat ").append(frames.get(i)).append('\n');
    }
    if (shared > 0) {
      out.append(indent).append("\t... ").append(shared).append(" more\n");
    }
    for (Throwable s : t.getSuppressed()) {
      print(s, indent + "\t", "Suppressed: ", frames);
    }
    if (t.getCause() != null) {
      print(t.getCause(), indent, "Caused by: ", frames);
    }
  }

  private static int shared(List<String> a, List<String> b) {
    int n = 0;
    while (n < a.size()
        && n < b.size()
        && a.get(a.size() - 1 - n).equals(b.get(b.size() - 1 - n))) {
      n++;
    }
    return n;
  }
}
