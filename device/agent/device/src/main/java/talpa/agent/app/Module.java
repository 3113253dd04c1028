package talpa.agent.app;

import android.app.Application;
import talpa.agent.wire.Params;

/**
 * A part of the device (tasks, services, windows, views). Has a public constructor without
 * parameters and is listed in the resource talpa/agent/modules.txt.
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

  /** Called after the warm-up run: forget everything of the throw-away app. */
  default void reset() {}
}
