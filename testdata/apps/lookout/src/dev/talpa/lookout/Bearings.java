package dev.talpa.lookout;

import android.content.Intent;
import android.os.Looper;
import android.widget.RemoteViews;
import android.widget.RemoteViewsService;

/**
 * The rows of the widget: a bearing for each letter of the station's name.
 *
 * <p>Planted: a station without a name has a row all the same (StringIndexOutOfBoundsException).
 */
public class Bearings extends RemoteViewsService {
  @Override
  public RemoteViewsFactory onGetViewFactory(Intent intent) {
    return new Factory(getPackageName());
  }

  private static final class Factory implements RemoteViewsFactory {
    private final String app;

    Factory(String app) {
      this.app = app;
    }

    @Override
    public void onCreate() {
      Told.note("rows created");
    }

    @Override
    public void onDataSetChanged() {
      Told.note("rows asked for on the main thread " + (Looper.myLooper() == Looper.getMainLooper()));
    }

    @Override
    public int getCount() {
      return Math.max(1, LookoutApp.station.length());
    }

    @Override
    public RemoteViews getViewAt(int position) {
      RemoteViews row = new RemoteViews(app, R.layout.bearing);
      row.setTextViewText(R.id.bearing, String.valueOf(LookoutApp.station.charAt(position)));
      row.setOnClickFillInIntent(R.id.bearing, new Intent().putExtra("at", position));
      return row;
    }

    @Override
    public RemoteViews getLoadingView() {
      return null;
    }

    @Override
    public int getViewTypeCount() {
      return 1;
    }

    @Override
    public long getItemId(int position) {
      return position;
    }

    @Override
    public boolean hasStableIds() {
      return true;
    }

    @Override
    public void onDestroy() {}
  }
}
