package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.location.GnssStatus;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.provider.Telephony;
import android.telephony.SmsMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** Messages that arrive, as the platform's own reader of their octets reads them, and places. */
class WorldMessagesTest extends FieldTest {
  private SmsMessage[] got;

  @Override
  void prepare() {
    main(
        () ->
            app()
                .registerReceiver(
                    new BroadcastReceiver() {
                      @Override
                      public void onReceive(Context c, Intent i) {
                        got = Telephony.Sms.Intents.getMessagesFromIntent(i);
                        say(isOrderedBroadcast() ? "message" : "not ordered");
                      }
                    },
                    new IntentFilter(Telephony.Sms.Intents.SMS_RECEIVED_ACTION)));
  }

  private static void permit(String name) {
    Shadow.<ShadowApplication>extract(app()).grantPermissions("android.permission." + name);
  }

  private String arrives(String from, String text) {
    device("message", Map.of("from", from, "text", text));
    StringBuilder s = new StringBuilder();
    for (SmsMessage m : got) {
      s.append(m.getMessageBody());
    }
    return s.toString();
  }

  @Test
  void withoutThePermissionNothingIsHeard() {
    device("message", Map.of("from", "555", "text", "hello"));
    assertSaid("");
  }

  @Test
  void textsInAllAlphabetsArriveWhole() {
    permit("RECEIVE_SMS");
    for (String text :
        List.of(
            "hello",
            "",
            "€ {curly} [square] \\ ~ ^ |",
            "äöü ÄÖÜ ñ Ω",
            "привет, мир",
            "日本語",
            "smile \uD83D\uDE00",
            "x".repeat(160),
            "x".repeat(161),
            "€".repeat(81),
            "я".repeat(70),
            "я".repeat(71),
            "long ".repeat(100))) {
      assertEquals(text, arrives("5551234", text), text);
      assertSaid("message");
    }
    arrives("555", "x".repeat(160));
    assertEquals(1, got.length, "160 septets are one message");
    arrives("555", "я".repeat(70));
    assertEquals(1, got.length, "as are 70 characters of UCS-2");
    arrives("555", "я".repeat(71));
    assertEquals(2, got.length);
  }

  @Test
  void sendersAreNumbersOrNames() {
    permit("RECEIVE_SMS");
    for (String from : List.of("5551234", "555123", "+4930123456", "Bank", "My Shop 24")) {
      arrives(from, "text");
      assertEquals(from, got[0].getOriginatingAddress());
      assertEquals(from, got[0].getDisplayOriginatingAddress());
    }
    long apart = Math.abs(System.currentTimeMillis() - got[0].getTimestampMillis());
    assertTrue(apart < 2000, apart + " ms");
    device("zone", Map.of("id", "America/St_Johns")); // half an hour beside the others
    arrives("555", "text");
    apart = Math.abs(System.currentTimeMillis() - got[0].getTimestampMillis());
    assertTrue(apart < 2000, apart + " ms in another zone");
  }

  // ---- places ----

  private static LocationManager places() {
    return app().getSystemService(LocationManager.class);
  }

  private static Handler main() {
    return new Handler(Looper.getMainLooper());
  }

  /** Says what it hears of providers. */
  private static final class Listener implements LocationListener {
    @Override
    public void onLocationChanged(Location l) {
      say(l.getProvider() + " " + l.getLatitude() + (l.hasSpeed() ? " " + l.getSpeed() : ""));
    }

    @Override
    public void onProviderEnabled(String provider) {
      say(provider + " on");
    }

    @Override
    public void onProviderDisabled(String provider) {
      say(provider + " off");
    }

    @Override
    @SuppressWarnings("deprecation")
    public void onStatusChanged(String provider, int status, Bundle extras) {}
  }

  @Test
  void theUsersSwitchIsHeardAndNothingElseThen() {
    permit("ACCESS_FINE_LOCATION");
    main(
        () -> {
          places().requestLocationUpdates(LocationManager.GPS_PROVIDER, 0, 0, new Listener());
          app()
              .registerReceiver(
                  new BroadcastReceiver() {
                    @Override
                    public void onReceive(Context c, Intent i) {
                      say(
                          "mode "
                              + i.getBooleanExtra(LocationManager.EXTRA_LOCATION_ENABLED, true));
                    }
                  },
                  new IntentFilter(LocationManager.MODE_CHANGED_ACTION));
        });
    rest(2000);
    said();
    device(
        "location",
        Map.of("how", "fix", "latitude", 1.5, "longitude", 2.0, "speed", 3.0, "accuracy", 4.0));
    assertSaid("gps 1.5 3.0");
    device("location", Map.of("how", "fix", "latitude", 2.5, "longitude", 2.0));
    assertSaid("gps 2.5");
    device("location", Map.of("how", "off"));
    String all = said();
    assertTrue(all.contains("gps off") && all.contains("mode false"), all);
    assertFalse(places().isLocationEnabled());
    assertFalse(places().isProviderEnabled(LocationManager.GPS_PROVIDER));
    device("location", Map.of("how", "fix", "latitude", 3.5, "longitude", 2.0));
    assertSaid("");
    device("location", Map.of("how", "on"));
    all = said();
    assertTrue(all.contains("gps on") && all.contains("mode true"), all);
    device("location", Map.of("how", "on"));
    assertSaid("");
    assertEquals("a location cannot be told by smell", refused("location", Map.of("how", "smell")));
  }

  @Test
  void satellitesAndSentencesAreHeard() {
    permit("ACCESS_FINE_LOCATION");
    main(
        () -> {
          places()
              .registerGnssStatusCallback(
                  new GnssStatus.Callback() {
                    @Override
                    public void onStarted() {
                      say("started");
                    }

                    @Override
                    public void onFirstFix(int ms) {
                      say("first fix " + ms);
                    }

                    @Override
                    public void onSatelliteStatusChanged(GnssStatus s) {
                      say(s.getSatelliteCount() + " satellites " + s.usedInFix(0));
                    }

                    @Override
                    public void onStopped() {
                      say("stopped");
                    }
                  },
                  main());
          places().addNmeaListener((s, ms) -> say(s.substring(0, 6)), main());
        });
    said();
    device("location", Map.of("how", "satellites", "count", 5));
    assertSaid("started", "first fix 1200", "5 satellites true");
    device("location", Map.of("how", "satellites", "count", 6));
    assertSaid("6 satellites true");
    device("location", Map.of("how", "nmea", "sentence", "$GPGSA,A"));
    assertSaid("$GPGSA");
    device("location", Map.of("how", "fix", "latitude", 1.5, "longitude", 2.0));
    assertSaid("8 satellites true", "$GPGGA");
    device("location", Map.of("how", "off"));
    assertSaid("stopped");
    device("location", Map.of("how", "satellites", "count", 6));
    assertSaid("");
  }
}
