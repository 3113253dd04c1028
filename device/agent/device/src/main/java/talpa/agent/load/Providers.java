package talpa.agent.load;

import android.app.Application;
import android.content.ContentProvider;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.ProviderInfo;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Comparator;
import org.robolectric.shadows.ShadowContentResolver;
import talpa.agent.process.AppCode;

/**
 * Installs the app's content providers in initOrder before Application.onCreate, as {@code
 * ActivityThread.installContentProviders} does: initialisers of libraries hang on it.
 */
final class Providers {
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

  private static void install(Application app, ProviderInfo p) {
    ContentProvider provider;
    try {
      provider = (ContentProvider) AppCode.forName(p.name).getDeclaredConstructor().newInstance();
      provider.attachInfo(app, p);
    } catch (InvocationTargetException e) {
      throw unable(p, e.getCause());
    } catch (Exception e) {
      throw unable(p, e);
    }
    for (String authority : p.authority.split(";")) {
      ShadowContentResolver.registerProviderInternal(authority, provider);
    }
  }

  /** An exception gets the device's words, as in ActivityThread.installProvider; an error none. */
  private static RuntimeException unable(ProviderInfo p, Throwable cause) {
    if (cause instanceof Error e) {
      throw e;
    }
    return new RuntimeException("Unable to get provider " + p.name + ": " + cause, cause);
  }
}
