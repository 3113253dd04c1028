package talpa.agent.service;

import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ServiceInfo;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/** Which of the app's services an intent means; services of other apps do not exist. */
final class ServiceFinder {
  private ServiceFinder() {}

  /** The app's service for the intent, or null. */
  static ServiceInfo find(Intent i) {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    String own = RuntimeEnvironment.getApplication().getPackageName();
    if (i.getComponent() != null) {
      try {
        ServiceInfo s = pm.getServiceInfo(i.getComponent(), PackageManager.GET_META_DATA);
        return s.packageName.equals(own) ? s : null;
      } catch (NameNotFoundException e) {
        return null;
      }
    }
    return i.getPackage() != null && !i.getPackage().equals(own) ? null : implicit(pm, own, i);
  }

  private static ServiceInfo implicit(PackageManager pm, String own, Intent i) {
    ShadowPackageManager shadow = Shadow.extract(pm);
    String type = i.resolveTypeIfNeeded(RuntimeEnvironment.getApplication().getContentResolver());
    try {
      PackageInfo p = pm.getPackageInfo(own, PackageManager.GET_SERVICES);
      for (ServiceInfo s : p.services == null ? new ServiceInfo[0] : p.services) {
        ComponentName c = new ComponentName(own, s.name);
        for (IntentFilter f : shadow.getIntentFiltersForService(c)) {
          if (f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa")
              >= 0) {
            return pm.getServiceInfo(c, PackageManager.GET_META_DATA);
          }
        }
      }
    } catch (NameNotFoundException e) {
      return null;
    }
    return null;
  }
}
