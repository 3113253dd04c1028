package talpa.agent.crash;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A throwable as Android prints it. */
final class TraceText {
  private TraceText() {}

  static String of(Throwable t) {
    StringWriter w = new StringWriter();
    t.printStackTrace(new PrintWriter(w));
    return w.toString();
  }
}
