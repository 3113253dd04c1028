package talpa.agent.load;

import android.app.Instrumentation;
import java.nio.file.Files;
import javax.inject.Named;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.internal.AndroidTestEnvironment;
import org.robolectric.internal.ShadowProvider;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.TestEnvironmentLifecyclePlugin;
import org.robolectric.pluginapi.config.ConfigurationStrategy;
import talpa.agent.bridge.Platform;

/** Robolectric's environment with our instrumentation and the framework's resources alone. */
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
  public void setUpApplicationState(
      String name, ConfigurationStrategy.Configuration configuration, AndroidManifest manifest) {
    super.setUpApplicationState(name, configuration, manifest);
    // Before the first resource is asked for. Without the file they come out of the jar.
    if (Files.isReadable(Platform.resources())) {
      RuntimeEnvironment.setAndroidFrameworkJarPath(Platform.resources());
    }
  }

  @Override
  protected Instrumentation pickInstrumentation() {
    return new AppInstrumentation();
  }
}
