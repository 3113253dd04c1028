package talpa.agent.defaults;

import android.app.SearchableInfo;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageItemInfo;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.content.res.XmlResourceParser;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSearchManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.xmlpull.v1.XmlPullParser;

/**
 * What can be searched, by the rules of the system's {@code Searchables}: an activity that takes
 * searches and says how, or the one that an activity or the app names as its default.
 */
@Implements(className = "android.app.SearchManager")
public class SearchShadow extends ShadowSearchManager {
  private static final String HOW = "android.app.searchable";
  private static final String DEFAULT = "android.app.default_searchable";

  @Override
  @Implementation
  protected SearchableInfo getSearchableInfo(ComponentName name) {
    if (name == null) {
      return null;
    }
    SearchableInfo own = searchable(name);
    if (own != null) {
      return own;
    }
    ActivityInfo activity = activity(name);
    String other = activity == null ? null : named(activity);
    if (other == null || other.equals("*")) {
      return null;
    }
    String pkg = name.getPackageName();
    return searchable(new ComponentName(pkg, other.startsWith(".") ? pkg + other : other));
  }

  /** Those that the app offers to the phone's own search; other apps offer none. */
  @Implementation
  protected List<SearchableInfo> getSearchablesInGlobalSearch() {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    String pkg = RuntimeEnvironment.getApplication().getPackageName();
    List<SearchableInfo> all = new ArrayList<>();
    for (ResolveInfo r :
        pm.queryIntentActivities(new Intent(Intent.ACTION_SEARCH).setPackage(pkg), 0)) {
      SearchableInfo s = searchable(new ComponentName(pkg, r.activityInfo.name));
      if (s != null && s.shouldIncludeInGlobalSearch()) {
        all.add(s);
      }
    }
    return all;
  }

  /** The searchable activity that an activity names, else the one that the app does. */
  private static String named(ActivityInfo activity) {
    String own = meta(activity);
    return own != null ? own : meta(activity.applicationInfo);
  }

  private static String meta(PackageItemInfo item) {
    return item.metaData == null ? null : item.metaData.getString(DEFAULT);
  }

  private static SearchableInfo searchable(ComponentName name) {
    ActivityInfo activity = activity(name);
    if (activity == null || !searches(activity)) {
      return null;
    }
    Context app = RuntimeEnvironment.getApplication();
    try (XmlResourceParser how = activity.loadXmlMetaData(app.getPackageManager(), HOW)) {
      return how == null ? null : read(app, how, name);
    }
  }

  private static SearchableInfo read(Context app, XmlPullParser how, ComponentName name) {
    return ReflectionHelpers.callStaticMethod(
        SearchableInfo.class,
        "getActivityMetaData",
        ClassParameter.from(Context.class, app),
        ClassParameter.from(XmlPullParser.class, how),
        ClassParameter.from(ComponentName.class, name));
  }

  /** Whether it takes searches of the app or of the web. */
  private static boolean searches(ActivityInfo activity) {
    return takes(activity, Intent.ACTION_SEARCH) || takes(activity, Intent.ACTION_WEB_SEARCH);
  }

  private static boolean takes(ActivityInfo activity, String action) {
    Intent search = new Intent(action).setPackage(activity.packageName);
    return RuntimeEnvironment.getApplication()
        .getPackageManager()
        .queryIntentActivities(search, 0)
        .stream()
        .anyMatch(r -> r.activityInfo.name.equals(activity.name));
  }

  private static ActivityInfo activity(ComponentName name) {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    try {
      ActivityInfo a = pm.getActivityInfo(name, PackageManager.GET_META_DATA);
      ApplicationInfo app =
          pm.getApplicationInfo(name.getPackageName(), PackageManager.GET_META_DATA);
      a.applicationInfo = app;
      return a;
    } catch (PackageManager.NameNotFoundException e) {
      return null;
    }
  }
}
