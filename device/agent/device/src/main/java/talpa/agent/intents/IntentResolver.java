package talpa.agent.intents;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;

/** Finds the activity that an intent means: one of the app's own, or one of a stand-in. */
public final class IntentResolver {
  /**
   * What an intent resolved to.
   *
   * @param external whether it belongs to another app, for which a stand-in answers
   */
  public record Match(ActivityInfo info, boolean external) {}

  private IntentResolver() {}

  /** The activity for the intent, or null if there is none. */
  public static Match resolve(Intent i, String resolvedType) {
    Intent in = i.getSelector() != null ? i.getSelector() : i;
    if (in.getComponent() != null) {
      return explicit(in.getComponent());
    }
    String type =
        resolvedType != null ? resolvedType : in.resolveTypeIfNeeded(app().getContentResolver());
    return implicit(in, type);
  }

  private static Application app() {
    return RuntimeEnvironment.getApplication();
  }

  private static Match explicit(ComponentName c) {
    PackageManager pm = app().getPackageManager();
    try {
      ActivityInfo a = pm.getActivityInfo(c, PackageManager.GET_META_DATA);
      if (!enabled(pm, a)) {
        return null;
      }
      return new Match(a, !a.packageName.equals(app().getPackageName()));
    } catch (NameNotFoundException e) {
      return null;
    }
  }

  private static boolean enabled(PackageManager pm, ActivityInfo a) {
    int s = pm.getComponentEnabledSetting(new ComponentName(a.packageName, a.name));
    return s == PackageManager.COMPONENT_ENABLED_STATE_DEFAULT
        ? a.enabled
        : s == PackageManager.COMPONENT_ENABLED_STATE_ENABLED;
  }

  /** The best activity of each app that takes an implicit intent, the preferred app first. */
  static List<Match> all(Intent i, String type) {
    return matches(i, type).toList();
  }

  private static Match implicit(Intent i, String type) {
    return matches(i, type).findFirst().orElse(null);
  }

  private static Stream<Match> matches(Intent i, String type) {
    if (i.getAction() == null && type == null && i.getScheme() == null) {
      return Stream.empty(); // the system has no list of filters to look it up in
    }
    String own = app().getPackageName();
    List<String> packages = new ArrayList<>(List.of(own));
    SystemApps.packages().forEach(packages::add);
    return packages.stream()
        .filter(pkg -> i.getPackage() == null || i.getPackage().equals(pkg))
        .map(pkg -> best(pkg, i, type))
        .filter(Objects::nonNull)
        .map(a -> new Match(a, !a.packageName.equals(own)));
  }

  /** The package's activity whose filter matches best; a filter must hold CATEGORY_DEFAULT. */
  private static ActivityInfo best(String pkg, Intent i, String type) {
    PackageManager pm = app().getPackageManager();
    ShadowPackageManager shadow = Shadow.extract(pm);
    ActivityInfo best = null;
    long score = -1;
    for (ActivityInfo a : activities(pm, pkg)) {
      if (!enabled(pm, a)) {
        continue;
      }
      List<IntentFilter> filters =
          shadow.getIntentFiltersForActivity(new ComponentName(pkg, a.name));
      for (IntentFilter f : filters) {
        long s = score(f, i, type);
        if (s > score) {
          score = s;
          best = a;
        }
      }
    }
    return best == null ? null : explicit(new ComponentName(pkg, best.name)).info();
  }

  /** How well a filter matches: -1 not at all; priority counts before precision. */
  public static long score(IntentFilter f, Intent i, String type) {
    if (!f.hasCategory(Intent.CATEGORY_DEFAULT)) {
      return -1;
    }
    int m = f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa");
    return m < 0 ? -1 : ((long) f.getPriority() + 1000) << 32 | m;
  }

  private static ActivityInfo[] activities(PackageManager pm, String pkg) {
    try {
      PackageInfo p =
          pm.getPackageInfo(
              pkg, PackageManager.GET_ACTIVITIES | PackageManager.MATCH_DISABLED_COMPONENTS);
      return p.activities == null ? new ActivityInfo[0] : p.activities;
    } catch (NameNotFoundException e) {
      return new ActivityInfo[0];
    }
  }
}
