package talpa.agent.launcher;

import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.pm.ShortcutInfo;
import android.content.pm.ShortcutManager;
import android.content.res.XmlResourceParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
import talpa.agent.process.PerApp;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** The app's shortcuts: those of its manifest, and those that it has made while it ran. */
final class Shortcuts {
  private static final Logger LOG = Logger.getLogger(Shortcuts.class.getName());
  private static final String META = "android.app.shortcuts";
  private static final int LOWEST =
      Intent.FLAG_ACTIVITY_NEW_TASK
          | Intent.FLAG_ACTIVITY_CLEAR_TASK
          | Intent.FLAG_ACTIVITY_TASK_ON_HOME;
  private static final String ANDROID = "http://schemas.android.com/apk/res/android";

  private static final PerApp<Map<String, List<Intent>>> DECLARED = PerApp.of(Shortcuts::readAll);

  private Shortcuts() {}

  /** The wire method: the user chooses the shortcut "id" in the home screen. */
  static Object open(Params p) throws WireException {
    String id = p.string("id");
    List<Intent> intents = dynamic().get(id);
    if (intents == null) {
      intents = declared().get(id);
    }
    if (intents == null || intents.isEmpty()) {
      throw WireException.usage("no shortcut \"" + id + "\"");
    }
    Intent[] all = intents.toArray(new Intent[0]);
    all[0] = new Intent(all[0]).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    return LauncherModule.later(() -> start(all));
  }

  private static void start(Intent[] intents) {
    try {
      LauncherModule.context().startActivities(intents);
    } catch (ActivityNotFoundException e) {
      LOG.log(Level.FINE, "the home screen says that the app is not installed", e);
    }
  }

  /** In the words of {@code Module.registrations}. */
  static List<String> registrations() {
    List<String> out = new ArrayList<>();
    dynamic().keySet().forEach(id -> out.add("shortcut:" + id));
    declared().keySet().forEach(id -> out.add("shortcut-fixed:" + id));
    return out;
  }

  private static Map<String, List<Intent>> dynamic() {
    Map<String, List<Intent>> out = new LinkedHashMap<>();
    ShortcutManager m = LauncherModule.context().getSystemService(ShortcutManager.class);
    if (m == null) {
      return out;
    }
    List<ShortcutInfo> all = new ArrayList<>(m.getPinnedShortcuts());
    all.addAll(m.getDynamicShortcuts());
    for (ShortcutInfo s : all) {
      if (s.getIntents() != null) {
        out.put(s.getId(), List.of(s.getIntents()));
      }
    }
    return out;
  }

  /** Those of the manifest's activities, by their XML. */
  private static Map<String, List<Intent>> declared() {
    return DECLARED.get();
  }

  private static Map<String, List<Intent>> readAll() {
    Map<String, List<Intent>> out = new LinkedHashMap<>();
    Context c = LauncherModule.context();
    PackageManager pm = c.getPackageManager();
    try {
      ActivityInfo[] activities =
          pm.getPackageInfo(
                  c.getPackageName(), PackageManager.GET_ACTIVITIES | PackageManager.GET_META_DATA)
              .activities;
      for (ActivityInfo a : activities == null ? new ActivityInfo[0] : activities) {
        if (a.metaData != null && a.metaData.containsKey(META)) {
          read(a, pm, out);
        }
      }
    } catch (NameNotFoundException e) {
      LOG.log(Level.FINE, "no activities", e);
    }
    return out;
  }

  private static void read(ActivityInfo a, PackageManager pm, Map<String, List<Intent>> out) {
    try (XmlResourceParser xml = a.loadXmlMetaData(pm, META)) {
      String id = null;
      for (int t = xml.next(); t != XmlPullParser.END_DOCUMENT; t = xml.next()) {
        if (t != XmlPullParser.START_TAG) {
          continue;
        }
        if (xml.getName().equals("shortcut")) {
          id = xml.getAttributeValue(ANDROID, "shortcutId");
        } else if (xml.getName().equals("intent") && id != null) {
          Intent i = Intent.parseIntent(LauncherModule.context().getResources(), xml, xml);
          List<Intent> all = out.computeIfAbsent(id, k -> new ArrayList<>());
          if (all.isEmpty()) { // as ShortcutParser has it
            i.addFlags(LOWEST);
          }
          all.add(i);
        }
      }
    } catch (IOException | XmlPullParserException | NullPointerException e) {
      LOG.log(Level.FINE, "no description of shortcuts", e);
    }
  }
}
