package talpa.agent.load;

import android.app.Instrumentation;
import javax.inject.Named;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.TestEnvironmentLifecyclePlugin;

/** Robolectric's environment with our instrumentation. */
public final class Environment extends AndroidTestEnvironment {
  /** Called by Robolectric's injector. */
  public Environment(
      @Named("runtimeSdk") Sdk runtime,
      @Named("compileSdk") Sdk compile,
      ShadowProvider[] shadows,
      TestEnvironmentLifecyclePlugin[] plugins) {
    super(runtime, compile, shadows, plugins);
  }

  @Override
  protected Instrumentation pickInstrumentation() {
    return new AppInstrumentation();
  }
}
