package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.bluetooth.BluetoothAdapter;
import android.content.BroadcastReceiver;
import android.content.ComponentCallbacks2;
import android.content.ContentValues;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteFullException;
import android.media.AudioManager;
import android.net.ConnectivityManager;
import android.net.LinkProperties;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkInfo;
import android.net.NetworkRequest;
import android.net.nsd.NsdManager;
import android.net.nsd.NsdServiceInfo;
import android.nfc.NfcAdapter;
import android.os.BatteryManager;
import android.os.Environment;
import android.os.Handler;
import android.os.Looper;
import android.os.StatFs;
import android.os.SystemClock;
import android.telephony.PhoneStateListener;
import android.telephony.TelephonyCallback;
import android.telephony.TelephonyManager;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** What happens around an app, as its listeners and receivers hear of it. */
@SuppressWarnings("deprecation")
class WorldTest extends FieldTest {
  /** Says which broadcasts it got, with what they carry. */
  private static final class Told extends BroadcastReceiver {
    private final String[] extras;

    Told(String... extras) {
      this.extras = extras;
    }

    @Override
    public void onReceive(Context c, Intent i) {
      StringBuilder s = new StringBuilder(i.getAction().replaceAll(".*\\.", ""));
      for (String e : extras) {
        s.append(' ').append(i.getExtras() == null ? null : i.getExtras().get(e));
      }
      say(isInitialStickyBroadcast() ? s + " (was so)" : s.toString());
    }
  }

  private static void hear(Told by, String... actions) {
    IntentFilter f = new IntentFilter();
    for (String a : actions) {
      f.addAction(a);
    }
    main(() -> app().registerReceiver(by, f));
  }

  private static <T> T service(Class<T> c) {
    return app().getSystemService(c);
  }

  private static List<?> registered() {
    Object all = device("wait", Map.of("ms", 0)).get("registered");
    return all == null ? List.of() : (List<?>) all;
  }

  // ---- services on the network ----

  /** Says what it hears, and on which thread. */
  private static final class Found
      implements NsdManager.RegistrationListener,
          NsdManager.DiscoveryListener,
          NsdManager.ResolveListener {
    private static void told(String what, NsdServiceInfo s) {
      say(what + " " + s.getServiceName() + " " + s.getServiceType() + " " + s.getPort());
    }

    @Override
    public void onServiceRegistered(NsdServiceInfo s) {
      say("registered " + s.getServiceName() + " on " + Thread.currentThread().getName());
    }

    @Override
    public void onServiceUnregistered(NsdServiceInfo s) {
      say("unregistered " + s.getServiceName());
    }

    @Override
    public void onServiceFound(NsdServiceInfo s) {
      told("found", s);
    }

    @Override
    public void onServiceLost(NsdServiceInfo s) {
      told("lost", s);
    }

    @Override
    public void onServiceResolved(NsdServiceInfo s) {
      told("resolved " + s.getHost().getHostAddress(), s);
    }

    @Override
    public void onDiscoveryStarted(String type) {
      say("started " + type);
    }

    @Override
    public void onDiscoveryStopped(String type) {
      say("stopped " + type);
    }

    @Override
    public void onRegistrationFailed(NsdServiceInfo s, int error) {}

    @Override
    public void onUnregistrationFailed(NsdServiceInfo s, int error) {}

    @Override
    public void onStartDiscoveryFailed(String type, int error) {}

    @Override
    public void onStopDiscoveryFailed(String type, int error) {}

    @Override
    public void onResolveFailed(NsdServiceInfo s, int error) {
      say("not resolved " + s.getServiceName());
    }
  }

  private static NsdServiceInfo web(String name) {
    NsdServiceInfo s = new NsdServiceInfo();
    s.setServiceName(name);
    s.setServiceType("_http._tcp");
    s.setPort(8080);
    return s;
  }

