package dev.talpa.lookout;

import android.app.PendingIntent;
import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProvider;
import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.widget.RemoteViews;

/**
 * The widget on the home screen.
 *
 * <p>Planted: it trusts that the application object was made (NullPointerException).
 */
public class Gauge extends AppWidgetProvider {
  @Override
  public void onUpdate(Context context, AppWidgetManager manager, int[] ids) {
    RemoteViews views = new RemoteViews(context.getPackageName(), R.layout.gauge);
    views.setTextViewText(R.id.gauge, LookoutApp.station.trim());
    Intent open = new Intent(context, NoticeReceiver.class).setAction("widget");
    views.setOnClickPendingIntent(R.id.gauge, PendingIntent.getBroadcast(context, 7, open, 0));
    views.setRemoteAdapter(R.id.bearings, new Intent(context, Bearings.class));
    Intent row = new Intent(context, NoticeReceiver.class).setAction("bearing");
    views.setPendingIntentTemplate(R.id.bearings, PendingIntent.getBroadcast(context, 8, row, 0));
    manager.updateAppWidget(ids, views);
    Told.note("widget update " + ids.length);
  }

  @Override
  public void onAppWidgetOptionsChanged(Context context, AppWidgetManager manager, int id, Bundle options) {
    Told.note("widget resize " + options.getInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH));
  }

  @Override
  public void onEnabled(Context context) {
    Told.note("widget enabled");
  }

  @Override
  public void onDeleted(Context context, int[] ids) {
    Told.note("widget deleted " + ids.length);
  }

  @Override
  public void onDisabled(Context context) {
    Told.note("widget disabled");
  }
}
