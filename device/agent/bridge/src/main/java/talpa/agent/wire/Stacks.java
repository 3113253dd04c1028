package talpa.agent.wire;

import java.util.Map;

/** The stacks of all threads as text, main first. */
public final class Stacks {
  private Stacks() {}

  /** One paragraph a thread: its quoted name and state, then its frames. */
  public static String text() {
    StringBuilder main = new StringBuilder();
    StringBuilder rest = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> e : Thread.getAllStackTraces().entrySet()) {
      Thread t = e.getKey();
      StringBuilder b = t.getName().equals("main") ? main : rest;
      b.append('"').append(t.getName()).append("\" ").append(t.getState()).append('\n');
      for (StackTraceElement f : e.getValue()) {
        b.append("\tat ").append(f).append('\n');
      }
      b.append('\n');
    }
    return main.append(rest).toString();
  }
}