  @Test
  void anAppFindsTheServicesThatItRegisters() {
    NsdManager[] made = new NsdManager[1];
    main(() -> made[0] = service(NsdManager.class)); // its thread is one of the app's
    NsdManager m = made[0];
    Found own = new Found();
    Found all = new Found();
    main(() -> m.registerService(web("desk"), NsdManager.PROTOCOL_DNS_SD, own));
    assertSaid("registered desk on ConnectivityThread");
    main(() -> m.discoverServices("_http._tcp", NsdManager.PROTOCOL_DNS_SD, all));
    assertSaid("started _http._tcp", "found desk _http._tcp. 0");
    main(() -> m.resolveService(web("desk"), new Found()));
    assertSaid("resolved 10.0.2.15 desk ._http._tcp 8080");
    main(() -> m.resolveService(web("lamp"), new Found()));
    assertSaid("not resolved lamp");
    main(() -> m.registerService(web("desk"), NsdManager.PROTOCOL_DNS_SD, new Found()));
    assertSaid("registered desk (2) on ConnectivityThread", "found desk (2) _http._tcp. 0");
    main(() -> m.unregisterService(own));
    assertSaid("unregistered desk", "lost desk _http._tcp. 0");
    main(() -> m.stopServiceDiscovery(all));
    assertSaid("stopped _http._tcp");
    assertThrows(IllegalArgumentException.class, () -> m.stopServiceDiscovery(all));
  }

  // ---- battery ----

  private static void battery(Object... change) {
    Map<String, Object> p = new LinkedHashMap<>();
    for (int i = 0; i < change.length; i += 2) {
      p.put((String) change[i], change[i + 1]);
    }
    device("battery", p);
  }

  /** BatteryService: low at 15 percent, unplugged; okay at 20, and not by a plug alone. */
  @Test
  void theBatteryIsLowAndOkayAsTheBatteryServiceHasIt() {
    hear(
        new Told(),
        Intent.ACTION_BATTERY_LOW,
        Intent.ACTION_BATTERY_OKAY,
        Intent.ACTION_POWER_CONNECTED,
        Intent.ACTION_POWER_DISCONNECTED);
    battery("level", 10);
    assertSaid("");
    battery("plugged", "none");
    assertSaid("ACTION_POWER_DISCONNECTED", "BATTERY_LOW");
    battery("level", 9);
    assertSaid("");
    battery("plugged", "usb");
    assertSaid("ACTION_POWER_CONNECTED");
    battery("level", 19);
    assertSaid("");
    battery("level", 20);
    assertSaid("BATTERY_OKAY");
    battery("plugged", "ac");
    assertSaid("");
    battery("plugged", "none");
    assertSaid("ACTION_POWER_DISCONNECTED");
    battery("level", 16);
    assertSaid("");
    battery("level", 15);
    assertSaid("BATTERY_LOW");
    battery("level", 18);
    assertSaid("");
    battery("level", 20);
    assertSaid("BATTERY_OKAY");
  }

