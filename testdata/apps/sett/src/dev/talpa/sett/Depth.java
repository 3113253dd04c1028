package dev.talpa.sett;

import android.util.Log;

/** How deep a tunnel is: by a library only. */
final class Depth {
  static {
    try {
      System.loadLibrary("depth");
    } catch (UnsatisfiedLinkError e) {
      Log.w("sett", "no depth", e);
    }
  }

  private Depth() {}

  static native int of(String tunnel);
}
