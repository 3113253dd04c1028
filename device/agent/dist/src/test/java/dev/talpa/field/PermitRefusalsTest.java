package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest.permission;
import android.app.AlarmManager;
import android.app.PendingIntent;
import android.bluetooth.BluetoothAdapter;
import android.bluetooth.BluetoothManager;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.hardware.Camera;
import android.location.LocationManager;
import android.media.AudioManager;
import android.net.ConnectivityManager;
import android.net.wifi.WifiManager;
import android.os.PowerManager;
import android.os.VibrationEffect;
import android.os.Vibrator;
import android.provider.Settings;
import android.telephony.SmsManager;
import android.telephony.TelephonyManager;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the system throws at an app that lacks a permission, in its words. */
@SuppressWarnings("deprecation")
class PermitRefusalsTest extends FieldTest {
  private static final String NEITHER = "Neither user 10100 nor current process has ";

  private static <T> T service(Class<T> c) {
    return app().getSystemService(c);
  }

  private static void revoke(String name) {
    device("permission", Map.of("grants", Map.of(name, Map.of("held", false))));
  }

  private static PendingIntent pending() {
    return PendingIntent.getBroadcast(
        app(), 1, new Intent("a").setPackage("dev.talpa.field"), PendingIntent.FLAG_IMMUTABLE);
  }

  private static BluetoothAdapter bluetooth() {
    return service(BluetoothManager.class).getAdapter();
  }

  private static void exactAlarm() {
    service(AlarmManager.class).setExact(AlarmManager.RTC, Long.MAX_VALUE, pending());
  }

