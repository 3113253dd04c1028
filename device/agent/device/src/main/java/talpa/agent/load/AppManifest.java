package talpa.agent.load;

import android.os.Build;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.manifest.AndroidManifest;
import talpa.agent.bridge.Level;
import talpa.agent.process.TargetVersion;

/**
 * Robolectric overwrites facts of the parsed package with those of a text manifest; this one
 * answers them from the binary manifest.
 */
final class AppManifest extends AndroidManifest {
  private final Map<String, String> facts;

  AppManifest(Path apk, Map<String, String> facts) {
    super(null, null, null, null, "", apk);
    this.facts = facts;
  }

  /** Who makes the app's components; what came before Android 9 does not read that attribute. */
  @Override
  public String getAppComponentFactory() {
    if (!Level.has(Build.VERSION_CODES.P)) {
      return null;
    }
    return qualified(facts.get("application.appComponentFactory"));
  }

  @Override
  public int getMinSdkVersion() {
    return number("uses-sdk.minSdkVersion", 1);
  }

  @Override
  public int getTargetSdkVersion() {
    return TargetVersion.known(target());
  }

  /** The version that the manifest says the app targets. */
  int target() {
    return number("uses-sdk.targetSdkVersion", getMinSdkVersion());
  }

  /** The app's package. */
  String packageId() {
    return facts.getOrDefault("manifest.package", "");
  }

  /** The Application class that the manifest names, or null. */
  String applicationClass() {
    return qualified(facts.get("application.name"));
  }

  /** Whether the app opted in to callbacks for back. */
  boolean backByCallbacks() {
    return isTrue(facts.get("application." + ManifestFacts.BACK));
  }

  /** Whether each activity that says so did, by class. */
  Map<String, Boolean> backOfActivities() {
    String prefix = "activity." + ManifestFacts.BACK + ".";
    Map<String, Boolean> all = new HashMap<>();
    facts.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            all.put(qualified(key.substring(prefix.length())), isTrue(value));
          }
        });
    return all;
  }

  /** A truth is a number in a binary manifest. */
  private static boolean isTrue(String value) {
    return value != null && !value.equals("0") && !value.equals("false");
  }

  private String qualified(String cls) {
    if (cls == null || cls.isEmpty()) {
      return null;
    }
    if (cls.startsWith(".")) {
      return packageId() + cls;
    }
    return cls.indexOf('.') < 0 ? packageId() + "." + cls : cls;
  }

  /** A version may also be the code name of a preview: that counts as the newest. */
  private int number(String key, int def) {
    String v = facts.get(key);
    if (v == null) {
      return def;
    }
    try {
      return Integer.parseInt(v);
    } catch (NumberFormatException e) {
      return Build.VERSION_CODES.VANILLA_ICE_CREAM;
    }
  }
}
