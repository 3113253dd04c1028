package talpa.agent.content;

import android.app.Application;
import android.content.ContentProvider;
import android.content.ContentResolver;
import android.content.pm.ProviderInfo;
import android.net.Uri;
import android.provider.ContactsContract;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
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

  /** Whether an authority is of a provider whose rows are the device's. */
  static boolean has(String authority) {
    return AUTHORITIES.contains(authority) && !authority.equals(SampleContent.DOCUMENTS);
  }

  /** Tells those who watch rows; what is made of contacts' data changes with it. */
  static void changed(Uri u) {
    ContentResolver r = RuntimeEnvironment.getApplication().getContentResolver();
    r.notifyChange(u, null);
    if (ContactsContract.AUTHORITY.equals(u.getAuthority())) {
      r.notifyChange(ContactsContract.Contacts.CONTENT_URI, null);
    }
  }

  /** Tells those who watch any rows. */
  static void allChanged() {
    AUTHORITIES.forEach(a -> changed(Uri.parse("content://" + a)));
  }

  static void install(Application app) {
    SampleContent.install();
    for (String a : AUTHORITIES) {
      ProviderInfo info = new ProviderInfo();
      info.authority = a;
      info.exported = true;
      info.grantUriPermissions = true;
      info.packageName = "com.android.providers";
      info.applicationInfo = app.getApplicationInfo();
      boolean documents = a.equals(SampleContent.DOCUMENTS);
      ContentProvider p = documents ? new DocumentProvider() : new SystemProvider();
      p.attachInfo(app, info);
      ShadowContentResolver.registerProviderInternal(a, p);
    }
  }
}