  /** Calls by the permission that the manifest of the tests lacks, with what they throw. */
  private static Map<String, Executable> calls() {
    TelephonyManager phone = service(TelephonyManager.class);
    Map<String, Executable> c = new LinkedHashMap<>();
    c.put(
        "Sending SMS message: uid 10100 does not have android.permission.SEND_SMS.",
        () -> SmsManager.getDefault().sendTextMessage("1", null, "t", null, null));
    c.put(
        "getLine1NumberForDisplay: "
            + NEITHER
            + "android.permission.READ_PHONE_STATE, android.permission.READ_SMS, or"
            + " android.permission.READ_PHONE_NUMBERS.",
        phone::getLine1Number);
    c.put("getCallState API requires READ_PHONE_STATE for API version 31+", phone::getCallState);
    c.put(
        "getNetworkTypeForSubscriber: " + NEITHER + "android.permission.READ_PHONE_STATE.",
        phone::getNetworkType);
    c.put("Not allowed to access cell info", phone::getAllCellInfo);
    c.put(
        "getImeiForSlot: The user 10100 does not meet the requirements to access device"
            + " identifiers.",
        phone::getImei);
    c.put(
        "Need android.permission.BLUETOOTH_SCAN permission for dev.talpa.field",
        () -> bluetooth().startDiscovery());
    c.put(
        "Need android.permission.BLUETOOTH_CONNECT permission for dev.talpa.field",
        () -> bluetooth().getBondedDevices());
    c.put(
        "Caller dev.talpa.field needs to hold android.permission.SCHEDULE_EXACT_ALARM or"
            + " android.permission.USE_EXACT_ALARM to set exact alarms.",
        PermitRefusalsTest::exactAlarm);
    c.put(
        "WifiService: " + NEITHER + "android.permission.ACCESS_WIFI_STATE.",
        () -> service(WifiManager.class).getConnectionInfo());
    c.put(
        "ConnectivityService: " + NEITHER + "android.permission.ACCESS_NETWORK_STATE.",
        () -> service(ConnectivityManager.class).getActiveNetworkInfo());
    c.put(
        "vibrate: " + NEITHER + "android.permission.VIBRATE.",
        () -> service(Vibrator.class).vibrate(VibrationEffect.createOneShot(9, 9)));
    c.put(
        NEITHER + "android.permission.WAKE_LOCK.",
        () ->
            service(PowerManager.class)
                .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "field:t")
                .acquire(1));
    return c;
  }

  @Test
  void callsWithoutTheirPermissionThrow() {
    calls()
        .forEach(
            (message, call) -> {
              Exception e = assertThrows(SecurityException.class, call, message);
              assertEquals(message, e.getMessage());
            });
  }

  @Test
  void aPlaceNeedsOneOfTwoPermissions() {
    LocationManager places = service(LocationManager.class);
    places.getLastKnownLocation(LocationManager.NETWORK_PROVIDER);
    revoke(permission.ACCESS_COARSE_LOCATION);
    Exception e =
        assertThrows(
            SecurityException.class,
            () -> places.getLastKnownLocation(LocationManager.NETWORK_PROVIDER));
    assertEquals(
        "uid 10100 does not have android.permission.ACCESS_COARSE_LOCATION or"
            + " android.permission.ACCESS_FINE_LOCATION.",
        e.getMessage());
  }

  @Test
  void theOldCameraFailsAsIfItWereTaken() {
    revoke(permission.CAMERA);
    Exception e = assertThrows(RuntimeException.class, () -> Camera.open(0));
    assertEquals(RuntimeException.class, e.getClass());
    assertEquals("Fail to connect to camera service", e.getMessage());
  }

  @Test
  @Aimed(30)
  void appsForAndroid11NeedNoneForBluetoothAndAlarms() {
    assertDoesNotThrow(() -> bluetooth().startDiscovery());
    assertDoesNotThrow(PermitRefusalsTest::exactAlarm);
    assertDoesNotThrow(() -> service(TelephonyManager.class).getCallState());
  }

  @Test
  void exactAlarmsTellOfThemselves() {
    assertEquals(false, service(AlarmManager.class).canScheduleExactAlarms());
    device("answer", Map.of("mode", "auto"));
    BroadcastReceiver told =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context c, Intent i) {
            say("alarms " + service(AlarmManager.class).canScheduleExactAlarms());
          }
        };
    app()
        .registerReceiver(
            told,
            new IntentFilter(AlarmManager.ACTION_SCHEDULE_EXACT_ALARM_PERMISSION_STATE_CHANGED),
            Context.RECEIVER_NOT_EXPORTED);
    main(() -> app().startActivity(page(Settings.ACTION_REQUEST_SCHEDULE_EXACT_ALARM)));
    assertEquals("alarms true", said());
    assertEquals(true, service(AlarmManager.class).canScheduleExactAlarms());
    assertDoesNotThrow(PermitRefusalsTest::exactAlarm);
  }

  private static Intent page(String action) {
    return new Intent(action).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
  }

  @Test
  @Aimed(32)
  void appsForAndroid12MaySetExactAlarmsIfTheyAskForThePermission() {
    assertDoesNotThrow(PermitRefusalsTest::exactAlarm);
    assertEquals(true, service(AlarmManager.class).canScheduleExactAlarms());
    assertEquals(
        PackageManager.PERMISSION_DENIED,
        app().checkSelfPermission(permission.SCHEDULE_EXACT_ALARM),
        "the platform's own since Android 14");
  }

  @Test
  void silenceNeedsTheUsersLeave() {
    AudioManager sound = service(AudioManager.class);
    String message = "Not allowed to change Do Not Disturb state";
    for (Executable call :
        new Executable[] {
          () -> sound.setRingerMode(AudioManager.RINGER_MODE_SILENT),
          () -> sound.setStreamVolume(AudioManager.STREAM_RING, 0, 0),
        }) {
      assertEquals(message, assertThrows(SecurityException.class, call).getMessage());
    }
    sound.setStreamVolume(AudioManager.STREAM_MUSIC, 0, 0);
    assertEquals(0, sound.getStreamVolume(AudioManager.STREAM_MUSIC));
  }

  @Test
  @Aimed(23)
  void appsForAndroid6NeedNone() {
    AudioManager sound = service(AudioManager.class);
    sound.setRingerMode(AudioManager.RINGER_MODE_SILENT);
    assertEquals(AudioManager.RINGER_MODE_SILENT, sound.getRingerMode());
  }

  @Test
  void aServiceThatNoPhoneHasIsNull() {
    assertNull(app().getSystemService("none"));
    assertTrue(app().getSystemService(Context.AUDIO_SERVICE) instanceof AudioManager);
  }
}
