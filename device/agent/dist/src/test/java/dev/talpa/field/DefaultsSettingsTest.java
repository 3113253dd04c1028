package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.WallpaperManager;
import android.appwidget.AppWidgetManager;
import android.content.ComponentName;
import android.content.ContentResolver;
import android.content.Context;
import android.content.pm.PackageManager;
import android.graphics.drawable.BitmapDrawable;
import android.media.RingtoneManager;
import android.net.ConnectivityManager;
import android.net.LinkAddress;
import android.net.LinkProperties;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.os.Bundle;
import android.os.Process;
import android.os.UserManager;
import android.print.PrintManager;
import android.provider.Settings;
import android.widget.RemoteViews;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** Settings that the app writes, its network, its widgets, and managers of little use. */
@SuppressWarnings("deprecation")
class DefaultsSettingsTest extends FieldTest {
  private static ContentResolver resolver() {
    return app().getContentResolver();
  }

  private static <T> T service(Class<T> c) {
    return app().getSystemService(c);
  }

  private static void permit(String... names) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions(names);
  }

  /** What the front is told to keep. */
  private static List<String> kept() {
    return events("setting").stream()
        .map(
            e ->
                e.get("space")
                    + " "
                    + e.get("name")
                    + " "
                    + e.get("value")
                    + (Boolean.TRUE.equals(e.get("removed")) ? " removed" : ""))
        .toList();
  }

  /** Of which kind the navigation bar is (libraries for blurs and insets ask it). */
  @Test
  void theNavigationBarHasButtons() throws Settings.SettingNotFoundException {
    assertEquals(0, Settings.Secure.getInt(app().getContentResolver(), "navigation_mode"));
  }

  @Test
  void whatTheAppWritesIsKeptForTheNextProcess() {
    permit("android.permission.WRITE_SETTINGS");
    Settings.System.putInt(resolver(), "screen_off_timeout", 77_000);
    assertEquals(77_000, Settings.System.getInt(resolver(), "screen_off_timeout", 0));
    Settings.System.putInt(resolver(), "screen_off_timeout", 77_000);
    Settings.System.putString(resolver(), "screen_off_timeout", null);
    rest(0);
    assertEquals(
        List.of("system screen_off_timeout 77000", "system screen_off_timeout  removed"), kept());
    assertEquals(5, Settings.System.getInt(resolver(), "screen_off_timeout", 5));
  }

  @Test
  void settingsAreWrittenByThoseOnlyWhoMay() {
    SecurityException e =
        assertThrows(
            SecurityException.class,
            () -> Settings.System.putInt(resolver(), "screen_brightness", 7));
    assertEquals(
        app().getPackageName()
            + " was not granted  this permission: android.permission.WRITE_SETTINGS.",
        e.getMessage());
    e =
        assertThrows(
            SecurityException.class,
            () -> Settings.Secure.putString(resolver(), "location_providers_allowed", "gps"));
    assertEquals(
        "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS",
        e.getMessage());
    assertThrows(
        SecurityException.class, () -> Settings.Global.putInt(resolver(), "adb_enabled", 1));
    assertThrows(
        SecurityException.class,
        () -> RingtoneManager.setActualDefaultRingtoneUri(app(), RingtoneManager.TYPE_ALARM, null));
    assertFalse(Settings.System.putInt(resolver(), "airplane_mode_on", 1), "has moved");
    permit("android.permission.WRITE_SETTINGS");
    assertTrue(Settings.System.putInt(resolver(), "screen_brightness", 7));
    assertThrows(
        IllegalArgumentException.class, () -> Settings.System.putString(resolver(), "mole", "x"));
    rest(0);
    assertEquals(List.of("system screen_brightness 7"), kept());
  }

  @Test
  void permissionsOfTheSystemAreNotTheApps() {
    assertEquals(
        PackageManager.PERMISSION_DENIED, app().checkSelfPermission("android.permission.REBOOT"));
    assertEquals(
        PackageManager.PERMISSION_GRANTED,
        app().checkSelfPermission("android.permission.FOREGROUND_SERVICE"));
  }

  @Test
  void whatTheDeviceWritesIsNotToldBack() {
    device("setting", Map.of("space", "global", "name", "my_own", "value", "1"));
    assertEquals("1", Settings.Global.getString(resolver(), "my_own"));
    assertEquals(List.of(), kept());
  }

  @Test
  void eachSpaceHasItsOwnNames() {
    device("setting", Map.of("space", "system", "name", "same", "value", "a"));
    device("setting", Map.of("space", "secure", "name", "same", "value", "b"));
    device("setting", Map.of("space", "global", "name", "same", "value", "c"));
    assertEquals("a", Settings.System.getString(resolver(), "same"));
    assertEquals("b", Settings.Secure.getString(resolver(), "same"));
    assertEquals("c", Settings.Global.getString(resolver(), "same"));
    device("setting", Map.of("space", "nowhere", "name", "same", "value", "d"));
    assertEquals("c", Settings.Global.getString(resolver(), "same"));
    assertNull(Settings.Global.getString(resolver(), "another"));
    assertNull(Settings.System.getString(resolver(), null));
  }

  // ---- network ----

  @Test
  void olderAppsAreToldOfWlanAndOfAMobileNetworkThatIsOff() {
    permit("android.permission.ACCESS_NETWORK_STATE");
    ConnectivityManager m = service(ConnectivityManager.class);
    NetworkInfo i = m.getActiveNetworkInfo();
    assertTrue(i.isConnected() && i.isAvailable() && !i.isRoaming());
    assertEquals("WIFI", i.getTypeName());
    assertEquals(ConnectivityManager.TYPE_WIFI, i.getType());
    assertTrue(m.getNetworkInfo(ConnectivityManager.TYPE_WIFI).isConnected());
    NetworkInfo mobile = m.getNetworkInfo(ConnectivityManager.TYPE_MOBILE);
    assertFalse(mobile.isConnected());
    assertEquals("MOBILE LTE", mobile.getTypeName() + " " + mobile.getSubtypeName());
    assertFalse(m.isActiveNetworkMetered());
    assertNull(m.getNetworkInfo(ConnectivityManager.TYPE_VPN));
  }

  @Test
  void newerAppsAreToldWhatTheNetworkCan() {
    permit("android.permission.ACCESS_NETWORK_STATE");
    ConnectivityManager m = service(ConnectivityManager.class);
    NetworkCapabilities c = m.getNetworkCapabilities(m.getActiveNetwork());
    assertTrue(c.hasTransport(NetworkCapabilities.TRANSPORT_WIFI));
    assertFalse(c.hasTransport(NetworkCapabilities.TRANSPORT_CELLULAR));
    for (int able :
        new int[] {
          NetworkCapabilities.NET_CAPABILITY_INTERNET,
          NetworkCapabilities.NET_CAPABILITY_VALIDATED,
          NetworkCapabilities.NET_CAPABILITY_NOT_METERED,
          NetworkCapabilities.NET_CAPABILITY_NOT_VPN,
        }) {
      assertTrue(c.hasCapability(able), "capability " + able);
    }
    LinkProperties l = m.getLinkProperties(m.getActiveNetwork());
    assertEquals("wlan0", l.getInterfaceName());
    LinkAddress own = l.getLinkAddresses().get(0);
    assertEquals("10.0.2.15/24", own.getAddress().getHostAddress() + "/" + own.getPrefixLength());
    assertNull(m.getNetworkCapabilities(null));
  }

  // ---- widgets ----

  private static ComponentName provider() {
    return new ComponentName(app(), LauncherTest.Clock.class);
  }

  private static AppWidgetManager widgets() {
    return AppWidgetManager.getInstance(app());
  }

  private static RemoteViews views() {
    return new RemoteViews(app().getPackageName(), android.R.layout.simple_list_item_1);
  }

  @Test
  void aWidgetThatWasNeverPlacedIsNone() {
    assertArrayEquals(new int[0], widgets().getAppWidgetIds(provider()));
    assertNull(widgets().getAppWidgetInfo(7));
    Bundle none = widgets().getAppWidgetOptions(7);
    assertTrue(none.isEmpty(), none.toString());
    widgets().updateAppWidget(7, views());
    widgets().updateAppWidget(provider(), views());
    widgets().notifyAppWidgetViewDataChanged(7, android.R.id.list);
    assertTrue(traces().isEmpty());
  }

  @Test
  void aPlacedWidgetIsKnownToItsProviderOnly() {
    String name = provider().flattenToString();
    device("widget", Map.of("component", name, "how", "added"));
    device("widget", Map.of("component", name, "how", "added"));
    assertArrayEquals(new int[] {1, 2}, widgets().getAppWidgetIds(provider()));
    assertArrayEquals(
        new int[0], widgets().getAppWidgetIds(new ComponentName(app(), LauncherTest.Asking.class)));
    assertEquals(provider(), widgets().getAppWidgetInfo(2).provider);
    assertNotNull(widgets().getAppWidgetInfo(1).loadLabel(app().getPackageManager()));
    widgets().updateAppWidget(new int[] {1, 2, 99}, views());
    widgets().notifyAppWidgetViewDataChanged(new int[] {1, 2, 99}, android.R.id.list);
    rest(0);
    assertTrue(traces().isEmpty());
  }

  // ---- other services ----

  @Test
  void theUserHasUnlockedThePhone() {
    UserManager u = service(UserManager.class);
    assertTrue(u.isUserUnlocked());
    assertTrue(u.isUserUnlocked(Process.myUserHandle()));
    assertTrue(u.isUserRunning(Process.myUserHandle()));
  }

  @Test
  void theWallpaperIsAsLargeAsTheScreen() {
    permit("android.permission.READ_EXTERNAL_STORAGE");
    WallpaperManager w = WallpaperManager.getInstance(app());
    int height = app().getResources().getDisplayMetrics().heightPixels;
    assertEquals(height, w.getDesiredMinimumHeight());
    assertEquals(height, w.peekDrawable().getIntrinsicHeight());
    assertEquals(height, w.getFastDrawable().getIntrinsicHeight());
    BitmapDrawable one = (BitmapDrawable) w.getDrawable();
    assertEquals(0xff263238, one.getBitmap().getPixel(0, 0));
    assertFalse(one.getBitmap() == ((BitmapDrawable) w.getDrawable()).getBitmap(), "a copy each");
  }

  @Test
  void managersAreOfTheContextThatAsks() {
    assertNotNull(app().getSystemService(PrintManager.class));
    assertNull(app().getSystemService("no such service"));
    Context other = app().createConfigurationContext(app().getResources().getConfiguration());
    assertNotNull(other.getSystemService(Context.NETWORK_STATS_SERVICE));
    assertNotNull(other.getSystemService(Context.MIDI_SERVICE));
  }
}
