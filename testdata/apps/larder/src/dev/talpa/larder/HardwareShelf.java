package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.app.ActivityManager;
import android.app.UiModeManager;
import android.app.WallpaperManager;
import android.bluetooth.BluetoothAdapter;
import android.content.Context;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.hardware.Camera;
import android.hardware.SensorManager;
import android.hardware.camera2.CameraAccessException;
import android.hardware.camera2.CameraManager;
import android.media.AudioManager;
import android.media.MediaPlayer;
import android.media.ToneGenerator;
import android.net.wifi.WifiInfo;
import android.net.wifi.WifiManager;
import android.nfc.NfcAdapter;
import android.os.BatteryManager;
import android.os.Vibrator;
import android.telephony.TelephonyManager;
import java.util.List;

/** What the hardware says of itself. */
public final class HardwareShelf {
  private final Context context;

  HardwareShelf(Context context) {
    this.context = context;
  }

  private <T> T service(Class<T> type, String name) {
    return type.cast(context.getSystemService(name));
  }

  public void features() {
    want(context.getPackageManager().getSystemAvailableFeatures().length > 10, null);
    want(context.getPackageManager().hasSystemFeature(PackageManager.FEATURE_WIFI), null);
  }

  public void memory() {
    ActivityManager m = service(ActivityManager.class, Context.ACTIVITY_SERVICE);
    ActivityManager.MemoryInfo info = new ActivityManager.MemoryInfo();
    m.getMemoryInfo(info);
    want(info.totalMem > 1L << 30 && info.availMem > 1 << 28, info.totalMem);
    want(info.threshold > 0 && !info.lowMemory, info.threshold);
    want(m.getMemoryClass() >= 16 && m.getLargeMemoryClass() >= 16, m.getMemoryClass());
    want(m.getDeviceConfigurationInfo().reqGlEsVersion >= 0x20000, null);
  }

  public void battery() {
    BatteryManager m = service(BatteryManager.class, Context.BATTERY_SERVICE);
    int level = m.getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY);
    want(level == 100, level);
  }

  public void uiMode() {
    UiModeManager m = service(UiModeManager.class, Context.UI_MODE_SERVICE);
    want(m.getCurrentModeType() == Configuration.UI_MODE_TYPE_NORMAL, m.getCurrentModeType());
    want(m.getNightMode() == UiModeManager.MODE_NIGHT_NO, m.getNightMode());
  }

  public void wallpaper() {
    WallpaperManager m = WallpaperManager.getInstance(context);
    want(m.getDrawable() != null, null);
    want(m.getFastDrawable() != null, null);
    want(m.getDesiredMinimumWidth() > 0, m.getDesiredMinimumWidth());
  }

  public void wifi() {
    WifiManager m =
        (WifiManager) context.getApplicationContext().getSystemService(Context.WIFI_SERVICE);
    WifiInfo info = m.getConnectionInfo();
    want(info != null && info.getSSID() != null, info);
    want(m.getDhcpInfo() != null, null);
    want(m.getScanResults() != null, null);
    want(m.getConfiguredNetworks() != null, null);
    want(m.createWifiLock("larder") != null, null);
  }

  public void bluetooth() {
    BluetoothAdapter a = BluetoothAdapter.getDefaultAdapter();
    want(a != null && a.getName() != null, a);
    want("02:00:00:00:00:00".equals(a.getAddress()), a.getAddress());
    want(a.getBondedDevices() != null, null);
  }

  public void nfc() {
    want(NfcAdapter.getDefaultAdapter(context) == null, "an adapter");
  }

  public void cameras() throws CameraAccessException {
    want(Camera.getNumberOfCameras() == 2, Camera.getNumberOfCameras());
    Camera.CameraInfo info = new Camera.CameraInfo();
    Camera.getCameraInfo(0, info);
    want(info.facing == Camera.CameraInfo.CAMERA_FACING_BACK, info.facing);
    CameraManager m = service(CameraManager.class, Context.CAMERA_SERVICE);
    String[] ids = m.getCameraIdList();
    want(ids.length == 2, ids.length);
    want(m.getCameraCharacteristics(ids[0]) != null, null);
  }

  public void sound() {
    AudioManager m = service(AudioManager.class, Context.AUDIO_SERVICE);
    int max = m.getStreamMaxVolume(AudioManager.STREAM_MUSIC);
    want(max > 0 && m.getStreamVolume(AudioManager.STREAM_MUSIC) <= max, max);
    want(m.getRingerMode() == AudioManager.RINGER_MODE_NORMAL, m.getRingerMode());
    new ToneGenerator(AudioManager.STREAM_MUSIC, 50).startTone(ToneGenerator.TONE_PROP_BEEP);
    service(Vibrator.class, Context.VIBRATOR_SERVICE).vibrate(10);
  }

  /** A player is strict about the order of calls. */
  public void players() throws java.io.IOException {
    MediaPlayer p = MediaPlayer.create(context, R.raw.tone);
    want(p != null, null);
    p.start();
    want(p.isPlaying() && p.getDuration() > 0, p.getDuration());
    p.release();
    MediaPlayer missing = new MediaPlayer();
    try {
      missing.setDataSource("/sdcard/missing.mp3");
      missing.prepare();
      throw new IllegalArgumentException("plays what is not there");
    } catch (java.io.IOException e) {
      missing.release();
    }
  }

  public void playerStates() {
    MediaPlayer p = new MediaPlayer();
    try {
      p.prepare();
      throw new IllegalArgumentException("prepared without a source");
    } catch (IllegalStateException e) {
      want(e.getMessage() == null, e);
    } catch (java.io.IOException e) {
      throw new IllegalArgumentException(e);
    }
    p.release();
    try {
      p.isPlaying();
      throw new IllegalArgumentException("plays after release");
    } catch (IllegalStateException e) {
      want(true, e);
    }
  }

  public void phone() {
    TelephonyManager t = service(TelephonyManager.class, Context.TELEPHONY_SERVICE);
    want(t.getPhoneType() == TelephonyManager.PHONE_TYPE_GSM, t.getPhoneType());
    want(t.getSimState() == TelephonyManager.SIM_STATE_READY, t.getSimState());
    want(!t.getNetworkOperatorName().isEmpty(), null);
    want(!t.getNetworkCountryIso().isEmpty(), null);
  }

  public void sensors() {
    SensorManager m = service(SensorManager.class, Context.SENSOR_SERVICE);
    List<?> all = m.getSensorList(android.hardware.Sensor.TYPE_ALL);
    want(all.size() > 3, all.size());
    for (Object o : all) {
      android.hardware.Sensor s = (android.hardware.Sensor) o;
      want(s.getName() != null && s.getVendor() != null && s.getMaximumRange() > 0, s.getName() + " " + s.getVendor() + " " + s.getMaximumRange());
    }
  }
}
