package talpa.agent.intents;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.graphics.drawable.Drawable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** The icons of the packages that there are: the app's own, and the default one for the others. */
@Implements(className = "android.app.ApplicationPackageManager")
public class PackagesShadow extends ShadowApplicationPackageManager {
  @RealObject private PackageManager manager;

  @Override
  @Implementation
  protected Drawable getApplicationIcon(String packageName) throws NameNotFoundException {
    return getApplicationIcon(manager.getApplicationInfo(packageName, 0));
  }

  @Override
  @Implementation
  protected Drawable getApplicationIcon(ApplicationInfo app) {
    return app.loadIcon(manager);
  }
}
