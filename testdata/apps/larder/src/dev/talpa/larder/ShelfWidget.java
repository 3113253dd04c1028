package dev.talpa.larder;

import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProvider;
import android.content.ComponentName;
import android.content.Context;
import android.util.Log;
import android.widget.RemoteViews;

/** A widget that says in the log what it was asked to draw. */
public class ShelfWidget extends AppWidgetProvider {
  @Override
  public void onUpdate(Context context, AppWidgetManager manager, int[] ids) {
    RemoteViews views = new RemoteViews(context.getPackageName(), R.layout.shelf_widget);
    views.setTextViewText(R.id.shelf, "larder");
    int known = manager.getAppWidgetIds(new ComponentName(context, ShelfWidget.class)).length;
    for (int id : ids) {
      manager.updateAppWidget(id, views);
      int width = manager.getAppWidgetOptions(id).getInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH);
      Log.i("larder", "widget " + ids.length + " of " + known + (width > 0 ? " has a width" : ""));
    }
  }
}
