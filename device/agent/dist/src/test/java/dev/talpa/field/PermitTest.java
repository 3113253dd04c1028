package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest.permission;
import android.app.AppOpsManager;
import android.app.usage.NetworkStatsManager;
import android.app.usage.UsageEvents;
import android.app.usage.UsageStats;
import android.app.usage.UsageStatsManager;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.PermissionInfo;
import android.net.Uri;
import android.os.Bundle;
import android.os.Process;
import android.provider.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runtime permissions: asked for, given, refused, refused for good, one for a group. */
class PermitTest extends FieldTest {
  /** Notes the answers to its requests. */
  public static final class Home extends Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
    }

    @Override
    public void onRequestPermissionsResult(int code, String[] names, int[] grants) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < names.length; i++) {
        String n = names[i].substring(names[i].lastIndexOf('.') + 1);
        all.add(n + (grants[i] == PackageManager.PERMISSION_GRANTED ? " yes" : " no"));
      }
      say(code + " " + all);
    }
  }

  private Home home;

  @Override
  void prepare() {
    // Other apps, and with them the user, answer by screens.
    device("answer", Map.of("mode", "screen"));
    home = open(Home.class);
    said();
  }

  private void ask(String... names) {
    main(() -> home.requestPermissions(names, 7));
  }

  /** Touches a button of the dialog. */
  private static void answer(String button) {
    press("com.android.permissioncontroller:id/permission_" + button + "_button");
  }

  private static boolean held(String name) {
    return app().checkSelfPermission(name) == PackageManager.PERMISSION_GRANTED;
  }

  private static void without(String... names) {
    for (String n : names) {
      device("permission", Map.of("grants", Map.of(n, Map.of("held", false))));
    }
  }

  @Test
  void aPermissionThatIsGiven() {
    without(permission.READ_CONTACTS);
    assertFalse(held(permission.READ_CONTACTS));
    ask(permission.READ_CONTACTS);
    assertSaid("Home leave", "Home pause");
    answer("allow");
    assertSaid("7 [READ_CONTACTS yes]", "Home resume");
    assertTrue(held(permission.READ_CONTACTS));
  }

  @Test
  void theDialogComesOnceForAGroup() {
    without(permission.READ_CONTACTS, permission.WRITE_CONTACTS);
    ask(permission.READ_CONTACTS, permission.WRITE_CONTACTS);
    said();
    answer("allow");
    assertSaid("7 [READ_CONTACTS yes, WRITE_CONTACTS yes]", "Home resume");
  }

  @Test
  void eachGroupHasADialog() {
    without(permission.READ_CONTACTS, permission.CAMERA);
    ask(permission.READ_CONTACTS, permission.CAMERA);
    said();
    answer("deny");
    assertSaid("");
    answer("allow_foreground_only");
    assertSaid("7 [READ_CONTACTS no, CAMERA yes]", "Home resume");
  }

  @Test
  void aGroupThatIsHeldNeedsNoDialog() {
    without(permission.WRITE_CONTACTS);
    device("permission", Map.of("grants", Map.of(permission.READ_CONTACTS, Map.of("held", true))));
    ask(permission.WRITE_CONTACTS);
    assertTrue(said().contains("7 [WRITE_CONTACTS yes]"));
  }

  @Test
  void refusedOnceTheAppShouldExplainTwiceItIsFinal() {
    String camera = permission.CAMERA;
    without(camera);
    assertFalse(home.shouldShowRequestPermissionRationale(camera));
    ask(camera);
    answer("deny");
    assertTrue(home.shouldShowRequestPermissionRationale(camera));
    ask(camera);
    answer("deny_and_dont_ask_again");
    assertFalse(home.shouldShowRequestPermissionRationale(camera));
    said();
    ask(camera);
    assertTrue(said().contains("7 [CAMERA no]"), "it is answered without a dialog");
    assertFalse(held(camera));
  }

  @Test
  void theBackKeyDecidesNothing() {
    without(permission.CAMERA);
    ask(permission.CAMERA);
    said();
    device("key", Map.of("code", "BACK"));
    assertSaid("7 [CAMERA no]", "Home resume");
    assertFalse(home.shouldShowRequestPermissionRationale(permission.CAMERA));
  }

  @Test
  void aPermissionThatTheManifestLacksIsRefusedAtOnce() {
    ask(permission.READ_CALENDAR);
    assertTrue(said().contains("7 [READ_CALENDAR no]"));
  }

  @Test
  void aPermissionThatNobodyDecidesOnIsHeld() {
    assertTrue(held(permission.FOREGROUND_SERVICE));
    ask(permission.FOREGROUND_SERVICE);
    assertTrue(said().contains("7 [FOREGROUND_SERVICE yes]"));
    assertFalse(held(permission.INTERNET), "the manifest lacks it");
  }

  @Test
  void aSecondRequestMeanwhileIsCancelled() {
    without(permission.CAMERA, permission.READ_CONTACTS);
    main(
        () -> {
          home.requestPermissions(new String[] {permission.CAMERA}, 1);
          home.requestPermissions(new String[] {permission.READ_CONTACTS}, 2);
        });
    assertSaid("2 []", "Home leave", "Home pause");
    answer("deny");
    assertSaid("1 [CAMERA no]", "Home resume");
  }

  @Test
  void nothingToAskForIsAnError() {
    main(
        () -> {
          Exception e =
              assertThrows(
                  IllegalArgumentException.class, () -> home.requestPermissions(new String[0], 1));
          assertEquals("permission cannot be null or empty", e.getMessage());
          e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> home.requestPermissions(new String[] {permission.CAMERA}, -1));
          assertEquals("requestCode should be >= 0", e.getMessage());
        });
  }

  @Test
  void theRequestOutlivesARotation() {
    without(permission.CAMERA);
    ask(permission.CAMERA);
    device("rotate", Map.of("rotation", 1));
    said();
    answer("allow_one_time");
    String all = said();
    assertTrue(all.contains("7 [CAMERA yes]"), all);
    assertTrue(all.endsWith("Home resume"), all);
  }

  @Test
  void whatIsNotHeldIsEnforced() {
    without(permission.CAMERA);
    Exception e =
        assertThrows(
            SecurityException.class,
            () -> app().enforceCallingOrSelfPermission(permission.CAMERA, "why"));
    assertEquals(
        "why: Neither user 10100 nor current process has android.permission.CAMERA.",
        e.getMessage());
  }

  // ---- what is switched on in the settings ----

  private static final String PAGE = "Allow display over other apps";

  private void settings(String action) {
    Uri self = Uri.parse("package:" + app().getPackageName());
    main(() -> home.startActivityForResult(new Intent(action, self), 8));
  }

  private static int operation() {
    return app()
        .getSystemService(AppOpsManager.class)
        .unsafeCheckOpNoThrow(
            AppOpsManager.OPSTR_SYSTEM_ALERT_WINDOW, Process.myUid(), app().getPackageName());
  }

  @Test
  void windowsOverOtherAppsAreSwitchedOnInTheSettings() {
    assertFalse(Settings.canDrawOverlays(app()));
    assertEquals(AppOpsManager.MODE_DEFAULT, operation());
    settings(Settings.ACTION_MANAGE_OVERLAY_PERMISSION);
    press(PAGE);
    assertTrue(Settings.canDrawOverlays(app()));
    assertEquals(AppOpsManager.MODE_ALLOWED, operation());
    assertFalse(held(permission.SYSTEM_ALERT_WINDOW), "an app for Android 6 never holds it");
    settings(Settings.ACTION_MANAGE_OVERLAY_PERMISSION);
    press(PAGE);
    assertFalse(Settings.canDrawOverlays(app()));
    assertEquals(
        List.of("true", "false"),
        events("permission").stream().map(e -> "" + e.get("held")).toList());
  }

  @Test
  void accessToUsageIsSwitchedOnInTheSettings() throws Exception {
    UsageStatsManager m = app().getSystemService(UsageStatsManager.class);
    long late = 4_000_000_000_000L;
    assertEquals(List.of(), m.queryUsageStats(UsageStatsManager.INTERVAL_DAILY, 0, late));
    assertFalse(m.queryEvents(0, late).hasNextEvent());
    settings(Settings.ACTION_USAGE_ACCESS_SETTINGS);
    press("Permit usage access");
    assertEquals(
        AppOpsManager.MODE_ALLOWED,
        app()
            .getSystemService(AppOpsManager.class)
            .unsafeCheckOpNoThrow(
                AppOpsManager.OPSTR_GET_USAGE_STATS, Process.myUid(), app().getPackageName()));
    NetworkStatsManager network = app().getSystemService(NetworkStatsManager.class);
    assertEquals(0, network.querySummaryForDevice(1, null, 0, 1).getRxBytes());
    assertFalse(held(permission.PACKAGE_USAGE_STATS), "only what the platform signs holds it");
    Map<String, UsageStats> all = m.queryAndAggregateUsageStats(0, late);
    assertTrue(all.size() > 5 && all.containsKey(app().getPackageName()), all.keySet().toString());
    UsageEvents events = m.queryEvents(0, late);
    UsageEvents.Event e = new UsageEvents.Event();
    while (events.hasNextEvent()) {
      events.getNextEvent(e);
    }
    assertEquals(app().getPackageName(), e.getPackageName());
    assertEquals(UsageEvents.Event.ACTIVITY_RESUMED, e.getEventType());
  }

  @Test
  void theBackKeyLeavesTheSwitchAsItIs() {
    settings(Settings.ACTION_MANAGE_OVERLAY_PERMISSION);
    device("key", Map.of("code", "BACK"));
    assertFalse(Settings.canDrawOverlays(app()));
  }

  @Test
  void usersWhoAreNotAskedSwitchItOnUnlessTheyLeave() {
    device("answer", Map.of("mode", "cancelled"));
    settings(Settings.ACTION_MANAGE_WRITE_SETTINGS);
    assertFalse(Settings.System.canWrite(app()));
    device("answer", Map.of("mode", "auto"));
    settings(Settings.ACTION_MANAGE_WRITE_SETTINGS);
    assertTrue(Settings.System.canWrite(app()));
    assertFalse(Settings.canDrawOverlays(app()), "each has a page of its own");
  }

  @Test
  void noDialogAsksForIt() {
    ask(permission.SYSTEM_ALERT_WINDOW);
    assertTrue(said().contains("7 [SYSTEM_ALERT_WINDOW no]"));
    assertFalse(Settings.canDrawOverlays(app()));
  }

  @Test
  @Aimed(22)
  void appsForAndroid5HoldThemFromTheInstallationOn() {
    assertTrue(held(permission.SYSTEM_ALERT_WINDOW) && held(permission.WRITE_SETTINGS));
    assertTrue(Settings.canDrawOverlays(app()) && Settings.System.canWrite(app()));
    without(permission.SYSTEM_ALERT_WINDOW);
    assertFalse(held(permission.SYSTEM_ALERT_WINDOW) || Settings.canDrawOverlays(app()));
  }

  @Test
  void permissionsTellOfThemselves() throws NameNotFoundException {
    PackageManager pm = app().getPackageManager();
    PermissionInfo p = pm.getPermissionInfo(permission.CAMERA, 0);
    assertEquals(PermissionInfo.PROTECTION_DANGEROUS, p.getProtection());
    assertEquals(
        PermissionInfo.PROTECTION_NORMAL,
        pm.getPermissionInfo(permission.INTERNET, 0).getProtection());
    assertThrows(NameNotFoundException.class, () -> pm.getPermissionInfo("none", 0));
  }
}
