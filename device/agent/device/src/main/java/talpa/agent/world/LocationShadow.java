package talpa.agent.world;

import android.compat.Compatibility;
import android.location.GnssStatus;
import android.location.GpsStatus;
import android.location.Location;
import android.location.LocationManager;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLocationManager;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.permit.Refusal;
import talpa.agent.process.PerApp;

/**
 * The last place, and satellites for both interfaces: {@code GnssStatus}, and {@code GpsStatus},
 * which the platform blocks for apps from a target version on only.
 */
@Implements(className = "android.location.LocationManager")
public class LocationShadow extends ShadowLocationManager {
  /** What an app has registered, and what it was told last. */
  private static final class Sky {
    final List<GpsStatus.Listener> listeners = new CopyOnWriteArrayList<>();
    GnssStatus last;
    int firstFixMillis;
    boolean off;
  }

  private static final PerApp<Sky> SKY = PerApp.of(Sky::new);

  private static void allowed() {
    if (Compatibility.isChangeEnabled(LocationManager.BLOCK_GPS_STATUS_USAGE)) {
      throw new UnsupportedOperationException(
          "GpsStatus APIs not supported, please use GnssStatus APIs instead");
    }
  }

  /**
   * A copy: on a phone what the app does to it is no news to anybody. Null while the user has the
   * provider off, as {@code LocationProviderManager.getLastLocation} has it.
   */
  @Override
  @Implementation
  protected Location getLastKnownLocation(String provider) {
    if (SKY.get().off) {
      return null;
    }
    Location last = super.getLastKnownLocation(provider);
    return last == null ? null : new Location(last);
  }

  @Override
  @Implementation
  protected boolean addGpsStatusListener(GpsStatus.Listener listener) {
    allowed();
    Refusal.check("EXACT_LOCATION");
    SKY.get().listeners.add(listener);
    return true;
  }

  @Override
  @Implementation
  protected void removeGpsStatusListener(GpsStatus.Listener listener) {
    allowed();
    SKY.get().listeners.remove(listener);
  }

  @Implementation
  protected GpsStatus getGpsStatus(GpsStatus status) {
    allowed();
    GpsStatus to = status != null ? status : ReflectionHelpers.callConstructor(GpsStatus.class);
    Sky sky = SKY.get();
    if (sky.last != null) {
      ReflectionHelpers.callInstanceMethod(
          to,
          "setStatus",
          ClassParameter.from(GnssStatus.class, sky.last),
          ClassParameter.from(int.class, sky.firstFixMillis));
    }
    return to;
  }

  boolean hearsSatellites() {
    return !SKY.get().listeners.isEmpty() || !transports("gnssStatusTransports").isEmpty();
  }

  boolean hearsSentences() {
    return !transports("nmeaMessageTransports").isEmpty();
  }

  private List<?> transports(String field) {
    return ReflectionHelpers.getField(this, field);
  }

  /** The user's switch; says whether it was the other way. */
  boolean turn(boolean on) {
    Sky sky = SKY.get();
    boolean turned = sky.off == on;
    sky.off = !on;
    return turned;
  }

  /** Satellites came into view; those of the first time are a first fix. */
  void seen(GnssStatus status, int firstFixMillis) {
    Sky sky = SKY.get();
    boolean first = sky.last == null;
    sky.last = status;
    sky.firstFixMillis = firstFixMillis;
    if (first) {
      simulateGnssStatusStarted();
      tell(GpsStatus.GPS_EVENT_STARTED);
      simulateGnssStatusFirstFix(firstFixMillis);
      tell(GpsStatus.GPS_EVENT_FIRST_FIX);
    }
    simulateGnssStatus(status);
    tell(GpsStatus.GPS_EVENT_SATELLITE_STATUS);
  }

  /** The receiver was switched off. */
  void lost() {
    Sky sky = SKY.get();
    if (sky.last == null) {
      return;
    }
    sky.last = null;
    simulateGnssStatusStopped();
    tell(GpsStatus.GPS_EVENT_STOPPED);
  }

  private static void tell(int event) {
    SKY.get().listeners.forEach(l -> l.onGpsStatusChanged(event));
  }
}
