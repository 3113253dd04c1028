package dev.talpa.lookout;

import android.app.Application;
import android.content.SharedPreferences;

/** Keeps the station's name, which the first start chooses. */
public class LookoutApp extends Application {
  static String station;

  @Override
  public void onCreate() {
    super.onCreate();
    SharedPreferences kept = getSharedPreferences("station", MODE_PRIVATE);
    station = kept.getString("name", "North");
    kept.edit().putString("name", station).apply();
    Told.note("application");
  }

  @Override
  public void onTrimMemory(int level) {
    super.onTrimMemory(level);
    Told.note("trim " + level);
  }
}
