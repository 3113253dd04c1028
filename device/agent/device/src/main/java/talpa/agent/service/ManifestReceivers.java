package talpa.agent.service;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.os.Build;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import talpa.agent.defaults.WidgetShadow;
import talpa.agent.process.AppProcess;

/** Gives broadcasts to the receivers that the manifest declares: a new instance each time. */
final class ManifestReceivers {
  /** Implicit broadcasts that still reach manifest receivers of apps for Android 8 and later. */
  private static final Set<String> EXEMPT =
      Set.of(
          Intent.ACTION_BOOT_COMPLETED,
          Intent.ACTION_LOCKED_BOOT_COMPLETED,
          Intent.ACTION_USER_INITIALIZE,
          Intent.ACTION_TIMEZONE_CHANGED,
          Intent.ACTION_TIME_CHANGED,
          Intent.ACTION_LOCALE_CHANGED,
          Intent.ACTION_MY_PACKAGE_REPLACED,
          Intent.ACTION_NEW_OUTGOING_CALL,
          Intent.ACTION_MEDIA_BAD_REMOVAL,
          Intent.ACTION_MEDIA_EJECT,
          Intent.ACTION_MEDIA_MOUNTED,
          Intent.ACTION_MEDIA_REMOVED,
          Intent.ACTION_MEDIA_UNMOUNTED,
          "android.app.action.NEXT_ALARM_CLOCK_CHANGED",
          "android.appwidget.action.APPWIDGET_UPDATE",
          "android.provider.Telephony.SMS_RECEIVED",
          "android.intent.action.PHONE_STATE");

  private ManifestReceivers() {}

  /**
   * Queues the broadcast for every receiver that it matches.
   *
   * @param fromApp whether the app itself sends it
   */
  static void send(Intent i, boolean fromApp) {
    each(i, fromApp, (r, copy) -> ServiceManager.enqueue(() -> ServiceThread.receive(r, copy)));
  }

  /** Adds the receivers that an ordered broadcast of the app matches. */
  static void add(OrderedBroadcast to, Intent i) {
    each(
        i,
        true,
        (r, copy) -> to.add(priority(r), soFar -> ServiceThread.receiveOrdered(r, copy, soFar)));
  }

  /** The highest priority of a receiver's filters. */
  private static int priority(ActivityInfo r) {
    PackageManager pm = RuntimeEnvironment.getApplication().getPackageManager();
    ShadowPackageManager shadow = Shadow.extract(pm);
    List<IntentFilter> filters =
        shadow.getIntentFiltersForReceiver(new ComponentName(r.packageName, r.name));
    return filters.stream().mapToInt(IntentFilter::getPriority).max().orElse(0);
  }

  private static void each(Intent i, boolean fromApp, BiConsumer<ActivityInfo, Intent> to) {
    if (AppProcess.current() == null
        || AppProcess.current().warming()
        || (i.getFlags() & Intent.FLAG_RECEIVER_REGISTERED_ONLY) != 0) {
      return;
    }
    Application app = RuntimeEnvironment.getApplication();
    String own = app.getPackageName();
    if (i.getPackage() != null && !i.getPackage().equals(own)) {
      return;
    }
    boolean implicit = i.getComponent() == null && i.getPackage() == null;
    if (implicit
        && app.getApplicationInfo().targetSdkVersion >= Build.VERSION_CODES.O
        && !EXEMPT.contains(String.valueOf(i.getAction()))) {
      return;
    }
    PackageManager pm = app.getPackageManager();
    for (ActivityInfo r : declared(pm, own)) {
      if (matches(pm, r, i, own) && (fromApp || r.exported || i.getComponent() != null)) {
        Intent copy = new Intent(i).setComponent(new ComponentName(own, r.name));
        WidgetShadow.complete(copy, r);
        to.accept(r, copy);
      }
    }
  }

  private static ActivityInfo[] declared(PackageManager pm, String own) {
    try {
      PackageInfo p =
          pm.getPackageInfo(own, PackageManager.GET_RECEIVERS | PackageManager.GET_META_DATA);
      return p.receivers == null ? new ActivityInfo[0] : p.receivers;
    } catch (NameNotFoundException e) {
      return new ActivityInfo[0];
    }
  }

  private static boolean matches(PackageManager pm, ActivityInfo r, Intent i, String own) {
    ComponentName name = new ComponentName(own, r.name);
    if (!enabled(pm, r, name)) {
      return false;
    }
    if (i.getComponent() != null) {
      return i.getComponent().equals(name);
    }
    String type = i.resolveTypeIfNeeded(RuntimeEnvironment.getApplication().getContentResolver());
    ShadowPackageManager shadow = Shadow.extract(pm);
    List<IntentFilter> filters = shadow.getIntentFiltersForReceiver(name);
    for (IntentFilter f : filters) {
      int m = f.match(i.getAction(), type, i.getScheme(), i.getData(), i.getCategories(), "talpa");
      if (m >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean enabled(PackageManager pm, ActivityInfo r, ComponentName name) {
    int s = pm.getComponentEnabledSetting(name);
    return s == PackageManager.COMPONENT_ENABLED_STATE_DEFAULT
        ? r.enabled
        : s == PackageManager.COMPONENT_ENABLED_STATE_ENABLED;
  }
}
