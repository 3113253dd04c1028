package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.content.pm.LauncherActivityInfo;
import android.content.pm.LauncherApps;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.Process;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of apps, as home screens and the like make them. */
class IntentsPackagesTest extends FieldTest {
  private static List<ResolveInfo> all(PackageManager pm) {
    return pm.queryIntentActivities(
        new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER), 0);
  }

  @Test
  void everyAppOfTheListHasAnIconAndALabel() throws PackageManager.NameNotFoundException {
    PackageManager pm = app().getPackageManager();
    assertTrue(all(pm).size() > 5);
    for (ResolveInfo r : all(pm)) {
      String name = r.activityInfo.packageName;
      assertNotNull(pm.getApplicationIcon(name), name);
      assertNotNull(pm.getApplicationIcon(r.activityInfo.applicationInfo), name);
      assertFalse(pm.getApplicationLabel(r.activityInfo.applicationInfo).length() == 0, name);
    }
    assertNotNull(pm.getApplicationIcon(app().getPackageName()));
    assertThrows(
        PackageManager.NameNotFoundException.class, () -> pm.getApplicationIcon("no.such"));
  }

  @Test
  void shortcutsAreForTheHomeScreenThatTheUserChose() {
    LauncherApps launcher = app().getSystemService(LauncherApps.class);
    assertFalse(launcher.hasShortcutHostPermission());
    LauncherApps.ShortcutQuery pinned =
        new LauncherApps.ShortcutQuery()
            .setQueryFlags(LauncherApps.ShortcutQuery.FLAG_MATCH_PINNED);
    assertThrows(
        SecurityException.class, () -> launcher.getShortcuts(pinned, Process.myUserHandle()));
    assertThrows(
        SecurityException.class,
        () -> launcher.pinShortcuts("a.b", List.of("x"), Process.myUserHandle()));
  }

  @Test
  void homeScreensSeeTheSameApps() {
    LauncherApps launcher = app().getSystemService(LauncherApps.class);
    List<LauncherActivityInfo> seen = launcher.getActivityList(null, Process.myUserHandle());
    assertEquals(
        all(app().getPackageManager()).stream().map(r -> r.activityInfo.name).sorted().toList(),
        seen.stream().map(i -> i.getComponentName().getClassName()).sorted().toList());
    for (LauncherActivityInfo i : seen) {
      assertNotNull(i.getBadgedIcon(0), i.getName());
      String name = i.getComponentName().getPackageName();
      assertTrue(launcher.isPackageEnabled(name, i.getUser()), name);
      assertTrue(launcher.isActivityEnabled(i.getComponentName(), i.getUser()), name);
    }
    assertFalse(launcher.isPackageEnabled("no.such", Process.myUserHandle()));
    assertEquals(
        1, launcher.getActivityList("com.android.calendar", Process.myUserHandle()).size());
  }
}
