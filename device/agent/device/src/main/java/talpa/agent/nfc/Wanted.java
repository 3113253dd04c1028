package talpa.agent.nfc;

import android.content.IntentFilter;
import android.nfc.NfcAdapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import talpa.agent.process.PerApp;

/** What tags the app has asked for, in words for the front. */
final class Wanted {
  private static final int MOST = 6; // types and addresses that are named

  /** Schemes whose addresses have no host. */
  private static final Set<String> OPAQUE = Set.of("tel", "sms", "smsto", "mailto", "geo", "urn");

  /** Filters of the manifest, read once. */
  private static final PerApp<Wanted> CURRENT = PerApp.of(Wanted::new);

  private final boolean any = Filters.any();
  private final List<IntentFilter> filters = Filters.ndef();

  private Wanted() {}

  /**
   * "tag", "tag:mime:TYPE", "tag:uri:ADDRESS" where the adapter is on; "tag:off" where the app may
   * use the adapter in vain.
   */
  static List<String> words(Nfc nfc) {
    Wanted w = CURRENT.get();
    Nfc.Foreground f = nfc.foreground();
    if (!nfc.on()) {
      return w.any || NfcService.permitted() ? List.of("tag:off") : List.of();
    }
    if (!w.any && f == null && !nfc.reads()) {
      return List.of();
    }
    Set<String> words = new LinkedHashSet<>(List.of("tag"));
    List<IntentFilter> all = new ArrayList<>(w.filters);
    if (f != null && f.filters() != null) {
      all.addAll(Arrays.asList(f.filters()));
    }
    for (IntentFilter each : all) {
      if (each.hasAction(NfcAdapter.ACTION_NDEF_DISCOVERED)) {
        name(each, words);
      }
    }
    return words.stream().limit(MOST + 1).toList();
  }

  private static void name(IntentFilter f, Set<String> words) {
    for (int i = 0; i < f.countDataTypes(); i++) {
      String type = f.getDataType(i);
      if (!type.equals("*") && !type.equals("text") && !type.equals("text/plain")) {
        words.add("tag:mime:" + (type.contains("/") ? type : type + "/x-tag"));
      }
    }
    for (int i = 0; i < f.countDataSchemes(); i++) {
      words.add("tag:uri:" + address(f, f.getDataScheme(i)));
    }
  }

  private static String address(IntentFilter f, String scheme) {
    if (OPAQUE.contains(scheme)) {
      return scheme + ":15550100";
    }
    String host = f.countDataAuthorities() > 0 ? f.getDataAuthority(0).getHost() : "example.com";
    String path = f.countDataPaths() > 0 ? f.getDataPath(0).getPath() : "/";
    return scheme + "://" + host.replace("*", "www") + path;
  }
}
