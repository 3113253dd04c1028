package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.location.Criteria;
import android.location.Geocoder;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.SystemClock;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** Where the phone is and what its sensors feel, as an app asks for it in different ways. */
@SuppressWarnings("deprecation")
class DefaultsPlacesTest extends FieldTest {
  private static final String FINE = "android.permission.ACCESS_FINE_LOCATION";

  @Override
  void prepare() {
    Shadow.<ShadowApplication>extract(app()).grantPermissions(FINE);
  }

  private static LocationManager places() {
    return app().getSystemService(LocationManager.class);
  }

  /** Says the provider, and the time since it began to listen. */
  private static final class Listener implements LocationListener {
    private final long begin = SystemClock.elapsedRealtime();

    @Override
    public void onLocationChanged(Location l) {
      long told = l.getElapsedRealtimeNanos() / 1_000_000;
      assertTrue(Math.abs(told - SystemClock.elapsedRealtime()) < 10, "a place of this moment");
      say(l.getProvider() + " " + (told - begin));
    }
  }

  @Test
  void nobodyKnowsAddressesAndSaysSoAtOnce() throws IOException {
    Geocoder names = new Geocoder(app());
    long begin = SystemClock.uptimeMillis();
    assertEquals(List.of(), names.getFromLocationName("Nairobi", 1));
    assertEquals(List.of(), names.getFromLocationName("Nairobi", 1, -2, 36, -1, 37));
    assertEquals(List.of(), names.getFromLocation(-1.3, 36.8, 1));
    main(() -> names.getFromLocationName("Nairobi", 1, all -> say("told " + all)));
    assertSaid("told []");
    assertEquals(begin, SystemClock.uptimeMillis());
  }

  private static Listener listen(String provider, long interval) {
    Listener[] l = new Listener[1];
    main(
        () -> {
          l[0] = new Listener();
          places().requestLocationUpdates(provider, interval, 0, l[0]);
        });
    return l[0];
  }

  @Test
  void thePhoneHasThreeProvidersThatAreOn() {
    List<String> all = places().getAllProviders();
    for (String p : List.of("gps", "network", "passive")) {
      assertTrue(all.contains(p) && places().isProviderEnabled(p), p + " of " + all);
      assertEquals(p, places().getLastKnownLocation(p).getProvider());
    }
    assertTrue(places().isLocationEnabled());
    Criteria any = new Criteria();
    String best = places().getBestProvider(any, true);
    assertTrue(best != null && all.contains(best), best);
    assertFalse(places().isProviderEnabled("nowhere"));
  }

  @Test
  void noPlaceIsKnownWhileTheUserHasProvidersOff() {
    device("location", Map.of("how", "off"));
    assertNull(places().getLastKnownLocation(LocationManager.GPS_PROVIDER));
    assertNull(places().getLastKnownLocation(LocationManager.PASSIVE_PROVIDER));
    device("location", Map.of("how", "on"));
    assertNotNull(places().getLastKnownLocation(LocationManager.GPS_PROVIDER));
  }

  @Test
  void whoListensIsToldAgainAtItsIntervalWhileTimeGoesOn() {
    Listener l = listen(LocationManager.GPS_PROVIDER, 5000);
    assertSaid("gps 1000");
    rest(10_500);
    assertSaid("gps 6000", "gps 11000");
    main(() -> places().removeUpdates(l));
    rest(20_000);
    assertSaid("");
  }

  /** The clock does not go on for it: else no screen that shows a place would come to rest. */
  @Test
  void aScreenThatListensComesToRest() {
    listen(LocationManager.NETWORK_PROVIDER, 1000);
    said();
    long before = SystemClock.uptimeMillis();
    Map<?, ?> r = device("location", Map.of("how", "fix", "latitude", 1.0, "longitude", 2.0));
    assertEquals(true, r.get("idle"));
    assertTrue(SystemClock.uptimeMillis() - before < 2000);
  }

