package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.ActivityManager;
import android.app.DownloadManager;
import android.app.UiModeManager;
import android.app.WallpaperManager;
import android.app.usage.NetworkStatsManager;
import android.bluetooth.BluetoothAdapter;
import android.content.ContentResolver;
import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager.NameNotFoundException;
import android.database.ContentObserver;
import android.database.Cursor;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.net.DhcpInfo;
import android.net.Uri;
import android.net.wifi.WifiInfo;
import android.net.wifi.WifiManager;
import android.os.Environment;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.os.UserManager;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import android.print.PrintManager;
import android.provider.Settings;
import android.provider.Settings.SettingNotFoundException;
import android.security.NetworkSecurityPolicy;
import android.telecom.TelecomManager;
import android.view.inputmethod.InputMethodManager;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** What an app finds on a phone that was just set up. */
@SuppressWarnings("deprecation")
class DefaultsTest extends FieldTest {
  private static <T> T service(Class<T> c) {
    return app().getSystemService(c);
  }

  private static ContentResolver resolver() {
    return app().getContentResolver();
  }

  private static void permit(String... names) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions(names);
  }

  // ---- settings ----

  private static void setting(String space, String name, String value) {
    device(
        "setting",
        value == null
            ? Map.of("space", space, "name", name)
            : Map.of("space", space, "name", name, "value", value));
  }

  private static String text(String space, String name) {
    return switch (space) {
      case "system" -> Settings.System.getString(resolver(), name);
      case "secure" -> Settings.Secure.getString(resolver(), name);
      default -> Settings.Global.getString(resolver(), name);
    };
  }

  @Test
  void settingsAreTextsThatAreReadAsAnyType() throws SettingNotFoundException {
    setting("system", "my_number", "7");
    assertEquals("7", Settings.System.getString(resolver(), "my_number"));
    assertEquals(7, Settings.System.getInt(resolver(), "my_number"));
    assertEquals(7f, Settings.System.getFloat(resolver(), "my_number"));
    assertEquals(7L, Settings.System.getLong(resolver(), "my_number", 0));
    setting("system", "my_number", "seven");
    assertEquals(1, Settings.System.getInt(resolver(), "my_number", 1));
    assertThrows(
        SettingNotFoundException.class, () -> Settings.System.getInt(resolver(), "my_number"));
    setting("system", "my_number", null);
    assertNull(Settings.System.getString(resolver(), "my_number"));
    assertEquals(
        "my_number",
        assertThrows(
                SettingNotFoundException.class,
                () -> Settings.System.getInt(resolver(), "my_number"))
            .getMessage());
  }

  /** Settings.System.MOVED_TO_SECURE and its like. */
  @Test
  void whatWasMovedIsFoundByItsOldName() {
    setting("global", Settings.Global.AIRPLANE_MODE_ON, "1");
    setting("secure", Settings.Secure.ANDROID_ID, "abc");
    assertEquals("1", text("system", Settings.System.AIRPLANE_MODE_ON));
    assertEquals("1", text("secure", Settings.Global.AIRPLANE_MODE_ON));
    assertEquals("abc", text("system", Settings.System.ANDROID_ID));
    assertNull(text("global", Settings.Secure.ANDROID_ID));
  }

  @Test
  void whoWatchesASettingIsToldOfChangesOnly() {
    ContentObserver seen =
        new ContentObserver(new Handler(Looper.getMainLooper())) {
          @Override
          public void onChange(boolean self, Uri u) {
            say(u.getPath());
          }
        };
    Uri u = Settings.System.getUriFor(Settings.System.SCREEN_BRIGHTNESS);
    assertEquals("content://settings/system/screen_brightness", u.toString());
    main(() -> resolver().registerContentObserver(u, false, seen));
    setting("system", Settings.System.SCREEN_BRIGHTNESS, "11");
    assertSaid("/system/screen_brightness");
    setting("system", Settings.System.SCREEN_BRIGHTNESS, "11");
    assertSaid("");
    setting("system", Settings.System.FONT_SCALE, "1.3");
    setting("system", Settings.System.SCREEN_BRIGHTNESS, "12");
    assertSaid("/system/screen_brightness");
  }

  @Test
  void aNewPhoneHasItsSettings() {
    assertEquals("0", text("global", Settings.Global.AIRPLANE_MODE_ON));
    assertEquals("1", text("global", Settings.Global.WIFI_ON));
    assertEquals("3", text("secure", Settings.Secure.LOCATION_MODE));
    assertNotNull(text("secure", Settings.Secure.DEFAULT_INPUT_METHOD));
    String id = text("secure", Settings.Secure.ANDROID_ID);
    assertTrue(id.matches("[0-9a-f]{16}"), id);
    assertEquals("1", text("global", Settings.Global.DEVICE_PROVISIONED));
  }

  // ---- sensors ----

  /** Says what it is told. */
  private static class Feeler implements SensorEventListener {
    @Override
    public void onSensorChanged(SensorEvent e) {
      boolean main = Looper.myLooper() == Looper.getMainLooper();
      say(e.sensor.getType() + " " + Arrays.toString(e.values) + (main ? "" : " elsewhere"));
    }

    @Override
    public void onAccuracyChanged(Sensor s, int accuracy) {
      say("accuracy " + accuracy);
    }
  }

  private static SensorManager sensors() {
    return service(SensorManager.class);
  }

  private static Sensor sensor(int type) {
    return sensors().getDefaultSensor(type);
  }

  private static void read(String name, Double... values) {
    device("sensor", Map.of("name", name, "values", List.of(values)));
  }

  @Test
  void aNewListenerIsToldThreeTimesAndThenOfChanges() {
    Feeler f = new Feeler();
    main(
        () -> {
          assertTrue(
              sensors()
                  .registerListener(
                      f, sensor(Sensor.TYPE_LIGHT), SensorManager.SENSOR_DELAY_NORMAL));
          assertEquals("", said());
        });
    rest(500);
    assertSaid("accuracy 3", "5 [300.0]", "5 [300.0]", "5 [300.0]");
    read("light", 7.0);
    assertSaid("5 [7.0]");
    read("acceleration", 1.0, 2.0, 3.0);
    assertSaid("");
    main(() -> sensors().unregisterListener(f));
    read("light", 8.0);
    assertSaid("");
    Handler aside = new Handler(aside());
    main(() -> sensors().registerListener(f, sensor(Sensor.TYPE_LIGHT), 0, aside));
    rest(500);
    assertSaid("accuracy 3", "5 [8.0] elsewhere", "5 [8.0] elsewhere", "5 [8.0] elsewhere");
  }

  @Test
  void sensorsTellOfThemselvesAndCanBeMissing() {
    Sensor s = sensor(Sensor.TYPE_ACCELEROMETER);
    assertTrue(s.getMaximumRange() > 9.81f);
    assertEquals(Sensor.STRING_TYPE_ACCELEROMETER, s.getStringType());
    assertFalse(s.getName().isEmpty() || s.getVendor().isEmpty());
    assertTrue(s.getResolution() > 0 && s.getPower() > 0 && s.getMinDelay() > 0);
    device("sensor", Map.of("name", "acceleration", "absent", true));
    assertNull(sensor(Sensor.TYPE_ACCELEROMETER));
    assertFalse(sensors().registerListener(new Feeler(), null, 0));
    read("acceleration", 1.0, 2.0, 3.0);
    assertEquals("accelerometer", sensor(Sensor.TYPE_ACCELEROMETER).getStringType().substring(15));
    assertNull(sensor(Sensor.TYPE_HEART_RATE));
    read("heart-rate", 90.0);
    Feeler f = new Feeler();
    main(() -> sensors().registerListener(f, sensor(Sensor.TYPE_HEART_RATE), 0));
    assertSaid("accuracy 3", "21 [90.0]", "21 [90.0]", "21 [90.0]");
    assertEquals(
        "no sensor \"nose\"", refused("sensor", Map.of("name", "nose", "values", List.of())));
  }

  // ---- places ----

  private static LocationManager places() {
    return service(LocationManager.class);
  }

  private static LocationListener listener(String name) {
    return l -> say(name + " " + l.getProvider() + " " + Math.round(l.getLatitude()));
  }

  @Test
  void aPlaceIsToldASecondAfterItIsAskedFor() {
    permit("android.permission.ACCESS_FINE_LOCATION");
    Location last = places().getLastKnownLocation(LocationManager.GPS_PROVIDER);
    assertEquals(37.422, last.getLatitude(), 0.001);
    assertTrue(last.hasAccuracy() && last.hasAltitude());
    LocationListener one = listener("one");
    long[] asked = {0};
    main(
        () -> {
          asked[0] = SystemClock.uptimeMillis();
          places().requestLocationUpdates(LocationManager.GPS_PROVIDER, 0, 0, one);
          places().requestSingleUpdate(LocationManager.NETWORK_PROVIDER, listener("two"), null);
        });
    assertTrue(SystemClock.uptimeMillis() - asked[0] >= 1000);
    String all = said();
    assertTrue(all.contains("one gps 37") && all.contains("two network 37"), all);
    device("location", Map.of("how", "fix", "latitude", 10.0, "longitude", 20.0));
    all = said();
    assertTrue(all.startsWith("one gps 10"), all);
    assertFalse(all.contains("two"), "it asked for one");
    assertEquals(
        20, places().getLastKnownLocation(LocationManager.GPS_PROVIDER).getLongitude(), 0.001);
    main(() -> places().removeUpdates(one));
    device("location", Map.of("how", "fix", "latitude", 11.0, "longitude", 20.0));
    assertSaid("");
  }

  // ---- network and radios ----

  @Test
  void thePhoneIsInAWlan() {
    permit("android.permission.ACCESS_WIFI_STATE", "android.permission.ACCESS_FINE_LOCATION");
    WifiManager w = service(WifiManager.class);
    assertTrue(w.isWifiEnabled());
    WifiInfo i = w.getConnectionInfo();
    assertEquals("\"AndroidWifi\"", i.getSSID());
    assertEquals(0x0f02000a, i.getIpAddress());
    assertTrue(i.getRssi() < 0 && i.getLinkSpeed() > 0);
    DhcpInfo d = w.getDhcpInfo();
    assertEquals(i.getIpAddress(), d.ipAddress);
    assertEquals(0x0202000a, d.gateway);
    assertEquals(List.of(), w.getScanResults());
    assertEquals("02:00:00:00:00:00", BluetoothAdapter.getDefaultAdapter().getAddress());
    assertEquals(UiModeManager.MODE_NIGHT_NO, service(UiModeManager.class).getNightMode());
    assertEquals("com.android.dialer", service(TelecomManager.class).getDefaultDialerPackage());
  }

  @Test
  void clearTextIsForbiddenSinceAndroid9() {
    assertFalse(NetworkSecurityPolicy.getInstance().isCleartextTrafficPermitted());
  }

  @Test
  @Aimed(27)
  void clearTextWasAllowedBefore() {
    assertTrue(NetworkSecurityPolicy.getInstance().isCleartextTrafficPermitted());
  }

  // ---- other services ----

  @Test
  void thePhoneHasMemoryAndAKeyboard() {
    ActivityManager.MemoryInfo m = new ActivityManager.MemoryInfo();
    ActivityManager a = service(ActivityManager.class);
    a.getMemoryInfo(m);
    assertEquals(2L << 30, m.totalMem);
    assertFalse(m.lowMemory);
    assertTrue(m.availMem > m.threshold && m.availMem < m.totalMem);
    assertEquals(192, a.getMemoryClass());
    assertEquals("3.0", a.getDeviceConfigurationInfo().getGlEsVersion());
    InputMethodManager k = service(InputMethodManager.class);
    assertEquals(1, k.getEnabledInputMethodList().size());
    assertEquals("com.android.inputmethod.latin", k.getInputMethodList().get(0).getPackageName());
    assertTrue(service(UserManager.class).isUserUnlocked());
  }

  @Test
  void thereIsOneVolume() {
    StorageManager s = service(StorageManager.class);
    assertEquals(1, s.getStorageVolumes().size());
    StorageVolume v = s.getPrimaryStorageVolume();
    assertTrue(v.isPrimary() && v.isEmulated() && !v.isRemovable());
    assertEquals(Environment.MEDIA_MOUNTED, v.getState());
    assertEquals(Environment.getExternalStorageDirectory(), v.getDirectory());
    assertNull(v.getUuid(), "of emulated storage");
    assertEquals(StorageManager.UUID_DEFAULT, v.getStorageUuid());
    assertEquals("Internal shared storage", v.getDescription(app()));
  }

  @Test
  void downloadsWaitForTheNetwork() {
    permit("android.permission.INTERNET");
    DownloadManager d = service(DownloadManager.class);
    long id = d.enqueue(new DownloadManager.Request(Uri.parse("https://example.org/a.zip")));
    try (Cursor c = d.query(new DownloadManager.Query().setFilterById(id))) {
      assertTrue(c.moveToFirst());
      assertEquals(
          DownloadManager.STATUS_PENDING,
          c.getInt(c.getColumnIndexOrThrow(DownloadManager.COLUMN_STATUS)));
      assertEquals(
          "https://example.org/a.zip",
          c.getString(c.getColumnIndexOrThrow(DownloadManager.COLUMN_URI)));
    }
    assertEquals(1, d.remove(id));
    assertNull(d.getUriForDownloadedFile(id));
    assertEquals(
        "Can only download HTTP/HTTPS URIs: ftp://example.org/a.zip",
        assertThrows(
                IllegalArgumentException.class,
                () -> new DownloadManager.Request(Uri.parse("ftp://example.org/a.zip")))
            .getMessage());
  }

  @Test
  void managersThatDoNothingAreThere() {
    assertNotNull(service(PrintManager.class));
    assertNotNull(service(NetworkStatsManager.class));
    assertNotNull(app().getSystemService(Context.MIDI_SERVICE));
    assertEquals(List.of(), service(PrintManager.class).getPrintJobs());
    WallpaperManager w = WallpaperManager.getInstance(app());
    int width = app().getResources().getDisplayMetrics().widthPixels;
    assertEquals(width, w.getDesiredMinimumWidth());
    permit("android.permission.READ_EXTERNAL_STORAGE");
    assertEquals(width, w.getDrawable().getIntrinsicWidth());
  }

  @Test
  void theAppWasInstalledJustNowAndOthersBefore() throws NameNotFoundException {
    PackageInfo own = app().getPackageManager().getPackageInfo(app().getPackageName(), 0);
    assertTrue(Math.abs(System.currentTimeMillis() - own.firstInstallTime) < 60_000);
    assertEquals(own.firstInstallTime, own.lastUpdateTime);
    assertEquals(
        "/system/app/com.android.settings/base.apk",
        app().getPackageManager().getApplicationInfo("com.android.settings", 0).sourceDir);
    assertThrows(
        NameNotFoundException.class,
        () -> app().getPackageManager().getApplicationInfo("com.android.vending", 0));
  }
}
