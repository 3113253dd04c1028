package dev.talpa.badger;

import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.bluetooth.BluetoothAdapter;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.PermissionGroupInfo;
import android.content.pm.PermissionInfo;
import android.hardware.Camera;
import android.hardware.camera2.CameraDevice;
import android.hardware.camera2.CameraManager;
import android.location.LocationManager;
import android.media.AudioFormat;
import android.media.AudioRecord;
import android.media.MediaRecorder;
import android.net.ConnectivityManager;
import android.net.wifi.WifiManager;
import android.os.Handler;
import android.os.PowerManager;
import android.os.Vibrator;
import android.telephony.SmsManager;
import android.telephony.TelephonyManager;
import android.view.View;
import java.io.File;
import java.io.IOException;

/** What an app without permissions is refused. Each method gives what it got, or throws. */
final class Refusals {
  private final Context context;

  Refusals(Context context) {
    this.context = context;
  }

  private <T> T service(Class<T> type, String name) {
    return type.cast(context.getApplicationContext().getSystemService(name));
  }

  Object place() {
    return service(LocationManager.class, Context.LOCATION_SERVICE).getLastKnownLocation("gps");
  }

  Object camera() {
    return Camera.open(0);
  }

  Object cameraDevice() throws Exception {
    service(CameraManager.class, Context.CAMERA_SERVICE)
        .openCamera(
            "0",
            new CameraDevice.StateCallback() {
              @Override
              public void onOpened(CameraDevice d) {}

              @Override
              public void onDisconnected(CameraDevice d) {}

              @Override
              public void onError(CameraDevice d, int error) {}
            },
            new Handler());
    return "opened";
  }

  /** What apps for Android 8 and before may. */
  Object scale() {
    new View(context).setScaleX(Float.NaN);
    return "taken";
  }

  Object message() {
    SmsManager.getDefault().sendTextMessage("5554", null, "dig", null, null);
    return "sent";
  }

  Object phoneNumber() {
    return service(TelephonyManager.class, Context.TELEPHONY_SERVICE).getLine1Number();
  }

  Object bluetooth() {
    return BluetoothAdapter.getDefaultAdapter().getBondedDevices();
  }

  Object exactAlarm() {
    PendingIntent i =
        PendingIntent.getBroadcast(context, 0, new Intent("dig"), 1 << 26);
    service(AlarmManager.class, Context.ALARM_SERVICE).setExact(AlarmManager.RTC, 0, i);
    return "set";
  }

  Object wifi() {
    return service(WifiManager.class, Context.WIFI_SERVICE).getConnectionInfo();
  }

  Object network() {
    return service(ConnectivityManager.class, Context.CONNECTIVITY_SERVICE).getActiveNetworkInfo();
  }

  Object vibrator() {
    service(Vibrator.class, Context.VIBRATOR_SERVICE).vibrate(10);
    return "vibrates";
  }

  Object wakeLock() {
    PowerManager m = service(PowerManager.class, Context.POWER_SERVICE);
    m.newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "badger:dig").acquire();
    return "acquired";
  }

  Object microphone() {
    AudioRecord r =
        new AudioRecord(
            MediaRecorder.AudioSource.MIC,
            44100,
            AudioFormat.CHANNEL_IN_MONO,
            AudioFormat.ENCODING_PCM_16BIT,
            8192);
    return "state " + r.getState();
  }

  Object recorder() {
    MediaRecorder r = new MediaRecorder();
    r.setAudioSource(MediaRecorder.AudioSource.MIC);
    return "ready";
  }

  Object recorderOrder() throws IOException {
    MediaRecorder r = new MediaRecorder();
    try {
      r.start();
      return "starts without a source";
    } catch (IllegalStateException e) {
      r.release();
      return "state: " + e.getMessage();
    }
  }

  /** Records if it may. */
  Object recording() throws IOException {
    File f = new File(context.getFilesDir(), "dig.mp4");
    MediaRecorder r = new MediaRecorder();
    try {
      r.setAudioSource(MediaRecorder.AudioSource.MIC);
    } catch (RuntimeException e) {
      return e.getMessage();
    }
    r.setOutputFormat(MediaRecorder.OutputFormat.MPEG_4);
    r.setAudioEncoder(MediaRecorder.AudioEncoder.AAC);
    r.setOutputFile(f.getPath());
    r.prepare();
    r.start();
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      return e;
    }
    r.stop();
    r.release();
    return f.length() > 0 ? "recorded" : "empty";
  }

  Object notification() {
    NotificationManager m = service(NotificationManager.class, Context.NOTIFICATION_SERVICE);
    m.createNotificationChannel(
        new NotificationChannel("dig", "Dig", NotificationManager.IMPORTANCE_DEFAULT));
    m.notify(
        1,
        new Notification.Builder(context, "dig")
            .setSmallIcon(android.R.drawable.ic_dialog_info)
            .setContentTitle("dug")
            .build());
    return m.areNotificationsEnabled() + " " + m.getActiveNotifications().length;
  }

  Object ownPermission() throws PackageManager.NameNotFoundException {
    PackageManager m = context.getPackageManager();
    PermissionInfo own = m.getPermissionInfo("dev.talpa.badger.permission.DIG", 0);
    return own.getProtection()
        + " "
        + context.checkSelfPermission("dev.talpa.badger.permission.DIG");
  }

  Object permissionGroup() throws PackageManager.NameNotFoundException {
    PackageManager m = context.getPackageManager();
    PermissionInfo camera = m.getPermissionInfo("android.permission.CAMERA", 0);
    PermissionGroupInfo g = m.getPermissionGroupInfo("android.permission-group.CAMERA", 0);
    return (camera.protectionLevel & 0xf) + " " + camera.group + " " + g.loadLabel(m);
  }

  Object unknownPermission() throws PackageManager.NameNotFoundException {
    return context.getPackageManager().getPermissionInfo("dev.talpa.none", 0);
  }
}
