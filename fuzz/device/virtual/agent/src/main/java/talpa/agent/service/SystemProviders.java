package talpa.agent.service;

import android.app.Application;
import android.content.pm.ProviderInfo;
import java.util.List;
import org.robolectric.shadows.ShadowContentResolver;

/** Installs the stand-ins of the system's content providers. */
final class SystemProviders {
  private static final List<String> AUTHORITIES =
      List.of(
          "contacts",
          "com.android.contacts",
          "call_log",
          "sms",
          "mms",
          "mms-sms",
          "telephony",
          "com.android.calendar",
          "calendar",
          "browser",
          "com.android.browser",
          "com.android.browser.home",
          "downloads",
          "user_dictionary",
          "icc",
          "media",
          "com.android.providers.media.documents",
          "com.android.providers.downloads.documents",
          SampleContent.DOCUMENTS);

  private SystemProviders() {}

  static void install(Application app) {
    SampleContent.install();
    for (String a : AUTHORITIES) {
      ProviderInfo info = new ProviderInfo();
      info.authority = a;
      info.exported = true;
      info.grantUriPermissions = true;
      info.packageName = "com.android.providers";
      info.applicationInfo = app.getApplicationInfo();
      SystemProvider p = new SystemProvider();
      p.attachInfo(app, info);
      ShadowContentResolver.registerProviderInternal(a, p);
    }
  }
}
