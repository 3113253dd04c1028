package talpa.agent.defaults;

import android.app.AppOpsManager;
import android.app.Application;
import android.app.usage.UsageEvents;
import android.app.usage.UsageStats;
import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.os.Process;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUsageStatsManager;
import talpa.agent.clock.Clock;
import talpa.agent.process.PerApp;

/**
 * How long apps were in front, for apps that the user lets know: the home screen until the app was
 * first started, the app itself since then, and each other app with an icon five minutes of the
 * hour before. Others get empty answers, as on a phone.
 */
@Implements(className = "android.app.usage.UsageStatsManager")
public class UsageShadow extends ShadowUsageStatsManager {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final String LAUNCHER = "com.android.launcher3";

  private static final PerApp<boolean[]> FILLED = PerApp.of(() -> new boolean[1]);

  @Override
  @Implementation
  protected UsageEvents queryEvents(long begin, long end) {
    fill();
    return allowed() && begin < end ? super.queryEvents(begin, end) : super.queryEvents(0, 0);
  }

  @Override
  @Implementation
  protected UsageEvents queryEventsForSelf(long begin, long end) {
    fill();
    return begin < end ? super.queryEventsForSelf(begin, end) : super.queryEventsForSelf(0, 0);
  }

  @Override
  @Implementation
  protected List<UsageStats> queryUsageStats(int interval, long begin, long end) {
    List<UsageStats> all = new ArrayList<>();
    long start = started();
    long now = Clock.wallMillis();
    if (!allowed() || begin >= end || end < start - HOUR || begin > now) {
      return all;
    }
    Application app = app();
    all.add(used(app.getPackageName(), start - HOUR, now, now - start));
    for (String other : others()) {
      all.add(used(other, start - HOUR, start - MINUTE, 5 * MINUTE));
    }
    return all;
  }

  /** What was in front when, once an app. */
  private void fill() {
    boolean[] filled = FILLED.get();
    if (filled[0]) {
      return;
    }
    filled[0] = true;
    long start = started();
    addEvent(LAUNCHER, start - MINUTE, UsageEvents.Event.ACTIVITY_RESUMED);
    addEvent(LAUNCHER, start - 1, UsageEvents.Event.ACTIVITY_PAUSED);
    Intent first = app().getPackageManager().getLaunchIntentForPackage(app().getPackageName());
    addEvent(
        EventBuilder.buildEvent()
            .setPackage(app().getPackageName())
            .setClass(first == null ? app().getPackageName() : first.getComponent().getClassName())
            .setTimeStamp(start)
            .setEventType(UsageEvents.Event.ACTIVITY_RESUMED)
            .build());
  }

  private static UsageStats used(String pkg, long first, long last, long inFront) {
    return UsageStatsBuilder.newBuilder()
        .setPackageName(pkg)
        .setFirstTimeStamp(first)
        .setLastTimeStamp(Clock.wallMillis())
        .setLastTimeUsed(last)
        .setTotalTimeInForeground(inFront)
        .build();
  }

  /** The apps that have an icon on the home screen. */
  private static List<String> others() {
    Intent icons = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
    return app().getPackageManager().queryIntentActivities(icons, 0).stream()
        .map(r -> r.activityInfo.packageName)
        .filter(p -> !p.equals(app().getPackageName()))
        .distinct()
        .toList();
  }

  /** Whether the user lets the app read usage data. */
  static boolean allowed() {
    return app()
            .getSystemService(AppOpsManager.class)
            .unsafeCheckOpNoThrow(
                AppOpsManager.OPSTR_GET_USAGE_STATS, Process.myUid(), app().getPackageName())
        == AppOpsManager.MODE_ALLOWED;
  }

  private static long started() {
    try {
      PackageInfo own = app().getPackageManager().getPackageInfo(app().getPackageName(), 0);
      return own.firstInstallTime;
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException("the app is installed", e);
    }
  }

  private static Application app() {
    return RuntimeEnvironment.getApplication();
  }
}
