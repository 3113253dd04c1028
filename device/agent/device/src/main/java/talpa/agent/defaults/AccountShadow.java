package talpa.agent.defaults;

import android.accounts.Account;
import android.accounts.AccountManager;
import android.accounts.AuthenticatorDescription;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.content.pm.ServiceInfo;
import android.content.res.XmlResourceParser;
import android.os.Bundle;
import android.os.Process;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAccountManager;

/** Accounts: an app keeps those of the types that its own manifest has an authenticator for. */
@Implements(className = "android.accounts.AccountManager")
public class AccountShadow extends ShadowAccountManager {
  private static final String SPACE = "http://schemas.android.com/apk/res/android";

  private static Context app() {
    return RuntimeEnvironment.getApplication();
  }

  /** The types that the app's services declare. */
  static List<String> types() {
    List<String> types = new ArrayList<>();
    Intent ask = new Intent(AccountManager.ACTION_AUTHENTICATOR_INTENT);
    ask.setPackage(app().getPackageName());
    PackageManager m = app().getPackageManager();
    for (ResolveInfo r : m.queryIntentServices(ask, PackageManager.GET_META_DATA)) {
      String type = type(m, r.serviceInfo);
      if (type != null) {
        types.add(type);
      }
    }
    return types;
  }

  private static String type(PackageManager m, ServiceInfo service) {
    try (XmlResourceParser x =
        service.loadXmlMetaData(m, AccountManager.AUTHENTICATOR_META_DATA_NAME)) {
      while (x != null && x.next() != XmlResourceParser.END_DOCUMENT) {
        if (x.getEventType() == XmlResourceParser.START_TAG) {
          int id = x.getAttributeResourceValue(SPACE, "accountType", 0);
          return id == 0
              ? x.getAttributeValue(SPACE, "accountType")
              : app().getResources().getString(id);
        }
      }
    } catch (Exception e) {
      return null; // a damaged description is of no authenticator
    }
    return null;
  }

  /** In the words of AccountManagerService. */
  @Override
  @Implementation
  protected boolean addAccountExplicitly(Account account, String password, Bundle data) {
    if (account != null && !types().contains(account.type)) {
      throw new SecurityException(
          "uid " + Process.myUid() + " cannot explicitly add accounts of type: " + account.type);
    }
    return super.addAccountExplicitly(account, password, data);
  }

  @Override
  @Implementation
  protected AuthenticatorDescription[] getAuthenticatorTypes() {
    List<AuthenticatorDescription> all = new ArrayList<>(List.of(super.getAuthenticatorTypes()));
    for (String type : types()) {
      all.add(new AuthenticatorDescription(type, app().getPackageName(), 0, 0, 0, 0));
    }
    return all.toArray(new AuthenticatorDescription[0]);
  }
}
