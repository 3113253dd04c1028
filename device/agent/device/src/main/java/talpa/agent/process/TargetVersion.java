package talpa.agent.process;

import android.content.pm.ApplicationInfo;
import talpa.agent.bridge.Level;

/**
 * The version that the app targets. A platform knows no changes of behaviour but those of versions
 * up to its own, so that the framework, which is newer than the device's level, is told the level
 * where the app targets a later one. The app itself reads what its manifest says.
 */
public final class TargetVersion {
  private static volatile String app = "";
  private static volatile int target;

  private TargetVersion() {}

  /** What an app's manifest says; for an app that is loaded. */
  public static void set(String packageName, int version) {
    app = packageName;
    target = version;
  }

  /** What the framework is told of it. */
  public static int known(int version) {
    return Math.min(version, Level.api());
  }

  /** In place of the field of that object; code of the app calls it on an older platform. */
  public static int of(ApplicationInfo info) {
    return app.equals(info.packageName) ? target : info.targetSdkVersion;
  }
}
