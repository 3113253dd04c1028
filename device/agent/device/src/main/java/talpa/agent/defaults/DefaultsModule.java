package talpa.agent.defaults;

import android.app.Application;
import android.content.Context;
import android.content.RestrictionsManager;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.hardware.IConsumerIrService;
import android.location.ILocationManager;
import android.location.provider.IGeocodeCallback;
import android.os.Build;
import android.os.Bundle;
import android.view.autofill.IAutoFillManager;
import com.android.internal.os.IResultReceiver;
import com.android.internal.textservice.ITextServicesManager;
import com.android.internal.textservice.ITextServicesSessionListener;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowRestrictionsManager;
import org.robolectric.shadows.ShadowTelephony;
import org.robolectric.shadows.ShadowWebSettings;
import talpa.agent.bridge.Platform;
import talpa.agent.camera.Cameras;
import talpa.agent.clock.Clock;
import talpa.agent.keystore.Keys;
import talpa.agent.keystore.OpenSsl;
import talpa.agent.media.Players;
import talpa.agent.media.Volumes;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.process.Storage;
import talpa.agent.settings.SettingsShadow;
import talpa.agent.settings.SystemSettings;
import talpa.agent.wire.Params;

/** Lays out the stock before the app's first line runs. */
public final class DefaultsModule implements Module {
  private Params settings = new Params(Map.of());

  /** Called by the list of modules. */
  public DefaultsModule() {}

  @Override
  public void install(AppProcess p) {
    Keys.register();
    OpenSsl.register();
    registerServices();
    p.methods().input("setting", DefaultsModule::setting);
  }

  private static void registerServices() {
    // Autofill is there, and off, as where the user chose no app for it.
    CallbackService.register(
        Context.AUTOFILL_MANAGER_SERVICE,
        IAutoFillManager.class,
        IResultReceiver.class,
        r -> r.send(0, null));
    // No spelling is checked, as where the user has switched it off.
    CallbackService.register(
        Context.TEXT_SERVICES_MANAGER_SERVICE,
        ITextServicesManager.class,
        ITextServicesSessionListener.class,
        c -> {});
    // No infrared sender, as nearly all phones.
    CallbackService.register(
        Context.CONSUMER_IR_SERVICE, IConsumerIrService.class, Void.class, c -> {});
    // No address is known, as where no app of the phone's maker looks them up.
    if (Platform.has(Build.VERSION_CODES.VANILLA_ICE_CREAM)) {
      CallbackService.register(
          Context.LOCATION_SERVICE,
          ILocationManager.class,
          IGeocodeCallback.class,
          c -> c.onResults(List.of()));
    }
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      Tethering.register();
    }
    MediaRoutes.register();
    SmallServices.register();
  }

  /** A setting is changed from outside: those who watch it are told. */
  private static Object setting(Params p) {
    SettingsShadow.writes(false);
    SystemSettings.put(
        RuntimeEnvironment.getApplication().getContentResolver(),
        p.string("space"),
        p.string("name"),
        p.string("value", null));
    SettingsShadow.writes(true);
    return null;
  }

  @Override
  public void loading(Params load) {
    settings = load.object("settings");
  }

  @Override
  public void beforeApplication(Application app) {
    Features.install(app);
    SystemSettings.install(app.getContentResolver(), settings);
    SettingsShadow.writes(true);
    Volumes.install(app);
    Radios.install(app);
    Hardware.install(app);
    Cameras.install();
    Place.install(app);
    Players.install();
    NetworkRules.install(app);
    // Nobody manages the phone, which puts no restrictions on the app.
    ShadowRestrictionsManager r = Shadow.extract(app.getSystemService(RestrictionsManager.class));
    r.setApplicationRestrictions(new Bundle());
    ShadowWebSettings.setDefaultUserAgent(browser());
    ShadowTelephony.ShadowSms.setDefaultSmsPackage("com.android.messaging");
    installed(app);
  }

  /** What a web view calls itself to servers. */
  private static String browser() {
    return "Mozilla/5.0 (Linux; Android "
        + Build.VERSION.RELEASE
        + "; "
        + Build.MODEL
        + " Build/"
        + Build.ID
        + "; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.219"
        + " Mobile Safari/537.36";
  }

  /** The app was installed just before it is first started. */
  private static void installed(Application app) {
    ShadowPackageManager pm = Shadow.extract(app.getPackageManager());
    PackageInfo own = pm.getInternalMutablePackageInfo(app.getPackageName());
    own.firstInstallTime = Clock.wallMillis();
    own.lastUpdateTime = own.firstInstallTime;
    pm.setInstallSourceInfo(app.getPackageName(), "com.android.shell", null);
    Storage.nameLibraries(own.applicationInfo);
    for (PackageInfo other : app.getPackageManager().getInstalledPackages(0)) {
      ApplicationInfo a = pm.getInternalMutablePackageInfo(other.packageName).applicationInfo;
      if (a != null && a.sourceDir == null) {
        a.sourceDir = "/system/app/" + other.packageName + "/base.apk";
        a.publicSourceDir = a.sourceDir;
        a.flags |= ApplicationInfo.FLAG_SYSTEM;
      }
    }
  }
}
