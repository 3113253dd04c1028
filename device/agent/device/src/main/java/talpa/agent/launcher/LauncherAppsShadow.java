package talpa.agent.launcher;

import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.IncrementalStatesInfo;
import android.content.pm.LauncherActivityInfo;
import android.content.pm.LauncherActivityInfoInternal;
import android.content.pm.LauncherApps;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ResolveInfo;
import android.content.pm.ShortcutInfo;
import android.graphics.Rect;
import android.os.Bundle;
import android.os.Process;
import android.os.UserHandle;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLauncherApps;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** What a home screen asks of the apps that there are: those that the package manager knows. */
@Implements(className = "android.content.pm.LauncherApps")
public class LauncherAppsShadow extends ShadowLauncherApps {
  private static PackageManager packages() {
    return RuntimeEnvironment.getApplication().getPackageManager();
  }

  private static Intent main() {
    return new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
  }

  private static LauncherActivityInfo info(ResolveInfo found) {
    LauncherActivityInfoInternal internal =
        new LauncherActivityInfoInternal(
            found.activityInfo, new IncrementalStatesInfo(false, 1, 0), Process.myUserHandle());
    return ReflectionHelpers.callConstructor(
        LauncherActivityInfo.class,
        ClassParameter.from(Context.class, RuntimeEnvironment.getApplication()),
        ClassParameter.from(LauncherActivityInfoInternal.class, internal));
  }

  @Override
  @Implementation
  protected List<LauncherActivityInfo> getActivityList(String packageName, UserHandle user) {
    List<LauncherActivityInfo> all = new ArrayList<>();
    for (ResolveInfo r : packages().queryIntentActivities(main().setPackage(packageName), 0)) {
      all.add(info(r));
    }
    return all;
  }

  /** The activity that an intent names, if there is one. */
  @Implementation
  protected LauncherActivityInfo resolveActivity(Intent intent, UserHandle user) {
    ResolveInfo found = packages().resolveActivity(intent, 0);
    return found == null ? null : info(found);
  }

  @Override
  @Implementation
  protected ApplicationInfo getApplicationInfo(String packageName, int flags, UserHandle user)
      throws NameNotFoundException {
    return packages().getApplicationInfo(packageName, flags);
  }

  @Override
  @Implementation
  protected boolean isPackageEnabled(String packageName, UserHandle user) {
    try {
      return packages().getApplicationInfo(packageName, 0).enabled;
    } catch (NameNotFoundException e) {
      return false;
    }
  }

  @Override
  @Implementation
  protected boolean isActivityEnabled(ComponentName component, UserHandle user) {
    try {
      return packages().getActivityInfo(component, 0).enabled;
    } catch (NameNotFoundException e) {
      return false;
    }
  }

  /** Shortcuts of apps are for the home screen that the user has chosen, which none here is. */
  private void ensureShortcutPermission() {
    if (!hasShortcutHostPermission()) {
      throw new SecurityException("Caller can't access shortcut information");
    }
  }

  @Override
  @Implementation
  protected List<ShortcutInfo> getShortcuts(LauncherApps.ShortcutQuery query, UserHandle user) {
    ensureShortcutPermission();
    return super.getShortcuts(query, user);
  }

  @Override
  @Implementation
  protected void pinShortcuts(String packageName, List<String> ids, UserHandle user) {
    ensureShortcutPermission();
    super.pinShortcuts(packageName, ids, user);
  }

  @Override
  @Implementation
  protected void startShortcut(
      String packageName, String id, Rect bounds, Bundle options, UserHandle user) {
    ensureShortcutPermission();
    super.startShortcut(packageName, id, bounds, options, user);
  }

  @Override
  @Implementation
  protected void startShortcut(ShortcutInfo shortcut, Rect bounds, Bundle options) {
    ensureShortcutPermission();
    super.startShortcut(shortcut, bounds, options);
  }

  /** Starts an app as a home screen does. */
  @Implementation
  protected void startMainActivity(
      ComponentName component, UserHandle user, Rect bounds, Bundle options) {
    Intent start =
        main()
            .setComponent(component)
            .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED);
    RuntimeEnvironment.getApplication().startActivity(start, options);
  }
}
