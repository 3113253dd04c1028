package talpa.agent.app;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowView;
import talpa.agent.wire.Opener;
import talpa.agent.wire.Params;

/** Brings the framework up, warms it with a throw-away app, and loads the app. */
final class Loader {
  private static final Duration FRAME = Duration.ofMillis(16);
  private static final String DEFAULT_QUALIFIERS =
      "en-rUS-w360dp-h640dp-normal-notlong-port-notnight-xhdpi";

  private final AppProcess process;
  private final AndroidSandbox sandbox;
  private final Opener opener;
  private Settings settings;
  private AppManifest manifest;
  private Set<String> denied = Set.of();
  private boolean warming = true;

  Loader(AppProcess process, AndroidSandbox sandbox, Opener opener) {
    this.process = process;
    this.sandbox = sandbox;
    this.opener = opener;
    process.methods().query("load", this::load);
  }

  boolean warming() {
    return warming;
  }

  String packageName() {
    return manifest == null ? "" : manifest.packageId();
  }

  /** Remembers the screen's configuration and warms the framework. */
  void boot(Params p) {
    settings = new Settings(p.string("qualifiers", DEFAULT_QUALIFIERS), 1f);
    new WarmUp(sandbox.getTestEnvironment(), settings).run();
    process.loop().clear();
    for (Module m : process.modules()) {
      m.reset();
    }
    warming = false;
  }

  Set<String> deniedPermissions() {
    return denied;
  }

  private Object load(Params p) throws IOException {
    denied = Set.copyOf(p.object("permissions").strings("denied"));
    Path apk = Path.of(p.string("apk"));
    opener.open(Path.of(p.string("classes")));
    manifest = new AppManifest(apk, ManifestFacts.read(apk));
    process.reporter().catchThreads();
    sandbox.getTestEnvironment().setUpApplicationState("talpa", settings, manifest);
    prepareFramework();
    process.loop().deliver(RuntimeEnvironment::getApplication);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("package", packageName());
    out.put("application", process.application().getClass().getName());
    return out;
  }

  static void prepareFramework() {
    ShadowView.setUseRealViewAnimations(true);
    ShadowChoreographer.setPaused(true);
    ShadowChoreographer.setFrameDelay(FRAME);
  }

  void beforeApplicationOnCreate(Application app) {
    if (warming) {
      return;
    }
    for (Module m : process.modules()) {
      m.beforeApplication(app);
    }
    Permissions.grantRequested(app, denied);
    Providers.install(app);
  }

  Intent launchIntent() {
    Application app = process.application();
    PackageManager pm = app.getPackageManager();
    Intent main = new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_LAUNCHER);
    List<ResolveInfo> l = pm.queryIntentActivities(main, 0);
    if (l.isEmpty()) {
      return null;
    }
    return main.setComponent(
            new ComponentName(l.get(0).activityInfo.packageName, l.get(0).activityInfo.name))
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
  }
}
