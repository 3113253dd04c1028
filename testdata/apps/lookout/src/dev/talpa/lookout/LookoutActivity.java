package dev.talpa.lookout;

import android.app.Activity;
import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.bluetooth.BluetoothAdapter;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.ShortcutInfo;
import android.content.pm.ShortcutManager;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.location.GnssStatus;
import android.location.GpsSatellite;
import android.location.GpsStatus;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.location.OnNmeaMessageListener;
import android.media.session.MediaSession;
import android.media.session.PlaybackState;
import android.net.ConnectivityManager;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.nfc.NfcAdapter;
import android.os.BatteryManager;
import android.os.Bundle;
import android.telephony.PhoneStateListener;
import android.telephony.TelephonyManager;
import android.view.View;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;
import java.util.Collections;

/**
 * Watches one part of the world after the other and shows what it is told.
 *
 * <p>Planted: without the application's own object there is no station (NullPointerException); at
 * the pole a degree of longitude has no length (ArithmeticException); steps are counted from the
 * first to the last, and a restart of the phone begins anew (IllegalStateException).
 */
public class LookoutActivity extends Activity implements LocationListener, SensorEventListener {
  private TextView shown;
  private LinearLayout column;
  private float steps = -1;
  private MediaSession session;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    setTitle(LookoutApp.station.trim());
    column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    button("Places", new Runnable() {
      @Override
      public void run() {
        places();
      }
    });
    button("Sensors", new Runnable() {
      @Override
      public void run() {
        sensors();
      }
    });
    button("Radios", new Runnable() {
      @Override
      public void run() {
        radios();
      }
    });
    button("Calls", new Runnable() {
      @Override
      public void run() {
        calls();
      }
    });
    button("Finger", new Runnable() {
      @Override
      public void run() {
        Finger.ask(LookoutActivity.this);
      }
    });
    button("Pin", new Runnable() {
      @Override
      public void run() {
        pin();
      }
    });
    button("Later", new Runnable() {
      @Override
      public void run() {
        later();
      }
    });
    shown = new TextView(this);
    column.addView(shown);
    setContentView(column);
    Told.watcher = new Runnable() {
      @Override
      public void run() {
        runOnUiThread(new Runnable() {
          @Override
          public void run() {
            shown.setText(Told.all());
          }
        });
      }
    };
    if (!Intent.ACTION_MAIN.equals(getIntent().getAction())) {
      Told.note("shortcut " + getIntent().getAction());
    }
    Told.note("activity " + (state == null ? "new" : "restored"));
  }

  @Override
  protected void onDestroy() {
    Told.watcher = null;
    super.onDestroy();
  }

  private void button(String text, final Runnable action) {
    Button b = new Button(this);
    b.setText(text);
    b.setOnClickListener(new View.OnClickListener() {
      @Override
      public void onClick(View view) {
        action.run();
      }
    });
    column.addView(b);
  }

  private void places() {
    final LocationManager m = (LocationManager) getSystemService(LOCATION_SERVICE);
    m.requestLocationUpdates(LocationManager.GPS_PROVIDER, 0, 0, this);
    m.addGpsStatusListener(new GpsStatus.Listener() {
      @Override
      public void onGpsStatusChanged(int event) {
        if (event != GpsStatus.GPS_EVENT_SATELLITE_STATUS) {
          Told.note("gps event " + event);
          return;
        }
        int n = 0;
        for (GpsSatellite s : m.getGpsStatus(null).getSatellites()) {
          n += s.usedInFix() ? 1 : 0;
        }
        Told.note("gps satellites " + n);
      }
    });
    m.registerGnssStatusCallback(new GnssStatus.Callback() {
      @Override
      public void onSatelliteStatusChanged(GnssStatus status) {
        Told.note("gnss satellites " + status.getSatelliteCount());
      }
    });
    m.addNmeaListener(new OnNmeaMessageListener() {
      @Override
      public void onNmeaMessage(String message, long time) {
        Told.note("nmea " + message);
      }
    });
  }

  @Override
  public void onLocationChanged(Location l) {
    int metres = (int) (111320 * Math.cos(Math.toRadians(l.getLatitude())));
    Told.note("fix " + l.getLatitude() + " " + l.getLongitude() + " altitude " + l.hasAltitude() + " " + l.getAltitude()
        + " accuracy " + l.getAccuracy() + " degrees " + 1000 / metres);
  }

  @Override
  public void onProviderEnabled(String provider) {
    Told.note("enabled " + provider);
  }

  @Override
  public void onProviderDisabled(String provider) {
    Told.note("disabled " + provider);
  }

  @Override
  public void onStatusChanged(String provider, int status, Bundle extras) {}

  private void sensors() {
    SensorManager m = (SensorManager) getSystemService(SENSOR_SERVICE);
    for (int type : new int[] {Sensor.TYPE_STEP_COUNTER, Sensor.TYPE_LIGHT, Sensor.TYPE_PRESSURE}) {
      Sensor s = m.getDefaultSensor(type);
      Told.note("sensor " + type + " " + (s != null));
      if (s != null) {
        m.registerListener(this, s, SensorManager.SENSOR_DELAY_NORMAL);
      }
    }
    IntentFilter battery = new IntentFilter(Intent.ACTION_BATTERY_CHANGED);
    battery.addAction(Intent.ACTION_BATTERY_LOW);
    battery.addAction(Intent.ACTION_POWER_DISCONNECTED);
    registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent i) {
        int level = i.getIntExtra(BatteryManager.EXTRA_LEVEL, -1);
        Told.note(i.getAction().substring(i.getAction().lastIndexOf('.') + 1) + " " + level + " plugged "
            + i.getIntExtra(BatteryManager.EXTRA_PLUGGED, -1));
      }
    }, battery);
  }

  @Override
  public void onSensorChanged(SensorEvent e) {
    Told.note("reading " + e.sensor.getType() + " " + e.values[0]);
    if (e.sensor.getType() == Sensor.TYPE_STEP_COUNTER) {
      if (e.values[0] < steps) {
        throw new IllegalStateException("steps back");
      }
      steps = e.values[0];
    }
  }

  @Override
  public void onAccuracyChanged(Sensor sensor, int accuracy) {}

  private void radios() {
    ConnectivityManager m = (ConnectivityManager) getSystemService(CONNECTIVITY_SERVICE);
    m.registerDefaultNetworkCallback(new ConnectivityManager.NetworkCallback() {
      @Override
      public void onAvailable(Network network) {
        Told.note("network available");
      }

      @Override
      public void onCapabilitiesChanged(Network network, NetworkCapabilities c) {
        Told.note("network mobile " + c.hasTransport(NetworkCapabilities.TRANSPORT_CELLULAR));
      }

      @Override
      public void onLost(Network network) {
        Told.note("network lost");
      }
    });
    BluetoothAdapter bluetooth = BluetoothAdapter.getDefaultAdapter();
    Told.note("bluetooth " + (bluetooth == null ? "absent" : bluetooth.isEnabled()));
    NfcAdapter nfc = NfcAdapter.getDefaultAdapter(this);
    Told.note("nfc " + (nfc == null ? "absent" : nfc.isEnabled()));
    IntentFilter f = new IntentFilter(BluetoothAdapter.ACTION_STATE_CHANGED);
    f.addAction(NfcAdapter.ACTION_ADAPTER_STATE_CHANGED);
    f.addAction(Intent.ACTION_HEADSET_PLUG);
    registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent i) {
        if (Intent.ACTION_HEADSET_PLUG.equals(i.getAction())) {
          Told.note("headset " + i.getIntExtra("state", -1));
        } else if (BluetoothAdapter.ACTION_STATE_CHANGED.equals(i.getAction())) {
          Told.note("bluetooth state " + i.getIntExtra(BluetoothAdapter.EXTRA_STATE, -1));
        } else {
          Told.note("nfc state " + i.getIntExtra(NfcAdapter.EXTRA_ADAPTER_STATE, -1));
        }
      }
    }, f);
    session = new MediaSession(this, "lookout");
    session.setCallback(new MediaSession.Callback() {
      @Override
      public void onPlay() {
        Told.note("media play");
      }
    });
    session.setPlaybackState(new PlaybackState.Builder().setActions(PlaybackState.ACTION_PLAY | PlaybackState.ACTION_PLAY_PAUSE)
        .setState(PlaybackState.STATE_PAUSED, 0, 1).build());
    session.setActive(true);
  }

  private void calls() {
    TelephonyManager m = (TelephonyManager) getSystemService(TELEPHONY_SERVICE);
    m.listen(new PhoneStateListener() {
      @Override
      public void onCallStateChanged(int state, String number) {
        Told.note("call " + state + " " + number);
      }
    }, PhoneStateListener.LISTEN_CALL_STATE);
  }

  private PendingIntent notice(String action, int code) {
    return PendingIntent.getBroadcast(this, code, new Intent(this, NoticeReceiver.class).setAction(action), 0);
  }

  private void pin() {
    NotificationManager m = (NotificationManager) getSystemService(NOTIFICATION_SERVICE);
    m.createNotificationChannel(new NotificationChannel("a", "All", NotificationManager.IMPORTANCE_DEFAULT));
    Notification n = new Notification.Builder(this, "a").setSmallIcon(android.R.drawable.ic_dialog_info)
        .setContentTitle("Ship").setAutoCancel(true).setContentIntent(notice("tapped", 1))
        .setDeleteIntent(notice("dismissed", 2))
        .addAction(new Notification.Action.Builder(null, "Wave", notice("waved", 3)).build())
        .addAction(new Notification.Action.Builder(null, "Hide", notice("hidden", 4)).build()).build();
    m.notify(1, n);
  }

  private void later() {
    AlarmManager alarms = (AlarmManager) getSystemService(ALARM_SERVICE);
    alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() + 3600000L, notice("rang", 5));
    JobScheduler jobs = (JobScheduler) getSystemService(JOB_SCHEDULER_SERVICE);
    ShortcutInfo west = new ShortcutInfo.Builder(this, "west").setShortLabel("West")
        .setIntent(new Intent("dev.talpa.lookout.WEST", null, this, LookoutActivity.class)).build();
    getSystemService(ShortcutManager.class).setDynamicShortcuts(Collections.singletonList(west));
    jobs.schedule(new JobInfo.Builder(9, new ComponentName(this, Rounds.class)).setMinimumLatency(7200000L).build());
  }
}
