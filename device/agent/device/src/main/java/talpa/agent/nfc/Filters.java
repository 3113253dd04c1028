package talpa.agent.nfc;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.content.res.XmlResourceParser;
import android.nfc.NfcAdapter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
import talpa.agent.process.OwnFilters;

/** Activities of the app whose manifest asks for tags. */
final class Filters {
  private Filters() {}

  /** An activity, and lists of technologies: a tag must have all of one. */
  record Techs(ComponentName activity, String[][] lists) {}

  private static Application app() {
    return RuntimeEnvironment.getApplication();
  }

  private static List<ResolveInfo> query(Intent i, int flags) {
    Intent own = new Intent(i).setPackage(app().getPackageName());
    return app().getPackageManager().queryIntentActivities(own, flags);
  }

  private static ComponentName name(ResolveInfo r) {
    return new ComponentName(r.activityInfo.packageName, r.activityInfo.name);
  }

  /** The activity that takes an intent; null if there is none. */
  static ComponentName activity(Intent i) {
    return query(i, PackageManager.MATCH_DEFAULT_ONLY).stream()
        .findFirst()
        .map(Filters::name)
        .orElse(null);
  }

  /** Filters of messages, by which activities are started. */
  static List<IntentFilter> ndef() {
    return OwnFilters.ofActivities().stream()
        .filter(f -> f.hasAction(NfcAdapter.ACTION_NDEF_DISCOVERED))
        .toList();
  }

  /** Activities that name technologies in XML beside their filter. */
  static List<Techs> techs() {
    List<Techs> out = new ArrayList<>();
    PackageManager pm = app().getPackageManager();
    Intent asked = new Intent(NfcAdapter.ACTION_TECH_DISCOVERED);
    for (ResolveInfo r : query(asked, PackageManager.GET_META_DATA)) {
      try (XmlResourceParser xml =
          r.activityInfo.loadXmlMetaData(pm, NfcAdapter.ACTION_TECH_DISCOVERED)) {
        if (xml != null) {
          out.add(new Techs(name(r), read(xml)));
        }
      } catch (IOException | XmlPullParserException e) {
        continue; // as the system does with what it cannot read
      }
    }
    return out;
  }

  private static String[][] read(XmlResourceParser xml) throws IOException, XmlPullParserException {
    List<String[]> lists = new ArrayList<>();
    List<String> list = new ArrayList<>();
    boolean tech = false;
    for (int e = xml.next(); e != XmlPullParser.END_DOCUMENT; e = xml.next()) {
      if (e == XmlPullParser.START_TAG) {
        tech = "tech".equals(xml.getName());
      } else if (e == XmlPullParser.TEXT && tech) {
        list.add(xml.getText().trim());
      } else if (e == XmlPullParser.END_TAG && "tech-list".equals(xml.getName())) {
        lists.add(list.toArray(new String[0]));
        list.clear();
      } else if (e == XmlPullParser.END_TAG) {
        tech = false;
      }
    }
    return lists.toArray(new String[0][]);
  }

  /** Whether a tag could start one of the app's activities. */
  static boolean any() {
    return !ndef().isEmpty()
        || !techs().isEmpty()
        || activity(new Intent(NfcAdapter.ACTION_TAG_DISCOVERED)) != null;
  }
}
