package talpa.agent.app;

import android.app.Application;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import java.util.Set;
import java.util.stream.Stream;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** The app's permissions: those it requests are granted at load, as by {@code install -g}. */
public final class Permissions {
  private Permissions() {}

  static void grantRequested(Application app, Set<String> denied) {
    try {
      PackageInfo p =
          app.getPackageManager()
              .getPackageInfo(app.getPackageName(), PackageManager.GET_PERMISSIONS);
      if (p.requestedPermissions != null) {
        grant(
            app,
            Stream.of(p.requestedPermissions)
                .filter(n -> !denied.contains(n))
                .toArray(String[]::new));
      }
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Grants permissions. */
  public static void grant(Application app, String... names) {
    ShadowApplication s = Shadow.extract(app);
    s.grantPermissions(names);
  }

  /** Takes permissions away. */
  public static void revoke(Application app, String... names) {
    ShadowApplication s = Shadow.extract(app);
    s.denyPermissions(names);
  }
}