  @Test
  void theNextFixIsOfThePlaceWhereThePhoneIsThen() {
    device("location", Map.of("how", "fix", "latitude", -33.5, "longitude", 151.25));
    Location l = places().getLastKnownLocation(LocationManager.GPS_PROVIDER);
    assertEquals(-33.5, l.getLatitude());
    assertEquals(151.25, l.getLongitude());
    assertTrue(l.getTime() <= System.currentTimeMillis());
    l.setLatitude(0);
    assertEquals(
        -33.5,
        places().getLastKnownLocation(LocationManager.GPS_PROVIDER).getLatitude(),
        "what the app does to it is the app's");
  }

  @Test
  void aPlaceIsAskedForOnce() {
    main(
        () ->
            places()
                .getCurrentLocation(
                    LocationManager.GPS_PROVIDER,
                    null,
                    Runnable::run,
                    l -> say("here " + Math.round(l.getLatitude()))));
    rest(30_000);
    assertSaid("here 37");
  }

  @Test
  void nobodyIsToldOfAPlaceWithoutAListener() {
    main(
        () -> {
          Class<IllegalArgumentException> e = IllegalArgumentException.class;
          LocationListener none = null;
          assertThrows(e, () -> places().requestLocationUpdates("gps", 0, 0, none));
          assertThrows(
              e, () -> places().requestLocationUpdates((String) null, 0, 0, new Listener()));
        });
    assertTrue(traces().isEmpty(), traces().toString());
  }

  // ---- sensors ----

  private static SensorManager sensors() {
    return app().getSystemService(SensorManager.class);
  }

  /** Says the first value. */
  private static final class Feeler implements SensorEventListener {
    private long last;

    @Override
    public void onSensorChanged(SensorEvent e) {
      assertTrue(e.timestamp > last, "times go on");
      assertEquals(SensorManager.SENSOR_STATUS_ACCURACY_HIGH, e.accuracy);
      last = e.timestamp;
      say("" + e.values[0]);
      e.values[0] = -1; // the next event has its own
    }

    @Override
    public void onAccuracyChanged(Sensor s, int accuracy) {}
  }

  @Test
  void everySensorHasANameARangeAndValuesInIt() {
    List<Sensor> all = sensors().getSensorList(Sensor.TYPE_ALL);
    assertTrue(all.size() >= 5, all.toString());
    for (Sensor s : all) {
      assertTrue(s.getMaximumRange() > 0 && s.getPower() > 0, s.toString());
      assertTrue(s.getStringType().startsWith("android.sensor."), s.toString());
      assertEquals(s, sensors().getDefaultSensor(s.getType()));
    }
  }

  @Test
  void eachEventHasValuesOfItsOwn() {
    main(
        () ->
            assertTrue(
                sensors()
                    .registerListener(
                        new Feeler(),
                        sensors().getDefaultSensor(Sensor.TYPE_LIGHT),
                        SensorManager.SENSOR_DELAY_UI,
                        1000)));
    rest(1000);
    assertSaid("300.0", "300.0", "300.0");
    device("sensor", Map.of("name", "light", "values", List.of(0.5)));
    assertSaid("0.5");
  }

  @Test
  void whoRegistersAgainIsToldOnce() {
    Feeler f = new Feeler();
    Sensor light = sensors().getDefaultSensor(Sensor.TYPE_LIGHT);
    main(() -> sensors().registerListener(f, light, SensorManager.SENSOR_DELAY_UI));
    rest(1000);
    said();
    main(() -> sensors().registerListener(f, light, SensorManager.SENSOR_DELAY_GAME));
    rest(1000);
    said();
    device("sensor", Map.of("name", "light", "values", List.of(9.0)));
    assertSaid("9.0");
  }

  @Test
  void whatAnAppListensToIsOffered() {
    assertFalse(registered().contains("sensor:light"), registered().toString());
    Feeler f = new Feeler();
    Sensor light = sensors().getDefaultSensor(Sensor.TYPE_LIGHT);
    main(() -> sensors().registerListener(f, light, SensorManager.SENSOR_DELAY_UI));
    assertTrue(registered().contains("sensor:light"), registered().toString());
    main(() -> sensors().unregisterListener(f));
    assertFalse(registered().contains("sensor:light"), registered().toString());
    assertNotNull(sensors().getDefaultSensor(Sensor.TYPE_LIGHT));
  }

  private static List<?> registered() {
    Object all = device("wait", Map.of("ms", 0)).get("registered");
    return all == null ? List.of() : (List<?>) all;
  }
}
