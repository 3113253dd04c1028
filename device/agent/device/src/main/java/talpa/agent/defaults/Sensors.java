package talpa.agent.defaults;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** What the sensors tell, and which of them there are. */
public final class Sensors {
  /** The names of an emulator's console that are not those of the platform. */
  private static final Map<String, String> CONSOLE =
      Map.of(
          "acceleration", "accelerometer",
          "magnetic-field", "magnetic_field",
          "temperature", "ambient_temperature",
          "humidity", "relative_humidity",
          "step-counter", "step_counter",
          "heart-rate", "heart_rate");

  private static final Map<String, String> PLATFORM = new TreeMap<>();

  static {
    CONSOLE.forEach((name, platform) -> PLATFORM.put(platform, name));
  }

  private Sensors() {}

  /**
   * What the parameters tell: "name" of the sensor, as an emulator's console has it, and its
   * "values", or that it is "absent". A sensor that the phone lacked is there from then on.
   */
  public static Runnable change(Params p) throws WireException {
    String name = p.string("name");
    int type = SensorValues.type(CONSOLE.getOrDefault(name, name));
    if (type < 0) {
      throw WireException.usage("no sensor \"" + name + "\"");
    }
    if (p.bool("absent", false)) {
      return () -> SensorShadow.remove(type);
    }
    List<?> given = p.list("values");
    float[] values = SensorValues.values(type);
    for (int i = 0; i < Math.min(values.length, given.size()); i++) {
      values[i] = ((Number) given.get(i)).floatValue();
    }
    return () -> {
      SensorShadow.fit(type);
      SensorShadow.read(type, values);
    };
  }

  /** What the app listens to, in the words of {@code Module.registrations}. */
  public static List<String> registrations() {
    return SensorShadow.heard().stream()
        .map(SensorValues::name)
        .map(n -> "sensor:" + PLATFORM.getOrDefault(n, n))
        .toList();
  }
}
