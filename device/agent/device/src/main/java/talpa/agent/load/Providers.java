package talpa.agent.load;

import android.app.Application;
import android.content.ContentProvider;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowContentResolver;
import talpa.agent.process.AppCode;
import talpa.agent.process.PerApp;

/**
 * Installs the app's content providers in initOrder before Application.onCreate, as {@code
 * ActivityThread.installContentProviders} does: initialisers of libraries hang on it. One that is
 * asked for before, or in a process that installs none, is installed then.
 */
public final class Providers {
  /** By their classes. */
  private static final PerApp<Map<String, ContentProvider>> INSTALLED = PerApp.of(HashMap::new);

  private Providers() {}

  static void install(Application app) {
    ProviderInfo[] all = declared(app);
    Arrays.sort(all, Comparator.comparingInt((ProviderInfo p) -> p.initOrder).reversed());
    for (ProviderInfo p : all) {
      if (p.authority != null && p.enabled) {
        install(app, p);
      }
    }
  }

  private static ProviderInfo[] declared(Application app) {
    try {
      PackageInfo pi =
          app.getPackageManager()
              .getPackageInfo(
                  app.getPackageName(),
                  PackageManager.GET_PROVIDERS | PackageManager.GET_META_DATA);
      return pi.providers == null ? new ProviderInfo[0] : pi.providers.clone();
    } catch (PackageManager.NameNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a resolver calls for a provider that is not installed; null if it is off, or no app's. */
  public static ContentProvider onDemand(ProviderInfo p) {
    Application app = RuntimeEnvironment.getApplication();
    return p.enabled && app.getPackageName().equals(p.packageName) ? install(app, p) : null;
  }

  /** As on Android, one that is there already is made once more, for nothing but what that does. */
  private static ContentProvider install(Application app, ProviderInfo p) {
    ContentProvider provider;
    try {
      provider = (ContentProvider) AppCode.forName(p.name).getDeclaredConstructor().newInstance();
      provider.attachInfo(app, p);
    } catch (InvocationTargetException e) {
      throw unable(p, e.getCause());
    } catch (Exception e) {
      throw unable(p, e);
    }
    ContentProvider there = INSTALLED.get().putIfAbsent(p.name, provider);
    if (there != null) {
      return there;
    }
    for (String authority : p.authority.split(";")) {
      ShadowContentResolver.registerProviderInternal(authority, provider);
    }
    return provider;
  }

  /** An exception gets the device's words, as in ActivityThread.installProvider; an error none. */
  private static RuntimeException unable(ProviderInfo p, Throwable cause) {
    if (cause instanceof Error e) {
      throw e;
    }
    return new RuntimeException("Unable to get provider " + p.name + ": " + cause, cause);
  }
}
