package talpa.agent.process;

import android.app.Application;
import java.util.List;
import talpa.agent.wire.Params;

/**
 * A part of the device (tasks, services, windows, views). Listed by the composition root, {@code
 * talpa.agent.load}.
 */
public interface Module {
  /** Called once a JVM, before the warm-up: registers wire methods and idle hooks. */
  void install(AppProcess process);

  /** Called before the application is made, with the parameters of the load request. */
  default void loading(Params load) {}

  /** Called on the app's freshly attached application, before providers and onCreate. */
  default void beforeApplication(Application app) {}

  /** Called when the application was created, with the parameters of the load request. */
  default void loaded(Params load) {}

  /**
   * What of the world the loaded app has asked to be told of, in words that the front knows
   * ("location", "satellites", "alarm"). Asked after each input.
   */
  default List<String> registrations() {
    return List.of();
  }

  /**
   * Called when an app leaves, and after the warm-up: what has to be done in order is done here.
   * Plain data is a {@link PerApp} and goes by itself.
   */
  default void reset() {}
}
