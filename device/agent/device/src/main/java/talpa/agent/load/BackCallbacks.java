package talpa.agent.load;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Application;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageInfo;
import android.os.Build;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Level;

/**
 * Tells the framework which activities opted in to callbacks for back: the parser of Robolectric is
 * that of older platforms, and does not know the attribute. What the framework makes of it is its
 * own: activities that opted in hear of the back key by their callbacks only.
 */
final class BackCallbacks {
  private static final int ENABLED = 1 << 2; // ActivityInfo.PRIVATE_FLAG_ENABLE_ON_BACK...
  private static final int DISABLED = 1 << 3; // ActivityInfo.PRIVATE_FLAG_DISABLE_ON_BACK...

  private BackCallbacks() {}

  static void install(Application app, AppManifest manifest) {
    if (!Level.has(Build.VERSION_CODES.TIRAMISU)) {
      return;
    }
    app.getApplicationInfo().setEnableOnBackInvokedCallback(manifest.backByCallbacks());
    if (!Level.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      return;
    }
    ShadowPackageManager pm = Shadow.extract(app.getPackageManager());
    PackageInfo own = pm.getInternalMutablePackageInfo(app.getPackageName());
    Map<String, Boolean> said = manifest.backOfActivities();
    for (ActivityInfo a : own.activities == null ? new ActivityInfo[0] : own.activities) {
      Boolean enabled = said.get(a.name);
      if (enabled != null) {
        Flags f = reflector(Flags.class, a);
        f.setPrivateFlags(f.getPrivateFlags() | (enabled ? ENABLED : DISABLED));
      }
    }
  }

  /** The flags that are not public. */
  @ForType(ActivityInfo.class)
  interface Flags {
    @Accessor("privateFlags")
    int getPrivateFlags();

    @Accessor("privateFlags")
    void setPrivateFlags(int flags);
  }
}
