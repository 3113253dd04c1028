package dev.talpa.sett;

/** What comes back from a tunnel: by a library that no build of the app has, else in Java. */
final class Echo {
  private static boolean fast;

  static {
    try {
      System.loadLibrary("echo");
      fast = true;
    } catch (UnsatisfiedLinkError e) {
      fast = false;
    }
  }

  private Echo() {}

  private static native String fast(String call);

  static String of(String call) {
    return fast ? "fast " + fast(call) : "in Java " + call;
  }
}
