package talpa.agent.world;

import android.content.Intent;
import android.location.GnssStatus;
import android.location.Location;
import android.location.LocationManager;
import android.os.Handler;
import android.os.Looper;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLocationManager.RoboLocationRequest;
import talpa.agent.clock.Clock;
import talpa.agent.defaults.Place;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** What the positioning hardware tells: fixes, satellites, sentences, and the user's switch. */
final class Locations {
  /** Those of a fix under the open sky. */
  private static final int SATELLITES = 8;

  private static final int FIRST_FIX_MS = 1200;
  private static final float CARRIER_HZ = 1_575_420_000f;
  private static final float CN0_DBHZ = 40;
  private static final int CIRCLE = 360;
  private static final int ELEVATION_STEP = 10;

  private Locations() {}

  /** The wire method: "how" says what is told. */
  static Object tell(Params p) throws WireException {
    String how = p.string("how");
    switch (how) {
      case "fix" -> SurroundingsModule.later(() -> fix(p));
      case "on", "off" -> SurroundingsModule.later(() -> enable(how.equals("on")));
      case "satellites" ->
          SurroundingsModule.later(() -> satellites((int) p.integer("count", SATELLITES)));
      case "nmea" -> SurroundingsModule.later(() -> nmea(p.string("sentence")));
      default -> throw WireException.usage("a location cannot be told by " + how);
    }
    return null;
  }

  private static LocationManager manager() {
    return RuntimeEnvironment.getApplication().getSystemService(LocationManager.class);
  }

  private static LocationShadow shadow() {
    return Shadow.extract(manager());
  }

  /** Who listens, in the words of {@code Module.registrations}. */
  static List<String> registrations() {
    LocationShadow s = shadow();
    List<String> out = new ArrayList<>();
    for (String provider : Place.PROVIDERS) {
      if (!s.getLocationUpdateListeners(provider).isEmpty()
          || !s.getLocationUpdatePendingIntents(provider).isEmpty()) {
        out.add("location");
        break;
      }
    }
    if (s.hearsSatellites()) {
      out.add("satellites");
    }
    if (s.hearsSentences()) {
      out.add("nmea");
    }
    return out;
  }

  private static void fix(Params p) {
    Place.move(
        l -> {
          l.setLatitude(p.number("latitude"));
          l.setLongitude(p.number("longitude"));
          if (p.has("altitude")) {
            l.setAltitude(p.number("altitude"));
          } else {
            l.removeAltitude();
          }
          if (p.has("accuracy")) {
            l.setAccuracy((float) p.number("accuracy"));
          }
          if (p.has("speed")) {
            l.setSpeed((float) p.number("speed"));
          } else {
            l.removeSpeed();
          }
        });
    satellites(SATELLITES);
    Location here = Place.now(LocationManager.GPS_PROVIDER);
    nmea(
        Sentences.fix(
            here.getTime(),
            here.getLatitude(),
            here.getLongitude(),
            here.hasAltitude() ? OptionalDouble.of(here.getAltitude()) : OptionalDouble.empty(),
            SATELLITES));
    for (String provider : Place.PROVIDERS) {
      if (!provider.equals(LocationManager.PASSIVE_PROVIDER)) { // that hears of the others'
        tell(provider);
      }
    }
  }

  /**
   * A provider tells where the phone is: at once, and, since a listener is not told more often than
   * it asked for, again when the longest interval of its listeners is over.
   */
  private static void tell(String provider) {
    if (!manager().isProviderEnabled(provider)) {
      return;
    }
    shadow().simulateLocation(Place.now(provider));
    long interval =
        shadow().getLegacyLocationRequests(provider).stream()
            .mapToLong(RoboLocationRequest::getIntervalMillis)
            .max()
            .orElse(0);
    if (interval > 0) {
      new Handler(Looper.getMainLooper()).postDelayed(() -> again(provider), interval);
    }
  }

  private static void again(String provider) {
    if (manager().isProviderEnabled(provider)) {
      shadow().simulateLocation(Place.now(provider));
    }
  }

  /** The user's switch: with it off no provider tells anything. */
  private static void enable(boolean on) {
    LocationShadow s = shadow();
    if (!s.turn(on)) {
      return;
    }
    s.setLocationEnabled(on);
    for (String provider : Place.PROVIDERS) {
      if (!provider.equals(LocationManager.PASSIVE_PROVIDER)) {
        s.setProviderEnabled(provider, on);
        SurroundingsModule.broadcast(
            new Intent(LocationManager.PROVIDERS_CHANGED_ACTION)
                .putExtra(LocationManager.EXTRA_PROVIDER_NAME, provider)
                .putExtra(LocationManager.EXTRA_PROVIDER_ENABLED, on));
      }
    }
    SurroundingsModule.broadcast(
        new Intent(LocationManager.MODE_CHANGED_ACTION)
            .putExtra(LocationManager.EXTRA_LOCATION_ENABLED, on));
    if (!on) {
      s.lost();
    }
  }

  /** So many satellites are in view, all of them used. */
  private static void satellites(int count) {
    if (!manager().isProviderEnabled(LocationManager.GPS_PROVIDER)) {
      return;
    }
    GnssStatus.Builder b = new GnssStatus.Builder();
    for (int i = 0; i < count; i++) {
      b.addSatellite(
          GnssStatus.CONSTELLATION_GPS,
          i + 1,
          CN0_DBHZ,
          (i + 1) * ELEVATION_STEP % (CIRCLE / 4),
          (float) i * CIRCLE / count,
          true,
          true,
          true,
          true,
          CARRIER_HZ,
          true,
          CN0_DBHZ);
    }
    shadow().seen(b.build(), FIRST_FIX_MS);
  }

  private static void nmea(String sentence) {
    if (manager().isProviderEnabled(LocationManager.GPS_PROVIDER)) {
      shadow().simulateNmeaMessage(sentence, Clock.wallMillis());
    }
  }
}
