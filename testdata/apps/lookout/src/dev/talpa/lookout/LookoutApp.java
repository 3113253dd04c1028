package dev.talpa.lookout;

import android.app.Application;
import android.content.SharedPreferences;
import android.content.res.Configuration;
import android.location.LocationManager;
import android.net.ConnectivityManager;
import android.net.NetworkInfo;
import android.os.BatteryManager;
import java.util.TimeZone;

/** Keeps the station's name, which the first start chooses, and says how the phone stands at the start. */
public class LookoutApp extends Application {
  static String station;

  @Override
  public void onCreate() {
    super.onCreate();
    SharedPreferences kept = getSharedPreferences("station", MODE_PRIVATE);
    station = kept.getString("name", "North");
    kept.edit().putString("name", station).apply();
    Told.note("application");
    begun();
  }

  /** How the phone stands at the start, which no broadcast tells of. */
  private void begun() {
    NetworkInfo network = getSystemService(ConnectivityManager.class).getActiveNetworkInfo();
    Configuration c = getResources().getConfiguration();
    LocationManager places = getSystemService(LocationManager.class);
    Told.note("begins "
        + (network == null ? "offline" : network.getTypeName())
        + " battery " + getSystemService(BatteryManager.class).getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY)
        + " gps " + places.isProviderEnabled(LocationManager.GPS_PROVIDER)
        + " " + TimeZone.getDefault().getID()
        + " " + c.locale + " x" + c.fontScale
        + (c.orientation == Configuration.ORIENTATION_LANDSCAPE ? " wide" : " tall"));
  }

  @Override
  public void onTrimMemory(int level) {
    super.onTrimMemory(level);
    Told.note("trim " + level);
  }
}
