package talpa.agent.defaults;

import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProviderInfo;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.pm.PackageManager.NameNotFoundException;
import android.os.Bundle;
import android.widget.RemoteViews;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAppWidgetManager;

/**
 * App widgets on the home screen: those that were placed, and one of each provider that was ever
 * told to update. What a provider draws is drawn by the home screen, which is another app: here it
 * is not drawn at all.
 */
@Implements(className = "android.appwidget.AppWidgetManager")
public class WidgetShadow extends ShadowAppWidgetManager {
  private static final String PROVIDER = "android.appwidget.provider";

  /** Completes a broadcast to a provider as the system sends it: with the widgets it is about. */
  public static void complete(Intent i, ActivityInfo receiver) {
    String action = String.valueOf(i.getAction());
    if (receiver.metaData == null
        || !receiver.metaData.containsKey(PROVIDER)
        || !action.startsWith("android.appwidget.action.APPWIDGET_")) {
      return;
    }
    ComponentName name = new ComponentName(receiver.packageName, receiver.name);
    PlacedWidgets placed = PlacedWidgets.get();
    if (!i.hasExtra(AppWidgetManager.EXTRA_APPWIDGET_ID)) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, placed.sure(name));
    }
    if (!i.hasExtra(AppWidgetManager.EXTRA_APPWIDGET_IDS)) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_IDS, placed.ids(name));
    }
    if (action.equals(AppWidgetManager.ACTION_APPWIDGET_OPTIONS_CHANGED)) {
      int id = i.getIntExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, 0);
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_OPTIONS, placed.options(id));
    }
  }

  @Override
  @Implementation
  protected int[] getAppWidgetIds(ComponentName provider) {
    return PlacedWidgets.get().ids(provider);
  }

  @Override
  @Implementation
  protected void updateAppWidget(int id, RemoteViews views) {
    PlacedWidgets.get().show(id, views);
  }

  @Override
  @Implementation
  protected void updateAppWidget(int[] ids, RemoteViews views) {
    for (int id : ids) {
      PlacedWidgets.get().show(id, views);
    }
  }

  /** All widgets of a provider show the same. */
  @Implementation
  protected void updateAppWidget(ComponentName provider, RemoteViews views) {
    updateAppWidget(getAppWidgetIds(provider), views);
  }

  /** A collection of some widgets has other rows. */
  @Implementation
  protected void notifyAppWidgetViewDataChanged(int[] ids, int view) {
    for (int id : ids) {
      PlacedWidgets.get().changed(id);
    }
  }

  /** A collection of a widget has other rows. */
  @Implementation
  protected void notifyAppWidgetViewDataChanged(int id, int view) {
    PlacedWidgets.get().changed(id);
  }

  @Override
  @Implementation
  protected Bundle getAppWidgetOptions(int id) {
    return PlacedWidgets.get().options(id);
  }

  @Override
  @Implementation
  protected AppWidgetProviderInfo getAppWidgetInfo(int id) {
    ComponentName provider = PlacedWidgets.get().provider(id);
    if (provider == null) {
      return null;
    }
    AppWidgetProviderInfo info = new AppWidgetProviderInfo();
    info.provider = provider;
    try {
      // Label and icon come from there.
      info.providerInfo =
          RuntimeEnvironment.getApplication().getPackageManager().getReceiverInfo(provider, 0);
    } catch (NameNotFoundException e) {
      return null;
    }
    return info;
  }
}
