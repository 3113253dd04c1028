package talpa.agent.defaults;

import android.hardware.Sensor;
import java.util.Map;

/** What the sensors of a phone that lies on a table in a lit room tell. */
final class SensorValues {
  /**
   * A kind of sensor.
   *
   * @param name as in android.sensor.NAME
   * @param range its greatest value
   * @param values what it tells
   */
  private record Kind(String name, float range, float... values) {}

  private static final float G = 9.80665f;

  private static final Map<Integer, Kind> KINDS =
      Map.ofEntries(
          Map.entry(Sensor.TYPE_ACCELEROMETER, new Kind("accelerometer", 39.3f, 0, 0, G)),
          Map.entry(Sensor.TYPE_MAGNETIC_FIELD, new Kind("magnetic_field", 2000, 0, 22, -42)),
          Map.entry(Sensor.TYPE_GYROSCOPE, new Kind("gyroscope", 16.46f, 0, 0, 0)),
          Map.entry(Sensor.TYPE_LIGHT, new Kind("light", 40_000, 300)),
          Map.entry(Sensor.TYPE_PRESSURE, new Kind("pressure", 1100, 1013.25f)),
          Map.entry(Sensor.TYPE_PROXIMITY, new Kind("proximity", 5, 5)),
          Map.entry(Sensor.TYPE_GRAVITY, new Kind("gravity", 39.3f, 0, 0, G)),
          Map.entry(
              Sensor.TYPE_LINEAR_ACCELERATION, new Kind("linear_acceleration", 39.3f, 0, 0, 0)),
          Map.entry(Sensor.TYPE_ROTATION_VECTOR, new Kind("rotation_vector", 1, 0, 0, 0, 1, 0.1f)),
          Map.entry(Sensor.TYPE_RELATIVE_HUMIDITY, new Kind("relative_humidity", 100, 40)),
          Map.entry(Sensor.TYPE_AMBIENT_TEMPERATURE, new Kind("ambient_temperature", 80, 21)),
          Map.entry(Sensor.TYPE_ORIENTATION, new Kind("orientation", 360, 0, 0, 0)),
          Map.entry(Sensor.TYPE_STEP_COUNTER, new Kind("step_counter", 1e6f, 0)),
          Map.entry(Sensor.TYPE_HEART_RATE, new Kind("heart_rate", 500, 70)));

  private static final Kind OTHER = new Kind("other", 1, 0, 0, 0);

  private SensorValues() {}

  private static Kind kind(int type) {
    return KINDS.getOrDefault(type, OTHER);
  }

  /** The type of the sensor of a name, -1 if there is none. */
  static int type(String name) {
    return KINDS.entrySet().stream()
        .filter(e -> e.getValue().name.equals(name))
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(-1);
  }

  static String name(int type) {
    return kind(type).name;
  }

  static float range(int type) {
    return kind(type).range;
  }

  static float[] values(int type) {
    return kind(type).values.clone();
  }
}
