package talpa.agent.defaults;

import android.appwidget.AppWidgetManager;
import android.content.ComponentName;
import android.os.Bundle;
import android.widget.RemoteViews;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import talpa.agent.process.PerApp;

/** The app widgets that lie on the home screen, in the order in which they were placed. */
public final class PlacedWidgets {
  private static final int WIDTH_DP = 250;
  private static final int HEIGHT_DP = 110;

  private static final PerApp<PlacedWidgets> CURRENT = PerApp.of(PlacedWidgets::new);

  private final Map<Integer, Widget> placed = new LinkedHashMap<>();
  private Consumer<RemoteViews> host = v -> {};
  private int last;

  /** One widget. */
  private static final class Widget {
    private final ComponentName provider;
    private int width = WIDTH_DP;
    private int height = HEIGHT_DP;
    private RemoteViews views;

    Widget(ComponentName provider) {
      this.provider = provider;
    }
  }

  private PlacedWidgets() {}

  /** Those of the app that is loaded. */
  public static PlacedWidgets get() {
    return CURRENT.get();
  }

  /** Tells the home screen of what widgets show from now on. */
  public synchronized void watch(Consumer<RemoteViews> by) {
    host = by;
  }

  /** Places one more widget of a provider; returns its number. */
  public synchronized int add(ComponentName provider) {
    placed.put(++last, new Widget(provider));
    return last;
  }

  /** The newest widget of a provider, which is placed where there is none. */
  public synchronized int sure(ComponentName provider) {
    int[] ids = ids(provider);
    return ids.length == 0 ? add(provider) : ids[ids.length - 1];
  }

  /** The widgets of a provider. */
  public synchronized int[] ids(ComponentName provider) {
    return placed.entrySet().stream()
        .filter(e -> e.getValue().provider.equals(provider))
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }

  /** Removes a widget. */
  public synchronized void remove(int id) {
    placed.remove(id);
  }

  /** Gives a widget a size in dp. */
  public synchronized void resize(int id, int width, int height) {
    Widget w = placed.get(id);
    if (w != null) {
      w.width = width;
      w.height = height;
    }
  }

  /** The providers of which something is shown. */
  public synchronized List<ComponentName> shown() {
    List<ComponentName> out = new ArrayList<>();
    for (Widget w : placed.values()) {
      if (w.views != null && !out.contains(w.provider)) {
        out.add(w.provider);
      }
    }
    return out;
  }

  /** What the newest widget of a provider shows, or null. */
  public synchronized RemoteViews views(ComponentName provider) {
    RemoteViews views = null;
    for (Widget w : placed.values()) {
      views = w.provider.equals(provider) ? w.views : views;
    }
    return views;
  }

  /** The provider has a widget show something. */
  void show(int id, RemoteViews views) {
    Consumer<RemoteViews> told;
    synchronized (this) {
      Widget w = placed.get(id);
      if (w == null) {
        return;
      }
      w.views = views;
      told = host;
    }
    told.accept(views);
  }

  /** The rows of a widget have changed: what shows them is asked anew. */
  void changed(int id) {
    RemoteViews views;
    Consumer<RemoteViews> told;
    synchronized (this) {
      Widget w = placed.get(id);
      views = w == null ? null : w.views;
      told = host;
    }
    if (views != null) {
      told.accept(views);
    }
  }

  /** The provider of a widget, or null. */
  synchronized ComponentName provider(int id) {
    Widget w = placed.get(id);
    return w == null ? null : w.provider;
  }

  /** What the provider is told of a widget's size. */
  synchronized Bundle options(int id) {
    Widget w = placed.get(id);
    Bundle b = new Bundle();
    if (w != null) {
      b.putInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH, w.width);
      b.putInt(AppWidgetManager.OPTION_APPWIDGET_MAX_WIDTH, w.width);
      b.putInt(AppWidgetManager.OPTION_APPWIDGET_MIN_HEIGHT, w.height);
      b.putInt(AppWidgetManager.OPTION_APPWIDGET_MAX_HEIGHT, w.height);
    }
    return b;
  }
}
