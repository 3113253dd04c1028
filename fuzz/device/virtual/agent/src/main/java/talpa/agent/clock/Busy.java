package talpa.agent.clock;

/** Tells whether the app's own threads compute something, cheaply: stacks only where needed. */
final class Busy {
  private final Thread main;
  private final ThreadGroup group;
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
      found = found || (t != main && t.getState() == Thread.State.RUNNABLE && computes(t));
    }
    return found;
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
