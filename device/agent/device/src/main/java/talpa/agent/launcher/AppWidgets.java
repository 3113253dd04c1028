package talpa.agent.launcher;

import android.app.PendingIntent;
import android.appwidget.AppWidgetManager;
import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.NameNotFoundException;
import android.content.res.XmlResourceParser;
import android.widget.RemoteViews;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;
import talpa.agent.defaults.PlacedWidgets;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;
import talpa.agent.service.BackgroundStarts;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/**
 * The home screen as the host of the app's widgets: people place one, make it larger, touch what it
 * shows, and remove it; the system has it updated. The newest one of a provider is meant. Rows of
 * collections are asked for as a host does, on a thread of their own.
 */
final class AppWidgets {
  private static final Logger LOG = Logger.getLogger(AppWidgets.class.getName());
  private static final String META = "android.appwidget.provider";
  private static final String ANDROID = "http://schemas.android.com/apk/res/android";

  private static final PerApp<AppWidgets> CURRENT = PerApp.of(AppWidgets::new);

  private final Rows rows = new Rows();

  private AppWidgets() {
    PlacedWidgets.get().watch(this::shown);
  }

  /**
   * The wire method: "component" is the provider, "how" is added, update, resize (with "width" and
   * "height" in dp), tap (with the "index" of what is touched) or removed. While the app starts, it
   * is one that was placed in the time of an earlier process.
   */
  static Object act(Params p) throws WireException {
    ComponentName name = LauncherModule.component(p);
    ActivityInfo provider = provider(name);
    AppWidgets all = CURRENT.get();
    PlacedWidgets placed = PlacedWidgets.get();
    boolean news = !AppProcess.current().starting();
    switch (p.string("how", "update")) {
      case "added" -> {
        boolean first = placed.ids(name).length == 0;
        int id = placed.add(name);
        if (news) {
          LauncherModule.later(() -> all.added(provider, name, id, first));
        }
      }
      case "update" -> {
        placed.sure(name);
        LauncherModule.later(() -> all.tell(name, AppWidgetManager.ACTION_APPWIDGET_UPDATE, 0));
      }
      case "resize" -> {
        int id = placed.sure(name);
        placed.resize(id, (int) p.integer("width", 0), (int) p.integer("height", 0));
        LauncherModule.later(
            () -> all.tell(name, AppWidgetManager.ACTION_APPWIDGET_OPTIONS_CHANGED, id));
      }
      case "tap" -> all.tap(name, (int) p.integer("index", 0));
      case "removed" -> {
        if (news) {
          int id = placed.sure(name);
          placed.remove(id);
          LauncherModule.later(() -> all.removed(name, id));
        }
      }
      default -> throw WireException.usage("a widget is not " + p.string("how"));
    }
    return null;
  }

  /** What there is to do with what widgets show, in the words of {@code Module.registrations}. */
  static List<String> registrations() {
    List<String> out = new ArrayList<>();
    for (ComponentName name : PlacedWidgets.get().shown()) {
      String w = "widget:" + name.flattenToString();
      out.add(w);
      for (int i = CURRENT.get().touchable(name).size() - 1; i >= 0; i--) {
        out.add(w + ":" + i);
      }
    }
    return out;
  }

  private static ActivityInfo provider(ComponentName name) throws WireException {
    try {
      PackageManager pm = LauncherModule.context().getPackageManager();
      ActivityInfo r = pm.getReceiverInfo(name, PackageManager.GET_META_DATA);
      if (r.metaData != null && r.metaData.containsKey(META)) {
        return r;
      }
    } catch (NameNotFoundException e) {
      LOG.log(Level.FINE, "not there", e);
    }
    throw WireException.usage(name.flattenToShortString() + " provides no widget");
  }

  /** A widget that wants to be configured is not updated: its activity does that. */
  private void added(ActivityInfo provider, ComponentName name, int id, boolean first) {
    if (first) {
      tell(name, AppWidgetManager.ACTION_APPWIDGET_ENABLED, id);
    }
    ComponentName configure = configure(provider);
    if (configure == null) {
      tell(name, AppWidgetManager.ACTION_APPWIDGET_UPDATE, id);
      tell(name, AppWidgetManager.ACTION_APPWIDGET_OPTIONS_CHANGED, id);
      return;
    }
    try {
      LauncherModule.context()
          .startActivity(
              new Intent(AppWidgetManager.ACTION_APPWIDGET_CONFIGURE)
                  .setComponent(configure)
                  .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
                  .putExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, id));
    } catch (ActivityNotFoundException e) {
      LOG.log(Level.FINE, "the home screen shows that it is not there", e);
    }
  }

  private static ComponentName configure(ActivityInfo provider) {
    PackageManager pm = LauncherModule.context().getPackageManager();
    try (XmlResourceParser xml = provider.loadXmlMetaData(pm, META)) {
      for (int t = xml.next(); t != XmlPullParser.END_DOCUMENT; t = xml.next()) {
        String cls =
            t == XmlPullParser.START_TAG ? xml.getAttributeValue(ANDROID, "configure") : null;
        if (cls != null) {
          String full = cls.startsWith(".") ? provider.packageName + cls : cls;
          return new ComponentName(provider.packageName, full);
        }
      }
    } catch (IOException | XmlPullParserException | NullPointerException e) {
      LOG.log(Level.FINE, "no description of the widget", e);
    }
    return null;
  }

  private void removed(ComponentName name, int id) {
    tell(name, AppWidgetManager.ACTION_APPWIDGET_DELETED, id);
    if (PlacedWidgets.get().ids(name).length == 0) {
      tell(name, AppWidgetManager.ACTION_APPWIDGET_DISABLED, id);
    }
  }

  /** Sends a broadcast of the widget service: about one widget, or with 0 about all of them. */
  private void tell(ComponentName name, String action, int id) {
    Intent i = new Intent(action).setComponent(name);
    if (id != 0) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, id);
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_IDS, new int[] {id});
    }
    BackgroundStarts.active();
    LauncherModule.context().sendBroadcast(i);
  }

  private void shown(RemoteViews views) {
    for (Intent service : new Clicks(views).collections) {
      rows.load(service);
    }
  }

  private List<Clicks.Click> touchable(ComponentName name) {
    Clicks clicks = new Clicks(PlacedWidgets.get().views(name));
    List<Clicks.Click> out = new ArrayList<>(clicks.clicks);
    PendingIntent template = clicks.template();
    for (Intent service : clicks.collections) {
      for (RemoteViews row : rows.of(service)) {
        for (Intent fillIn : new Clicks(row).fillIns) {
          if (template != null) {
            out.add(new Clicks.Click(template, fillIn));
          }
        }
      }
    }
    return out;
  }

  private void tap(ComponentName name, int index) throws WireException {
    List<Clicks.Click> all = touchable(name);
    if (index < 0 || index >= all.size()) {
      throw WireException.usage(
          "the widget of "
              + name.getShortClassName()
              + " shows "
              + all.size()
              + " things to touch");
    }
    LauncherModule.later(all.get(index)::send);
  }
}
