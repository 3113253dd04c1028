package dev.talpa.larder;

import static dev.talpa.larder.ShelvesActivity.want;

import android.content.ContentResolver;
import android.content.Context;
import android.media.Ringtone;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.Settings;

/** Settings that every phone has. */
public final class SettingsShelf {
  private final Context context;
  private final ContentResolver resolver;

  SettingsShelf(Context context) {
    this.context = context;
    resolver = context.getContentResolver();
  }

  public void androidId() {
    String id = Settings.Secure.getString(resolver, Settings.Secure.ANDROID_ID);
    want(id != null && id.matches("[0-9a-f]{16}"), id);
  }

  public void brightness() throws Settings.SettingNotFoundException {
    int b = Settings.System.getInt(resolver, Settings.System.SCREEN_BRIGHTNESS);
    want(b > 0 && b < 256, b);
    int mode = Settings.System.getInt(resolver, Settings.System.SCREEN_BRIGHTNESS_MODE);
    want(mode == 0 || mode == 1, mode);
  }

  public void screenOff() throws Settings.SettingNotFoundException {
    int ms = Settings.System.getInt(resolver, Settings.System.SCREEN_OFF_TIMEOUT);
    want(ms > 0, ms);
  }

  public void autoRotation() throws Settings.SettingNotFoundException {
    Settings.System.getInt(resolver, Settings.System.ACCELEROMETER_ROTATION);
  }

  public void airplaneMode() throws Settings.SettingNotFoundException {
    int on = Settings.Global.getInt(resolver, Settings.Global.AIRPLANE_MODE_ON);
    want(on == 0, on);
  }

  public void locationMode() throws Settings.SettingNotFoundException {
    int mode = Settings.Secure.getInt(resolver, Settings.Secure.LOCATION_MODE);
    want(mode == Settings.Secure.LOCATION_MODE_HIGH_ACCURACY, mode);
  }

  public void keyboard() {
    String id = Settings.Secure.getString(resolver, Settings.Secure.DEFAULT_INPUT_METHOD);
    want(id != null && id.contains("/"), id);
  }

  public void defaultRingtone() {
    Uri u = RingtoneManager.getDefaultUri(RingtoneManager.TYPE_NOTIFICATION);
    want(u != null, u);
    Uri actual =
        RingtoneManager.getActualDefaultRingtoneUri(context, RingtoneManager.TYPE_RINGTONE);
    want(actual != null, actual);
    Ringtone r = RingtoneManager.getRingtone(context, u);
    want(r != null, r);
    String title = r.getTitle(context);
    want(title != null, title);
    r.play();
    r.stop();
  }

  public void ringtones() {
    RingtoneManager m = new RingtoneManager(context);
    m.setType(RingtoneManager.TYPE_ALARM);
    want(m.getCursor() != null, null);
  }
}
