package dev.talpa.lookout;

import java.util.ArrayDeque;
import java.util.Deque;

/** What the world told, newest last. */
final class Told {
  private static final int KEPT = 40;
  private static final Deque<String> LINES = new ArrayDeque<>();
  static Runnable watcher;

  private Told() {}

  static synchronized void note(String line) {
    android.util.Log.i("lookout", line);
    LINES.add(line);
    if (LINES.size() > KEPT) {
      LINES.remove();
    }
    if (watcher != null) {
      watcher.run();
    }
  }

  static synchronized String all() {
    StringBuilder b = new StringBuilder();
    for (String line : LINES) {
      b.append(line).append('\n');
    }
    return b.toString();
  }
}
