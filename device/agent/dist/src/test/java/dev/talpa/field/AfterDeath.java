package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the tests of what comes back when the system has killed an app's process. */
abstract class AfterDeath {
  /** What the app holds of what a user decides on. */
  static final Map<String, ?> GRANTS =
      Map.of("android.permission.POST_NOTIFICATIONS", Map.of("held", true));

  Device device;

  @BeforeEach
  void begin() throws IOException {
    device = Device.shared();
    device.fresh(Device.TARGET);
  }

  @AfterEach
  void end() throws IOException {
    device.unload();
  }

  /** The full name of a component that is nested in the test. */
  String name(String nested) {
    return "dev.talpa.field/" + getClass().getName() + "$" + nested;
  }

  void open(String activity) throws IOException {
    device.result("start", Map.of("component", name(activity)));
  }

  void start(String service, String n) throws IOException {
    device.result("service", Map.of("component", name(service), "extras", Map.of("n", n)));
  }

  void back() throws IOException {
    device.result("key", Map.of("code", "BACK"));
  }

  void rest(long ms) throws IOException {
    device.result("wait", Map.of("ms", ms));
  }

  /** The user goes home, and the system kills the process; it starts again in the background. */
  void die() throws IOException {
    device.result("home", Map.of());
    device.said();
    killed();
  }

  /** The system kills the process as it is. */
  void killed() throws IOException {
    Map<?, ?> kept = device.result("outlasting", Map.of());
    device.unload();
    device.load(Device.TARGET, Map.of("saved", true, "outlasting", kept, "permissions", GRANTS));
  }

  void assertSaid(String... what) {
    assertEquals(String.join(", ", what), device.said());
  }
}
