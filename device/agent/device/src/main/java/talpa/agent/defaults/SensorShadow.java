package talpa.agent.defaults;

import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.SensorEventBuilder;
import org.robolectric.shadows.ShadowSensor;
import org.robolectric.shadows.ShadowSensorManager;
import talpa.agent.process.PerApp;

/**
 * Sensors that tell a new listener their values, a few times: what lies on a table does not change,
 * and a device that told on and on would never come to rest. What they read changes when the world
 * says so.
 */
@Implements(className = "android.hardware.SensorManager")
public class SensorShadow extends ShadowSensorManager {
  private static final int EVENTS = 3;
  private static final int PERIOD_MS = 60;

  /** A listener, what it listens to, and on which thread. */
  private record Heard(SensorEventListener to, Sensor sensor, Handler handler) {}

  private static final PerApp<List<Heard>> LISTENERS = PerApp.of(CopyOnWriteArrayList::new);

  /** What the sensors told last, where that is not what they tell at rest; by type. */
  private static final PerApp<Map<Integer, float[]>> READINGS = PerApp.of(ConcurrentHashMap::new);

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate) {
    return registerListener(to, s, rate, null);
  }

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate, Handler h) {
    if (s == null || to == null) {
      return false;
    }
    boolean ok = super.registerListener(to, s, rate);
    if (ok) {
      Handler on = h != null ? h : new Handler(Looper.getMainLooper());
      Heard heard = new Heard(to, s, on);
      LISTENERS.get().removeIf(l -> l.to == to && l.sensor == s);
      LISTENERS.get().add(heard);
      for (int i = 1; i <= EVENTS; i++) {
        boolean first = i == 1;
        on.postDelayed(() -> tell(heard, first), (long) i * PERIOD_MS);
      }
    }
    return ok;
  }

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate, int latency) {
    return registerListener(to, s, rate, null);
  }

  @Override
  @Implementation
  protected boolean registerListener(
      SensorEventListener to, Sensor s, int rate, int latency, Handler h) {
    return registerListener(to, s, rate, h);
  }

  /** The types of sensors that the app listens to, each once, in the order of their numbers. */
  static SortedSet<Integer> heard() {
    SortedSet<Integer> types = new TreeSet<>();
    LISTENERS.get().removeIf(l -> !listens(l));
    LISTENERS.get().forEach(l -> types.add(l.sensor.getType()));
    return types;
  }

  /** A sensor tells its values to those who listen, and to those who will. */
  static void read(int type, float[] values) {
    READINGS.get().put(type, values);
    for (Heard l : LISTENERS.get()) {
      if (l.sensor.getType() == type) {
        l.handler.post(() -> tell(l, false));
      }
    }
  }

  /** A sensor is there, with the values of rest until it tells others. */
  static void fit(int type) {
    SensorShadow shadow = shadow();
    if (shadow.getSensorList(type).isEmpty()) {
      shadow.addSensor(ShadowSensor.newInstance(type));
      shadow.getSensorList(type).forEach(Hardware::describe);
    }
  }

  /** The phone has no such sensor. */
  static void remove(int type) {
    SensorShadow shadow = shadow();
    List.copyOf(shadow.getSensorList(type)).forEach(shadow::removeSensor);
    READINGS.get().remove(type);
  }

  private static SensorShadow shadow() {
    return Shadow.extract(
        RuntimeEnvironment.getApplication().getSystemService(SensorManager.class));
  }

  private static boolean listens(Heard l) {
    return shadow().hasListener(l.to, l.sensor);
  }

  private static void tell(Heard l, boolean first) {
    if (!listens(l)) {
      return;
    }
    int type = l.sensor.getType();
    float[] told = READINGS.get().get(type);
    if (first) {
      l.to.onAccuracyChanged(l.sensor, SensorManager.SENSOR_STATUS_ACCURACY_HIGH);
    }
    SensorEvent e =
        SensorEventBuilder.newBuilder()
            .setSensor(l.sensor)
            .setTimestamp(SystemClock.elapsedRealtimeNanos())
            .setValues(told != null ? told.clone() : SensorValues.values(type))
            .build();
    e.accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH;
    l.to.onSensorChanged(e);
  }
}
