package talpa.agent.defaults;

import android.app.Application;
import android.content.Context;
import android.content.pm.FeatureInfo;
import android.content.pm.PackageManager;
import android.hardware.Sensor;
import android.hardware.SensorManager;
import android.telephony.TelephonyManager;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowPackageManager;
import org.robolectric.shadows.ShadowSensor;
import org.robolectric.shadows.ShadowSensorManager;
import org.robolectric.shadows.ShadowTelephonyManager;

/**
 * What the device says it has: the features, sensors and card of the emulator's plain phone image.
 */
final class Features {
  private static final List<String> FEATURES =
      List.of(
          PackageManager.FEATURE_APP_WIDGETS,
          PackageManager.FEATURE_AUDIO_OUTPUT,
          PackageManager.FEATURE_AUTOFILL,
          PackageManager.FEATURE_BACKUP,
          PackageManager.FEATURE_BLUETOOTH,
          PackageManager.FEATURE_BLUETOOTH_LE,
          PackageManager.FEATURE_CAMERA,
          PackageManager.FEATURE_CAMERA_ANY,
          PackageManager.FEATURE_CAMERA_AUTOFOCUS,
          PackageManager.FEATURE_CAMERA_FLASH,
          PackageManager.FEATURE_CAMERA_FRONT,
          PackageManager.FEATURE_CONNECTION_SERVICE,
          PackageManager.FEATURE_DEVICE_ADMIN,
          PackageManager.FEATURE_FAKETOUCH,
          PackageManager.FEATURE_FINGERPRINT,
          PackageManager.FEATURE_HOME_SCREEN,
          PackageManager.FEATURE_INPUT_METHODS,
          PackageManager.FEATURE_LIVE_WALLPAPER,
          PackageManager.FEATURE_LOCATION,
          PackageManager.FEATURE_LOCATION_GPS,
          PackageManager.FEATURE_LOCATION_NETWORK,
          PackageManager.FEATURE_MICROPHONE,
          PackageManager.FEATURE_MIDI,
          PackageManager.FEATURE_PICTURE_IN_PICTURE,
          PackageManager.FEATURE_PRINTING,
          PackageManager.FEATURE_SCREEN_LANDSCAPE,
          PackageManager.FEATURE_SCREEN_PORTRAIT,
          PackageManager.FEATURE_SENSOR_ACCELEROMETER,
          PackageManager.FEATURE_SENSOR_BAROMETER,
          PackageManager.FEATURE_SENSOR_COMPASS,
          PackageManager.FEATURE_SENSOR_GYROSCOPE,
          PackageManager.FEATURE_SENSOR_LIGHT,
          PackageManager.FEATURE_SENSOR_PROXIMITY,
          PackageManager.FEATURE_TELEPHONY,
          PackageManager.FEATURE_TELEPHONY_GSM,
          PackageManager.FEATURE_TOUCHSCREEN,
          PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH,
          PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH_DISTINCT,
          PackageManager.FEATURE_TOUCHSCREEN_MULTITOUCH_JAZZHAND,
          PackageManager.FEATURE_WEBVIEW,
          PackageManager.FEATURE_WIFI,
          PackageManager.FEATURE_WIFI_DIRECT);

  private static final List<Integer> SENSORS =
      List.of(
          Sensor.TYPE_ACCELEROMETER,
          Sensor.TYPE_MAGNETIC_FIELD,
          Sensor.TYPE_GYROSCOPE,
          Sensor.TYPE_LIGHT,
          Sensor.TYPE_PRESSURE,
          Sensor.TYPE_PROXIMITY,
          Sensor.TYPE_GRAVITY,
          Sensor.TYPE_LINEAR_ACCELERATION,
          Sensor.TYPE_ROTATION_VECTOR,
          Sensor.TYPE_RELATIVE_HUMIDITY,
          Sensor.TYPE_AMBIENT_TEMPERATURE,
          Sensor.TYPE_ORIENTATION);

  private Features() {}

  static void install(Application app) {
    ShadowPackageManager pm = Shadow.extract(app.getPackageManager());
    for (String f : FEATURES) {
      pm.setSystemFeature(f, true);
      FeatureInfo info = new FeatureInfo();
      info.name = f;
      pm.addSystemAvailableFeature(info);
    }
    SensorManager sensors = (SensorManager) app.getSystemService(Context.SENSOR_SERVICE);
    ShadowSensorManager shadow = Shadow.extract(sensors);
    for (int type : SENSORS) {
      shadow.addSensor(ShadowSensor.newInstance(type));
    }
    phone(app);
  }

  /** Figures of the SIM card and network of the emulator. */
  private static void phone(Application app) {
    TelephonyManager t = (TelephonyManager) app.getSystemService(Context.TELEPHONY_SERVICE);
    ShadowTelephonyManager s = Shadow.extract(t);
    s.setNetworkOperator("310260");
    s.setNetworkOperatorName("T-Mobile");
    s.setNetworkCountryIso("us");
    s.setSimOperator("310260");
    s.setSimOperatorName("T-Mobile");
    s.setSimCountryIso("us");
    s.setLine1Number("+15555215554");
  }
}
