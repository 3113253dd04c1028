package dev.talpa.vane;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.net.ConnectivityManager;
import android.os.Bundle;
import android.os.StatFs;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.TimeZone;

/**
 * Shows what is around the app, and which broadcasts told of it.
 *
 * <p>Planted: the forecast trusts that there is a network (NullPointerException).
 */
public class SkyActivity extends Activity {
  private final StringBuilder heard = new StringBuilder();
  private TextView around;
  private BroadcastReceiver receiver;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    LinearLayout column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    around = new TextView(this);
    column.addView(around);
    button(column, "Forecast", 
        new Runnable() {
          @Override
          public void run() {
            forecast();
          }
        });
    button(column, "Wake me", 
        new Runnable() {
          @Override
          public void run() {
            wake();
          }
        });
    button(column, "Pin", 
        new Runnable() {
          @Override
          public void run() {
            pin();
          }
        });
    setContentView(column);
    receiver =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent intent) {
            String action = intent.getAction();
            heard.append(' ').append(action.substring(action.lastIndexOf('.') + 1));
            show();
          }
        };
    IntentFilter filter = new IntentFilter(ConnectivityManager.CONNECTIVITY_ACTION);
    filter.addAction(Intent.ACTION_TIME_CHANGED);
    filter.addAction(Intent.ACTION_TIMEZONE_CHANGED);
    filter.addAction(Intent.ACTION_DEVICE_STORAGE_LOW);
    registerReceiver(receiver, filter);
    show();
  }

  @Override
  protected void onDestroy() {
    unregisterReceiver(receiver);
    super.onDestroy();
  }

  private static void button(LinearLayout column, String text, final Runnable action) {
    Button b = new Button(column.getContext());
    b.setText(text);
    b.setOnClickListener(
        new View.OnClickListener() {
          @Override
          public void onClick(View view) {
            action.run();
          }
        });
    column.addView(b);
  }

  private ConnectivityManager network() {
    return (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
  }

  private void show() {
    boolean online = network().getActiveNetworkInfo() != null;
    long free = new StatFs(getFilesDir().getPath()).getAvailableBytes();
    around.setText(
        "online=" + online
            + " zone=" + TimeZone.getDefault().getID()
            + " day=" + System.currentTimeMillis() / 86400000L
            + " full=" + (free == 0)
            + " heard=" + heard);
  }

  private void forecast() {
    setTitle(network().getActiveNetworkInfo().getTypeName());
  }

  private void wake() {
    Intent bell = new Intent(this, BellReceiver.class).putExtra("set", System.currentTimeMillis());
    PendingIntent later = PendingIntent.getBroadcast(this, 1, bell, PendingIntent.FLAG_UPDATE_CURRENT);
    AlarmManager alarms = (AlarmManager) getSystemService(ALARM_SERVICE);
    alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 8 * 3600000L, later);
  }

  private void pin() {
    Intent place = new Intent(this, PlaceActivity.class);
    Notification n =
        new Notification.Builder(this)
            .setSmallIcon(android.R.drawable.ic_dialog_info)
            .setContentTitle("Here")
            .setAutoCancel(true)
            .setContentIntent(PendingIntent.getActivity(this, 2, place, 0))
            .build();
    ((NotificationManager) getSystemService(NOTIFICATION_SERVICE)).notify(1, n);
  }
}
