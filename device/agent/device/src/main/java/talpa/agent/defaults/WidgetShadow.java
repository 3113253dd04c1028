package talpa.agent.defaults;

import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProviderInfo;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.os.Bundle;
import android.widget.RemoteViews;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowAppWidgetManager;
import talpa.agent.process.PerApp;

/**
 * App widgets on the home screen: one of each provider that was ever told to update. What a
 * provider draws is drawn by the home screen, which is another app: here it is not drawn at all.
 */
@Implements(className = "android.appwidget.AppWidgetManager")
public class WidgetShadow extends ShadowAppWidgetManager {
  private static final String PROVIDER = "android.appwidget.provider";
  private static final int WIDTH_DP = 250;
  private static final int HEIGHT_DP = 110;

  private static final PerApp<Map<ComponentName, Integer>> PLACED =
      PerApp.of(ConcurrentHashMap::new);

  /** Completes a broadcast to a provider as the system sends it: with the widgets it is about. */
  public static void complete(Intent i, ActivityInfo receiver) {
    String action = String.valueOf(i.getAction());
    if (receiver.metaData == null
        || !receiver.metaData.containsKey(PROVIDER)
        || !action.startsWith("android.appwidget.action.APPWIDGET_")) {
      return;
    }
    ComponentName name = new ComponentName(receiver.packageName, receiver.name);
    Map<ComponentName, Integer> placed = PLACED.get();
    int id = placed.computeIfAbsent(name, n -> placed.size() + 1);
    if (!i.hasExtra(AppWidgetManager.EXTRA_APPWIDGET_IDS)) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_IDS, new int[] {id});
    }
    if (!i.hasExtra(AppWidgetManager.EXTRA_APPWIDGET_ID)) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_ID, id);
    }
    if (action.equals(AppWidgetManager.ACTION_APPWIDGET_OPTIONS_CHANGED)) {
      i.putExtra(AppWidgetManager.EXTRA_APPWIDGET_OPTIONS, options());
    }
  }

  private static Bundle options() {
    Bundle b = new Bundle();
    b.putInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH, WIDTH_DP);
    b.putInt(AppWidgetManager.OPTION_APPWIDGET_MAX_WIDTH, WIDTH_DP);
    b.putInt(AppWidgetManager.OPTION_APPWIDGET_MIN_HEIGHT, HEIGHT_DP);
    b.putInt(AppWidgetManager.OPTION_APPWIDGET_MAX_HEIGHT, HEIGHT_DP);
    return b;
  }

  @Override
  @Implementation
  protected int[] getAppWidgetIds(ComponentName provider) {
    Integer id = PLACED.get().get(provider);
    return id == null ? new int[0] : new int[] {id};
  }

  @Override
  @Implementation
  protected void updateAppWidget(int id, RemoteViews views) {}

  @Override
  @Implementation
  protected void updateAppWidget(int[] ids, RemoteViews views) {}

  @Override
  @Implementation
  protected Bundle getAppWidgetOptions(int id) {
    return PLACED.get().containsValue(id) ? options() : new Bundle();
  }

  @Override
  @Implementation
  protected AppWidgetProviderInfo getAppWidgetInfo(int id) {
    for (Map.Entry<ComponentName, Integer> e : PLACED.get().entrySet()) {
      if (e.getValue() == id) {
        AppWidgetProviderInfo info = new AppWidgetProviderInfo();
        info.provider = e.getKey();
        return info;
      }
    }
    return null;
  }
}