  @Test
  void whoAsksForTheBatteryIsToldAtOnceAndAfterEachChange() {
    String[] figures = {
      BatteryManager.EXTRA_LEVEL, BatteryManager.EXTRA_PLUGGED, BatteryManager.EXTRA_STATUS
    };
    hear(new Told(figures), Intent.ACTION_BATTERY_CHANGED);
    assertSaid("BATTERY_CHANGED 100 1 5 (was so)");
    battery("level", 50);
    assertSaid("BATTERY_CHANGED 50 1 2");
    battery("plugged", "none");
    assertSaid("BATTERY_CHANGED 50 0 3");
    battery("plugged", "wireless");
    assertSaid("BATTERY_CHANGED 50 4 2");
    BatteryManager m = service(BatteryManager.class);
    assertEquals(50, m.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY));
    assertTrue(m.isCharging());
    assertEquals(
        50,
        app()
            .registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED))
            .getIntExtra(BatteryManager.EXTRA_LEVEL, 0));
  }

  // ---- the network ----

  private static void network(boolean on, boolean mobile) {
    device("network", Map.of("on", on, "mobile", mobile));
    rest(0); // other threads hear of it, too
  }

  /** A callback that says what it is told of. */
  private static final class Net extends ConnectivityManager.NetworkCallback {
    private final String name;

    Net(String name) {
      this.name = name;
    }

    private static String thread() {
      return Looper.myLooper() == Looper.getMainLooper() ? "" : " elsewhere";
    }

    @Override
    public void onAvailable(Network n) {
      say(name + " available" + thread());
    }

    @Override
    public void onCapabilitiesChanged(Network n, NetworkCapabilities c) {
      boolean wifi = c.hasTransport(NetworkCapabilities.TRANSPORT_WIFI);
      say(name + (wifi ? " wifi" : " mobile"));
    }

    @Override
    public void onLinkPropertiesChanged(Network n, LinkProperties l) {
      say(name + " " + l.getInterfaceName());
    }

    @Override
    public void onBlockedStatusChanged(Network n, boolean blocked) {
      say(name + (blocked ? " blocked" : " open"));
    }

    @Override
    public void onLost(Network n) {
      say(name + " lost");
    }

    @Override
    public void onNetworkSuspended(Network n) {
      say(name + " suspended");
    }
  }

  /** Gives the app permissions that its manifest does not ask for. */
  private static void permit(String... names) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions(names);
  }

  private static ConnectivityManager net() {
    return service(ConnectivityManager.class);
  }

  /** The broadcast of the network is sticky (ConnectivityService.sendStickyBroadcast). */
  @Test
  void theNetworkIsToldOfAtOnceAndWhenItChanges() {
    String[] what = {
      ConnectivityManager.EXTRA_NETWORK_TYPE, ConnectivityManager.EXTRA_NO_CONNECTIVITY
    };
    hear(new Told(what), ConnectivityManager.CONNECTIVITY_ACTION);
    assertSaid("CONNECTIVITY_CHANGE 1 null (was so)");
    network(false, false);
    assertSaid("CONNECTIVITY_CHANGE 1 true");
    network(false, false);
    assertSaid("");
    network(true, true);
    assertSaid("CONNECTIVITY_CHANGE 0 null");
    network(true, false);
    assertSaid("CONNECTIVITY_CHANGE 1 null");
    network(false, false);
    said();
    Intent last =
        app().registerReceiver(null, new IntentFilter(ConnectivityManager.CONNECTIVITY_ACTION));
    assertTrue(last.getBooleanExtra(ConnectivityManager.EXTRA_NO_CONNECTIVITY, false));
    NetworkInfo info = last.getParcelableExtra(ConnectivityManager.EXTRA_NETWORK_INFO);
    assertFalse(info.isConnected());
  }

  /** What one of them said: two threads speak at the same time. */
  private static String of(String who, String all) {
    return Arrays.stream(all.split(", "))
        .filter(s -> s.startsWith(who))
        .collect(Collectors.joining(", "));
  }

  @Test
  void callbacksHearOfTheNetworkWhereTheyWantTo() {
    permit("android.permission.ACCESS_NETWORK_STATE");
    Looper aside = aside();
    NetworkRequest mobile =
        new NetworkRequest.Builder()
            .addTransportType(NetworkCapabilities.TRANSPORT_CELLULAR)
            .build();
    Net main = new Net("main");
    main(
        () -> {
          net().registerDefaultNetworkCallback(main, new Handler(Looper.getMainLooper()));
          assertEquals("", said(), "not before the call has returned");
        });
    assertSaid("main available", "main wifi", "main wlan0", "main open");
    Net away = new Net("away");
    main(() -> net().registerNetworkCallback(mobile, away, new Handler(aside)));
    assertSaid("");
    network(true, true);
    rest(100); // for the other thread
    String all = said();
    assertEquals("main available, main mobile, main rmnet0, main open", of("main", all));
    assertEquals("away available elsewhere, away mobile, away rmnet0, away open", of("away", all));
    assertFalse(all.contains("lost"), "the default network goes over");
    assertTrue(registered().contains("network"), registered().toString());
    network(false, false);
    rest(100);
    all = said();
    assertTrue(all.contains("main lost") && all.contains("away lost"), all);
    main(() -> net().unregisterNetworkCallback(main));
    network(true, false);
    assertSaid("");
    main(
        () -> {
          net().unregisterNetworkCallback(main); // once more is only logged
          Exception e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> net().unregisterNetworkCallback(new Net("new")));
          assertEquals("NetworkCallback was not registered", e.getMessage());
        });
    assertTrue(traces().isEmpty());
  }

  @Test
  void anAppHasAHundredCallbacksAtMost() {
    permit("android.permission.ACCESS_NETWORK_STATE");
    NetworkRequest any = new NetworkRequest.Builder().build();
    main(
        () -> {
          for (int i = 1; i < 100; i++) {
            net().registerNetworkCallback(any, new ConnectivityManager.NetworkCallback());
          }
          Exception e =
              assertThrows(
                  RuntimeException.class,
                  () ->
                      net()
                          .registerNetworkCallback(any, new ConnectivityManager.NetworkCallback()));
          assertEquals(
              "android.net.ConnectivityManager$TooManyRequestsException", e.getClass().getName());
        });
    assertTrue(traces().isEmpty());
  }

  /** As dumpsys connectivity tells of an emulator's networks. */
  @Test
  void networksCanWhatThoseOfAPhoneCan() {
    permit("android.permission.ACCESS_NETWORK_STATE");
    for (boolean mobile : new boolean[] {false, true}) {
      network(true, mobile);
      NetworkCapabilities c = net().getNetworkCapabilities(net().getActiveNetwork());
      for (int can :
          new int[] {
            NetworkCapabilities.NET_CAPABILITY_INTERNET,
            NetworkCapabilities.NET_CAPABILITY_VALIDATED,
            NetworkCapabilities.NET_CAPABILITY_TRUSTED,
            NetworkCapabilities.NET_CAPABILITY_NOT_VPN,
            NetworkCapabilities.NET_CAPABILITY_NOT_RESTRICTED,
            NetworkCapabilities.NET_CAPABILITY_NOT_ROAMING,
            NetworkCapabilities.NET_CAPABILITY_NOT_CONGESTED,
            NetworkCapabilities.NET_CAPABILITY_NOT_SUSPENDED,
            NetworkCapabilities.NET_CAPABILITY_FOREGROUND
          }) {
        assertTrue(c.hasCapability(can), mobile + " " + can);
      }
      assertEquals(!mobile, c.hasCapability(NetworkCapabilities.NET_CAPABILITY_NOT_METERED));
      assertEquals(mobile, net().isActiveNetworkMetered());
      NetworkInfo info = net().getActiveNetworkInfo();
      assertTrue(info.isConnected() && info.isAvailable());
      assertEquals(mobile ? "MOBILE" : "WIFI", info.getTypeName());
      assertTrue(net().getNetworkInfo(info.getType()).isConnected());
      assertFalse(net().getNetworkInfo(1 - info.getType()).isConnected());
      assertEquals(1, net().getAllNetworks().length);
    }
    network(false, false);
    assertNull(net().getActiveNetworkInfo());
    assertNull(net().getActiveNetwork());
    assertEquals(0, net().getAllNetworks().length);
  }

  // ---- calls ----

  private static final String CALLS = "android.permission.READ_CALL_LOG";
  private static final String PHONE = "android.permission.READ_PHONE_STATE";

  private static void call(String state) {
    device("call", Map.of("state", state, "number", "555"));
  }

  /** Says what it hears, and on which thread. */
  private static final class Calls extends TelephonyCallback
      implements TelephonyCallback.CallStateListener {
    @Override
    public void onCallStateChanged(int state) {
      say("callback " + state + Net.thread());
    }
  }

  private static TelephonyManager phone() {
    return service(TelephonyManager.class);
  }

  /** TelephonyRegistry tells listeners through their executors, never within the call. */
  @Test
  void callsAreToldToListenersWhereTheyWereRegisteredFor() {
    permit(PHONE);
    PhoneStateListener[] old = {null};
    main(
        () -> {
          old[0] =
              new PhoneStateListener() {
                @Override
                public void onCallStateChanged(int state, String number) {
                  say("listener " + state + " '" + number + "'");
                }
              };
          phone().listen(old[0], PhoneStateListener.LISTEN_CALL_STATE);
          assertEquals("", said());
        });
    assertSaid("listener 0 ''");
    ExecutorService aside = Executors.newSingleThreadExecutor();
    Calls c = new Calls();
    main(
        () -> {
          phone().registerTelephonyCallback(aside, c);
          assertThrows(
              IllegalArgumentException.class, () -> phone().registerTelephonyCallback(null, c));
        });
    rest(10);
    assertSaid("callback 0 elsewhere");
    call("ring");
    rest(10);
    String all = said();
    assertTrue(all.contains("callback 1 elsewhere"), all);
    assertTrue(all.contains("listener 1 ''"), "without READ_CALL_LOG no number: " + all);
    permit(CALLS);
    call("accept");
    rest(10);
    all = said();
    assertTrue(all.contains("listener 2 '555'") && all.contains("callback 2 elsewhere"), all);
    assertEquals(TelephonyManager.CALL_STATE_OFFHOOK, phone().getCallState());
    assertTrue(registered().contains("call"), registered().toString());
    main(
        () -> {
          phone().listen(old[0], PhoneStateListener.LISTEN_NONE);
          phone().unregisterTelephonyCallback(c);
        });
    call("end");
    rest(10);
    assertSaid("");
    assertFalse(registered().contains("call"), registered().toString());
    aside.shutdown();
  }

  @Test
  void callsAreToldToReceiversThatMayKnow() {
    String[] what = {TelephonyManager.EXTRA_STATE, TelephonyManager.EXTRA_INCOMING_NUMBER};
    hear(new Told(what), TelephonyManager.ACTION_PHONE_STATE_CHANGED);
    call("ring");
    assertSaid("");
    permit(PHONE);
    call("accept");
    assertSaid("PHONE_STATE OFFHOOK null");
    permit(CALLS);
    call("end");
    assertSaid("PHONE_STATE IDLE null", "PHONE_STATE IDLE 555");
    call("end");
    assertSaid("");
    assertEquals("a call cannot sing", refused("call", Map.of("state", "sing")));
  }

  // ---- plugs and radios ----

  @Test
  void theHeadsetIsToldOfAndMusicBecomesNoisyBefore() {
    hear(
        new Told("state", "microphone"),
        AudioManager.ACTION_HEADSET_PLUG,
        AudioManager.ACTION_AUDIO_BECOMING_NOISY);
    said();
    device("headset", Map.of("in", true));
    assertSaid("HEADSET_PLUG 1 1");
    assertTrue(service(AudioManager.class).isWiredHeadsetOn());
    device("headset", Map.of("in", true));
    assertSaid("");
    device("headset", Map.of("in", false));
    assertSaid("AUDIO_BECOMING_NOISY null null", "HEADSET_PLUG 0 1");
    assertFalse(service(AudioManager.class).isWiredHeadsetOn());
  }

  private static void radio(String name, String state) {
    device("radio", Map.of("name", name, "state", state));
  }

  @Test
  void bluetoothAndNfcGoOnAndOffAndAreAbsent() {
    permit("android.permission.BLUETOOTH_CONNECT");
    hear(
        new Told(BluetoothAdapter.EXTRA_PREVIOUS_STATE, BluetoothAdapter.EXTRA_STATE),
        BluetoothAdapter.ACTION_STATE_CHANGED);
    hear(new Told(NfcAdapter.EXTRA_ADAPTER_STATE), NfcAdapter.ACTION_ADAPTER_STATE_CHANGED);
    PackageManager has = app().getPackageManager();
    assertFalse(BluetoothAdapter.getDefaultAdapter().isEnabled());
    radio("bluetooth", "on");
    assertSaid("STATE_CHANGED 10 11", "STATE_CHANGED 11 12");
    assertTrue(BluetoothAdapter.getDefaultAdapter().isEnabled());
    radio("bluetooth", "off");
    assertSaid("STATE_CHANGED 12 13", "STATE_CHANGED 13 10");
    radio("bluetooth", "absent");
    assertSaid("");
    assertNull(BluetoothAdapter.getDefaultAdapter());
    assertFalse(has.hasSystemFeature(PackageManager.FEATURE_BLUETOOTH));
    radio("bluetooth", "on");
    assertTrue(BluetoothAdapter.getDefaultAdapter().isEnabled());
    said();
    assertNull(NfcAdapter.getDefaultAdapter(app()));
    radio("nfc", "on");
    assertSaid("ADAPTER_STATE_CHANGED 2", "ADAPTER_STATE_CHANGED 3");
    assertTrue(NfcAdapter.getDefaultAdapter(app()).isEnabled());
    assertTrue(has.hasSystemFeature(PackageManager.FEATURE_NFC));
    radio("nfc", "off");
    assertSaid("ADAPTER_STATE_CHANGED 4", "ADAPTER_STATE_CHANGED 1");
    assertEquals("no radio \"fm\"", refused("radio", Map.of("name", "fm", "state", "on")));
  }

  // ---- clock, storage, memory ----

  @Test
  void theClockAndTheZoneAreSet() {
    hear(
        new Told(Intent.EXTRA_TIMEZONE),
        Intent.ACTION_TIME_CHANGED,
        Intent.ACTION_DATE_CHANGED,
        Intent.ACTION_TIMEZONE_CHANGED);
    long before = System.currentTimeMillis();
    long up = SystemClock.elapsedRealtime();
    device("clock", Map.of("by", 3_600_000));
    assertSaid("TIME_SET null");
    assertTrue(System.currentTimeMillis() - before >= 3_600_000);
    assertTrue(SystemClock.elapsedRealtime() - up < 3_600_000, "the time since the start goes on");
    device("clock", Map.of("by", 24 * 3_600_000));
    assertSaid("TIME_SET null", "DATE_CHANGED null");
    device("zone", Map.of("id", "Asia/Tokyo"));
    assertSaid("TIMEZONE_CHANGED Asia/Tokyo");
    assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
    assertEquals("no time zone \"Moon\"", refused("zone", Map.of("id", "Moon")));
  }

  @Test
  void storageRunsLowAndGoes() {
    hear(new Told(), Intent.ACTION_DEVICE_STORAGE_LOW, Intent.ACTION_DEVICE_STORAGE_OK);
    IntentFilter f = new IntentFilter();
    List.of(
            Intent.ACTION_MEDIA_EJECT,
            Intent.ACTION_MEDIA_UNMOUNTED,
            Intent.ACTION_MEDIA_REMOVED,
            Intent.ACTION_MEDIA_MOUNTED)
        .forEach(f::addAction);
    f.addDataScheme("file");
    main(() -> app().registerReceiver(new Told("read-only"), f));
    device("storage", Map.of("low", true));
    assertSaid("DEVICE_STORAGE_LOW");
    assertEquals(0, new StatFs("/data").getAvailableBytes());
    device("storage", Map.of("low", false));
    assertSaid("DEVICE_STORAGE_OK");
    assertTrue(new StatFs("/data").getAvailableBytes() > 0);
    device("storage", Map.of("state", "removed"));
    assertSaid("MEDIA_EJECT false", "MEDIA_UNMOUNTED false", "MEDIA_REMOVED false");
    assertEquals(Environment.MEDIA_REMOVED, Environment.getExternalStorageState());
    device("storage", Map.of("state", "mounted_ro"));
    assertSaid("MEDIA_MOUNTED true");
    assertEquals(Environment.MEDIA_MOUNTED_READ_ONLY, Environment.getExternalStorageState());
    device("storage", Map.of("state", "mounted"));
    assertSaid("MEDIA_EJECT false", "MEDIA_UNMOUNTED false", "MEDIA_MOUNTED false");
    device("storage", Map.of("state", "mounted"));
    assertSaid("");
  }

  private static boolean keep(int moles) {
    return app().getSharedPreferences("kept", 0).edit().putInt("moles", moles).commit();
  }

  @Test
  void nothingIsWrittenToStorageThatIsFull() throws IOException {
    File f = new File(app().getFilesDir(), "mole.txt");
    main(() -> say("kept " + keep(1)));
    SQLiteDatabase db = app().openOrCreateDatabase("burrow", 0, null);
    db.execSQL("CREATE TABLE mole (name TEXT)");
    device("storage", Map.of("low", true, "full", true));
    assertEquals(0, new StatFs("/data").getAvailableBytes());
    try (FileOutputStream out = new FileOutputStream(f)) {
      IOException e = assertThrows(IOException.class, () -> out.write(new byte[3]));
      assertEquals("write failed: ENOSPC (No space left on device)", e.getMessage());
      assertThrows(IOException.class, () -> out.write(1));
    }
    assertEquals(0, f.length());
    try (FileWriter w = new FileWriter(f)) {
      w.write("mole");
      assertThrows(IOException.class, w::flush);
    }
    main(() -> say("kept " + keep(2)));
    assertSaid("kept true", "kept false");
    ContentValues v = new ContentValues();
    v.put("name", "Grabowski");
    SQLiteFullException e =
        assertThrows(SQLiteFullException.class, () -> db.insertOrThrow("mole", null, v));
    assertEquals("database or disk is full (code 13 SQLITE_FULL)", e.getMessage());
    assertEquals(-1, db.insert("mole", null, v));
    assertThrows(SQLiteFullException.class, () -> db.delete("mole", null, null));
    SQLiteDatabase.create(null).execSQL("CREATE TABLE mole (name TEXT)");
    device("storage", Map.of("low", false));
    try (FileOutputStream out = new FileOutputStream(f)) {
      out.write(new byte[3]);
    }
    assertEquals(3, f.length());
    assertEquals(1, db.insert("mole", null, v));
    db.close();
  }

  @Test
  void memoryIsWantedBack() {
    main(
        () ->
            app()
                .registerComponentCallbacks(
                    new ComponentCallbacks2() {
                      @Override
                      public void onTrimMemory(int level) {
                        say("trim " + level);
                      }

                      @Override
                      public void onConfigurationChanged(Configuration c) {}

                      @Override
                      public void onLowMemory() {}
                    }));
    assertTrue(registered().contains("memory"), registered().toString());
    device("trim", Map.of("level", ComponentCallbacks2.TRIM_MEMORY_RUNNING_CRITICAL));
    assertSaid("trim 15");
  }

  // ---- alarms ----

  private static PendingIntent pending(String action) {
    return PendingIntent.getBroadcast(
        app(),
        0,
        new Intent(action).setPackage(app().getPackageName()),
        PendingIntent.FLAG_IMMUTABLE);
  }

  @Test
  void anAlarmRingsWhenItsTimeHasComeOrTheClockIsSet() {
    main(
        () ->
            app()
                .registerReceiver(
                    new Told(), filter("dev.talpa.a", "dev.talpa.b"), Context.RECEIVER_EXPORTED));
    AlarmManager alarms = service(AlarmManager.class);
    assertEquals("no alarm is set", refused("alarm", Map.of()));
    long now = System.currentTimeMillis();
    main(
        () -> {
          alarms.set(AlarmManager.RTC, now + 7_200_000, pending("dev.talpa.a"));
          alarms.set(
              AlarmManager.ELAPSED_REALTIME,
              SystemClock.elapsedRealtime() + 10_800_000,
              pending("dev.talpa.b"));
        });
    assertTrue(registered().contains("alarm"), registered().toString());
    device("clock", Map.of("by", 3_600_000));
    assertSaid("");
    device("clock", Map.of("by", 3_600_000));
    assertSaid("a");
    device("clock", Map.of("by", 36_000_000));
    assertSaid("");
    device("alarm", Map.of());
    assertSaid("b");
    assertFalse(registered().contains("alarm"), registered().toString());
    main(
        () ->
            alarms.set(
                AlarmManager.RTC, System.currentTimeMillis() + 999_000, pending("dev.talpa.a")));
    long set = System.currentTimeMillis();
    device("alarm", Map.of());
    assertSaid("a");
    assertTrue(System.currentTimeMillis() - set >= 990_000, "the clock has jumped there");
  }

  private static IntentFilter filter(String... actions) {
    IntentFilter f = new IntentFilter();
    List.of(actions).forEach(f::addAction);
    return f;
  }

  // ---- notifications ----

  private static NotificationManager notes() {
    return service(NotificationManager.class);
  }

  private static Notification.Builder note() {
    return new Notification.Builder(app(), "c").setSmallIcon(android.R.drawable.ic_dialog_info);
  }

  private static List<Integer> shown() {
    List<Integer> ids = new ArrayList<>();
    for (var n : notes().getActiveNotifications()) {
      ids.add(n.getId());
    }
    return ids;
  }

  @Test
  void notificationsAreTappedDismissedAndTheirActionsPressed() {
    notes()
        .createNotificationChannel(
            new NotificationChannel("c", "c", NotificationManager.IMPORTANCE_LOW));
    main(
        () ->
            app()
                .registerReceiver(
                    new Told(),
                    filter("dev.talpa.tap", "dev.talpa.gone", "dev.talpa.one", "dev.talpa.two"),
                    Context.RECEIVER_EXPORTED));
    assertEquals("no notification to tap", refused("notification", Map.of()));
    notes().notify(1, note().setWhen(1).setContentIntent(pending("dev.talpa.tap")).build());
    device("notification", Map.of());
    assertSaid("tap");
    assertEquals(List.of(1), shown(), "it stays unless it says otherwise");
    notes()
        .notify(
            2,
            note()
                .setWhen(2)
                .setAutoCancel(true)
                .setContentIntent(pending("dev.talpa.tap"))
                .setDeleteIntent(pending("dev.talpa.gone"))
                .addAction(0, "One", pending("dev.talpa.one"))
                .addAction(0, "Two", pending("dev.talpa.two"))
                .build());
    assertTrue(registered().contains("notification:action:1"), registered().toString());
    device("notification", Map.of("how", "action", "index", 1));
    assertSaid("two");
    assertEquals(
        "no notification has an action 2",
        refused("notification", Map.of("how", "action", "index", 2)));
    device("notification", Map.of("how", "tap"));
    assertSaid("tap");
    assertEquals(List.of(1), shown());
    notes().notify(3, note().setWhen(3).setDeleteIntent(pending("dev.talpa.gone")).build());
    device("notification", Map.of("how", "dismiss"));
    assertSaid("gone");
    assertEquals(List.of(1), shown());
    assertEquals(
        "a notification cannot be told to sing", refused("notification", Map.of("how", "sing")));
  }
}
