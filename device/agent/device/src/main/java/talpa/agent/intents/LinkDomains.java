package talpa.agent.intents;

import android.app.Application;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.verify.domain.DomainVerificationManager;
import android.content.pm.verify.domain.DomainVerificationUserState;
import android.content.pm.verify.domain.IDomainVerificationManager;
import android.os.Process;
import android.os.ServiceSpecificException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.process.MadeUp;
import talpa.agent.process.OwnFilters;
import talpa.agent.process.Services;

/**
 * The web pages whose links the app would open. None is verified, since no server says so, and the
 * user has chosen none; the app may open links as such.
 */
public final class LinkDomains {
  private LinkDomains() {}

  /** Registers the service, once a JVM. */
  public static void register() {
    Services.add(
        "domain_verification",
        IDomainVerificationManager.class,
        (p, m, args) ->
            m.getName().equals("getDomainVerificationUserState")
                ? state((String) args[0])
                : MadeUp.answer(m));
  }

  private static DomainVerificationUserState state(String pkg) {
    Application app = RuntimeEnvironment.getApplication();
    if (!app.getPackageName().equals(pkg)) {
      throw new ServiceSpecificException(
          DomainVerificationManager.INTERNAL_ERROR_NAME_NOT_FOUND, pkg);
    }
    UUID id = UUID.nameUUIDFromBytes(pkg.getBytes(StandardCharsets.UTF_8));
    return new DomainVerificationUserState(id, pkg, Process.myUserHandle(), true, domains());
  }

  private static Map<String, Integer> domains() {
    Map<String, Integer> out = new TreeMap<>();
    OwnFilters.ofActivities().forEach(f -> add(f, out));
    return out;
  }

  private static void add(IntentFilter f, Map<String, Integer> out) {
    boolean web = f.hasDataScheme("http") || f.hasDataScheme("https");
    if (!web || !f.hasAction(Intent.ACTION_VIEW) || !f.hasCategory(Intent.CATEGORY_BROWSABLE)) {
      return;
    }
    Iterator<IntentFilter.AuthorityEntry> hosts = f.authoritiesIterator();
    while (hosts != null && hosts.hasNext()) {
      out.put(hosts.next().getHost(), DomainVerificationUserState.DOMAIN_STATE_NONE);
    }
  }
}
