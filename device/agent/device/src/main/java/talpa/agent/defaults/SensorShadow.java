package talpa.agent.defaults;

import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.SensorEventBuilder;
import org.robolectric.shadows.ShadowSensorManager;

/**
 * Sensors that tell a new listener their values, a few times: what lies on a table does not change,
 * and a device that told on and on would never come to rest.
 */
@Implements(className = "android.hardware.SensorManager")
public class SensorShadow extends ShadowSensorManager {
  private static final int EVENTS = 3;
  private static final int PERIOD_MS = 60;

  @RealObject private SensorManager manager;

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate) {
    boolean ok = super.registerListener(to, s, rate);
    tell(ok, to, s, null);
    return ok;
  }

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate, Handler h) {
    boolean ok = super.registerListener(to, s, rate);
    tell(ok, to, s, h);
    return ok;
  }

  @Override
  @Implementation
  protected boolean registerListener(SensorEventListener to, Sensor s, int rate, int latency) {
    boolean ok = super.registerListener(to, s, rate);
    tell(ok, to, s, null);
    return ok;
  }

  private void tell(boolean ok, SensorEventListener to, Sensor s, Handler given) {
    if (!ok || s == null || to == null) {
      return;
    }
    Handler h = given != null ? given : new Handler(Looper.getMainLooper());
    for (int i = 1; i <= EVENTS; i++) {
      boolean first = i == 1;
      h.postDelayed(() -> tell(to, s, first), (long) i * PERIOD_MS);
    }
  }

  private void tell(SensorEventListener to, Sensor s, boolean first) {
    if (!hasListener(to, s)) {
      return;
    }
    if (first) {
      to.onAccuracyChanged(s, SensorManager.SENSOR_STATUS_ACCURACY_HIGH);
    }
    SensorEvent e =
        SensorEventBuilder.newBuilder()
            .setSensor(s)
            .setTimestamp(SystemClock.elapsedRealtimeNanos())
            .setValues(SensorValues.values(s.getType()))
            .build();
    e.accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH;
    to.onSensorChanged(e);
  }
}
