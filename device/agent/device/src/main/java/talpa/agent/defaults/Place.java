package talpa.agent.defaults;

import android.app.Application;
import android.location.Location;
import android.location.LocationManager;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLocationManager;
import org.robolectric.shadows.ShadowLocationManager.RoboLocationRequest;
import talpa.agent.clock.Alarms;
import talpa.agent.clock.Clock;
import talpa.agent.process.PerApp;

/** Where the phone is: at first the place where emulators are. */
public final class Place {
  private static final double LATITUDE = 37.421998333333335;
  private static final double LONGITUDE = -122.084;
  private static final double ALTITUDE_M = 5;
  private static final float ACCURACY_M = 5;

  /** The providers of places. */
  public static final List<String> PROVIDERS =
      List.of(
          LocationManager.GPS_PROVIDER,
          LocationManager.NETWORK_PROVIDER,
          LocationManager.PASSIVE_PROVIDER);

  private static final int FIX_MS = 1000;

  /** Providers that are going to tell again. */
  private static final PerApp<Set<String>> AGAIN = PerApp.of(HashSet::new);

  private static final PerApp<Location> HERE = PerApp.of(Place::start);

  private Place() {}

  /** A listener asked a provider: a second later it knows where it is. Called by patched code. */
  public static void asked(String provider) {
    new Handler(Looper.getMainLooper()).postDelayed(() -> tell(provider), FIX_MS);
  }

  private static void tell(String provider) {
    LocationManager m = RuntimeEnvironment.getApplication().getSystemService(LocationManager.class);
    ShadowLocationManager s = Shadow.extract(m);
    if (m.isProviderEnabled(provider)) {
      s.simulateLocation(now(provider));
    }
    tellAgain(provider, s);
  }

  /**
   * Tells it again at the interval that was asked for, as long as somebody listens. The clock does
   * not go on for it: an app that wants a fix a second would never come to rest.
   */
  private static void tellAgain(String provider, ShadowLocationManager s) {
    OptionalLong interval =
        s.getLegacyLocationRequests(provider).stream()
            .mapToLong(RoboLocationRequest::getIntervalMillis)
            .min();
    Set<String> waiting = AGAIN.get();
    if (interval.isEmpty() || !waiting.add(provider)) {
      return;
    }
    Handler main = new Handler(Looper.getMainLooper());
    Alarms.passing(
        Math.max(FIX_MS, interval.getAsLong()),
        () ->
            main.post(
                () -> {
                  waiting.remove(provider);
                  tell(provider);
                }));
  }

  static void install(Application app) {
    ShadowLocationManager m = Shadow.extract(app.getSystemService(LocationManager.class));
    for (String p : PROVIDERS) {
      m.setProviderEnabled(p, true);
      m.setLastKnownLocation(p, now(p));
    }
  }

  /** The phone moves: what changes its place knows the place before. */
  public static void move(Consumer<Location> change) {
    change.accept(HERE.get());
  }

  /** The place as a provider tells it at this moment. */
  public static Location now(String provider) {
    Location l = new Location(HERE.get());
    l.setProvider(provider);
    l.setTime(Clock.wallMillis());
    l.setElapsedRealtimeNanos(SystemClock.elapsedRealtimeNanos());
    return l;
  }

  private static Location start() {
    Location l = new Location(LocationManager.GPS_PROVIDER);
    l.setLatitude(LATITUDE);
    l.setLongitude(LONGITUDE);
    l.setAltitude(ALTITUDE_M);
    l.setAccuracy(ACCURACY_M);
    l.setBearing(0);
    l.setSpeed(0);
    return l;
  }
}
