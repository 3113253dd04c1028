package dev.talpa.larder;

import android.Manifest;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.content.pm.PackageManager;
import android.location.Location;
import android.location.LocationListener;
import android.location.LocationManager;
import android.media.AudioFormat;
import android.media.AudioManager;
import android.media.AudioTrack;
import android.os.Bundle;
import android.speech.tts.TextToSpeech;
import android.webkit.WebView;
import android.webkit.WebViewClient;

/** What comes a moment after it was asked for. */
final class WaitingShelf implements LocationListener, SensorEventListener {
  private final ShelvesActivity to;
  private boolean sensed;
  private boolean located;

  WaitingShelf(final ShelvesActivity to) {
    this.to = to;
    location();
    SensorManager m = (SensorManager) to.getSystemService(Context.SENSOR_SERVICE);
    m.registerListener(
        this, m.getDefaultSensor(Sensor.TYPE_ACCELEROMETER), SensorManager.SENSOR_DELAY_NORMAL);
    new TextToSpeech(
        to,
        new TextToSpeech.OnInitListener() {
          @Override
          public void onInit(int status) {
            to.line("speech", status == TextToSpeech.SUCCESS ? "ok" : "got " + status);
          }
        });
    queue();
    to.askNewTask();
    track();
    page();
  }

  /** An ordered broadcast goes by priority, to receivers of the manifest as well, until one ends it. */
  private void queue() {
    String[] letters = {"z", "x", "a", "b"};
    int[] priorities = {-9, 1, 9, 4};
    for (int i = 0; i < letters.length; i++) {
      IntentFilter f = new IntentFilter(QueueReceiver.ACTION);
      f.setPriority(priorities[i]);
      to.registerReceiver(new QueueReceiver(letters[i]), f);
    }
    to.sendOrderedBroadcast(
        new Intent(QueueReceiver.ACTION).setPackage(to.getPackageName()),
        null,
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context context, Intent intent) {
            to.line("queue", "-ambx".equals(getResultData()) ? "ok" : "got " + getResultData());
          }
        },
        null,
        0,
        "-",
        null);
  }

  /** Sound that is played takes its time: a second, less what waits in the buffer. */
  private void track() {
    final int rate = 8000;
    new Thread() {
      @Override
      public void run() {
        int mono = AudioFormat.CHANNEL_OUT_MONO;
        int pcm = AudioFormat.ENCODING_PCM_16BIT;
        AudioTrack t =
            new AudioTrack(
                AudioManager.STREAM_MUSIC,
                rate,
                mono,
                pcm,
                AudioTrack.getMinBufferSize(rate, mono, pcm),
                AudioTrack.MODE_STREAM);
        t.play();
        long begin = System.currentTimeMillis();
        int n = t.write(new short[rate / 2], 0, rate / 2) + t.write(new short[rate / 2], 0, rate / 2);
        final long took = System.currentTimeMillis() - begin;
        final String got = n == rate && took >= 300 ? "ok" : n + " in " + took + " ms";
        t.release();
        to.runOnUiThread(
            new Runnable() {
              @Override
              public void run() {
                to.line("track", got);
              }
            });
      }
    }.start();
  }

  @SuppressWarnings("MissingPermission")
  private void location() {
    LocationManager m = (LocationManager) to.getSystemService(Context.LOCATION_SERVICE);
    if (to.checkSelfPermission(Manifest.permission.ACCESS_FINE_LOCATION)
        != PackageManager.PERMISSION_GRANTED) {
      to.line("location", "not allowed");
      return;
    }
    Location l = m.getLastKnownLocation(LocationManager.GPS_PROVIDER);
    to.line("lastLocation", l != null && l.hasAccuracy() && l.getTime() > 0 ? "ok" : "got " + l);
    m.requestLocationUpdates(LocationManager.GPS_PROVIDER, 1000, 0, this);
  }

  private void page() {
    WebView web = new WebView(to);
    web.setWebViewClient(
        new WebViewClient() {
          @Override
          public void onPageFinished(WebView view, String url) {
            to.line("page", url.startsWith("data:") ? "ok" : "got " + url);
          }
        });
    web.loadData("<h1>Larder</h1>", "text/html", "utf-8");
  }

  @Override
  public void onLocationChanged(Location l) {
    if (!located) {
      located = true;
      to.line("location", l.getProvider().equals("gps") ? "ok" : "got " + l);
    }
  }

  @Override
  public void onStatusChanged(String provider, int status, Bundle extras) {}

  @Override
  public void onProviderEnabled(String provider) {}

  @Override
  public void onProviderDisabled(String provider) {}

  @Override
  public void onSensorChanged(SensorEvent e) {
    if (!sensed) {
      sensed = true;
      double g = Math.sqrt(sq(e.values[0]) + sq(e.values[1]) + sq(e.values[2]));
      to.line("gravity", Math.abs(g - SensorManager.GRAVITY_EARTH) < 0.5 ? "ok" : "got " + g);
    }
  }

  private static double sq(float v) {
    return v * v;
  }

  @Override
  public void onAccuracyChanged(Sensor s, int accuracy) {}
}
