package talpa.agent.libcore;

import android.os.Environment;

/** Paths: those of the device's shared storage lie in the device's folder. */
public final class FileCalls {
  private static final String[] SHARED = {
    "/sdcard", "/mnt/sdcard", "/storage/emulated/0", "/storage/sdcard0",
  };

  private FileCalls() {}

  /** The path on the host for a path that the app names. */
  public static String path(String p) {
    if (p == null || !p.startsWith("/")) {
      return p;
    }
    for (String s : SHARED) {
      if (p.equals(s) || p.startsWith(s + "/")) {
        return Environment.getExternalStorageDirectory().getPath() + p.substring(s.length());
      }
    }
    return p;
  }
}
