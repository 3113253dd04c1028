package talpa.agent.libcore;

import android.os.Environment;
import talpa.agent.app.Storage;

/** Paths: those of the device's shared storage lie in the device's folder. */
public final class FileCalls {
  /** Names of shared storage; the first ones are there where the paths of a device are. */
  private static final String[] SHARED = {
    "/sdcard", "/storage/emulated/0", "/mnt/sdcard", "/storage/sdcard0",
  };

  private static final int PRESENT = 2;

  private FileCalls() {}

  /** The path on the host for a path that the app names. */
  public static String path(String p) {
    if (p == null || !p.startsWith("/")) {
      return p;
    }
    for (int i = Storage.isMounted() ? PRESENT : 0; i < SHARED.length; i++) {
      String s = SHARED[i];
      if (p.equals(s) || p.startsWith(s + "/")) {
        return Environment.getExternalStorageDirectory().getPath() + p.substring(s.length());
      }
    }
    return p;
  }
}
