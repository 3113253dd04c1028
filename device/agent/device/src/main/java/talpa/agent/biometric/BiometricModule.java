package talpa.agent.biometric;

import android.app.Activity;
import android.app.Application;
import android.os.Build;
import android.os.Bundle;
import java.util.List;
import org.robolectric.annotation.Implements;
import talpa.agent.bridge.Platform;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;

/** Registers the finger sensor and the user's finger with the process. */
public final class BiometricModule implements Module {
  /** Called by the list of modules. */
  public BiometricModule() {}

  @Override
  public void install(AppProcess p) {
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      PromptService.register();
      FingerprintService.register();
    }
    p.methods().input("finger", Biometrics::tell);
  }

  @Override
  public void beforeApplication(Application app) {
    app.registerActivityLifecycleCallbacks(new Screens());
  }

  @Override
  public List<String> registrations() {
    String word = Biometrics.get().waitsFor();
    return word == null ? List.of() : List.of(word);
  }

  /** Ends what waits for a finger when the app's last screen is left. */
  private static final class Screens implements Application.ActivityLifecycleCallbacks {
    private int started;

    @Override
    public void onActivityCreated(Activity a, Bundle state) {}

    @Override
    public void onActivityStarted(Activity a) {
      started++;
    }

    @Override
    public void onActivityResumed(Activity a) {}

    @Override
    public void onActivityPaused(Activity a) {}

    @Override
    public void onActivityStopped(Activity a) {
      started--;
      if (started == 0 && !a.isChangingConfigurations()) {
        Biometrics.get().leave();
      }
    }

    @Override
    public void onActivitySaveInstanceState(Activity a, Bundle out) {}

    @Override
    public void onActivityDestroyed(Activity a) {}
  }

  /** Robolectric's shadow answers for tests: the framework's own code runs in its place. */
  @Implements(className = "android.hardware.fingerprint.FingerprintManager")
  public static class FingerprintShadow {}

  /** The same. */
  @Implements(className = "android.hardware.biometrics.BiometricManager", isInAndroidSdk = false)
  public static class ManagerShadow {}
}
