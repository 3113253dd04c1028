package talpa.agent.process;

import android.app.Application;
import android.content.ComponentName;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/** The intent filters in the app's own manifest. */
public final class OwnFilters {
  private OwnFilters() {}

  /** Those of its activities, in the order of the manifest. */
  public static List<IntentFilter> ofActivities() {
    Application app = RuntimeEnvironment.getApplication();
    PackageManager pm = app.getPackageManager();
    ShadowPackageManager shadow = Shadow.extract(pm);
    List<IntentFilter> out = new ArrayList<>();
    try {
      ActivityInfo[] all =
          pm.getPackageInfo(app.getPackageName(), PackageManager.GET_ACTIVITIES).activities;
      for (ActivityInfo a : all == null ? new ActivityInfo[0] : all) {
        out.addAll(shadow.getIntentFiltersForActivity(new ComponentName(a.packageName, a.name)));
      }
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException("the app is installed", e);
    }
    return out;
  }
}
