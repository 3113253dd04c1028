package talpa.agent.clock;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** Tells whether the app's own threads compute something, cheaply: stacks only where needed. */
final class Busy {
  private final Thread main;
  private final ThreadGroup group;
  private final Set<Thread> ignored = Collections.newSetFromMap(new WeakHashMap<>());
  private Thread[] threads = new Thread[64];

  Busy(Thread main) {
    this.main = main;
    this.group = main.getThreadGroup();
  }

  /** Whether a thread other than main is runnable and not inside a blocking system call. */
  boolean any() {
    int n = group.enumerate(threads, true);
    while (n == threads.length) {
      threads = new Thread[2 * n];
      n = group.enumerate(threads, true);
    }
    boolean found = false;
    for (int i = 0; i < n; i++) {
      Thread t = threads[i];
      threads[i] = null;
      found = found || isBusy(t);
    }
    return found;
  }

  /** Counts those that are busy now no more, until they have rested: they only look so. */
  void ignore() {
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (t.getThreadGroup() == group && isBusy(t)) {
        ignored.add(t);
      }
    }
  }

  private boolean isBusy(Thread t) {
    if (t == main || t.getState() != Thread.State.RUNNABLE) {
      ignored.remove(t);
      return false;
    }
    return !ignored.contains(t) && isApp(t) && computes(t);
  }

  /** The agent's own threads do not count. */
  private static boolean isApp(Thread t) {
    return !t.getName().startsWith("talpa-");
  }

  private static boolean computes(Thread t) {
    StackTraceElement[] s = t.getStackTrace();
    if (s.length == 0) {
      return false;
    }
    StackTraceElement top = s[0];
    if (!top.isNativeMethod()) {
      return true;
    }
    String cls = top.getClassName();
    return !(cls.startsWith("sun.nio.ch.")
        || cls.startsWith("java.net.")
        || cls.startsWith("sun.nio.fs.")
        || cls.startsWith("java.io.FileInputStream")
        || cls.startsWith("java.lang.ref."));
  }
}
