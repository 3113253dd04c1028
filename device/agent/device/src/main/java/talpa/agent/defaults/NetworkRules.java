package talpa.agent.defaults;

import android.app.Application;
import android.os.StrictMode;
import android.security.net.config.ApplicationConfig;
import android.security.net.config.ConfigNetworkSecurityPolicy;
import android.security.net.config.ManifestConfigSource;
import libcore.net.NetworkSecurityPolicy;
import talpa.agent.process.Behavior;

/**
 * What the app may do with the network, set up by the framework's own code from its manifest, its
 * network security configuration and the version that it targets.
 */
final class NetworkRules {
  private NetworkRules() {}

  static void install(Application app) {
    StrictMode.initThreadDefaults(app.getApplicationInfo());
    if (!Behavior.has("network-security-config")) {
      return; // the default of the policy lets all through
    }
    NetworkSecurityPolicy.setInstance(
        new ConfigNetworkSecurityPolicy(new ApplicationConfig(new ManifestConfigSource(app))));
  }
}
