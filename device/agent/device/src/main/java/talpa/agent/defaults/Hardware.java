package talpa.agent.defaults;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.ActivityManager;
import android.app.Application;
import android.content.pm.ConfigurationInfo;
import android.hardware.Sensor;
import android.hardware.SensorManager;
import android.os.BatteryManager;
import android.os.Build;
import android.view.inputmethod.InputMethodInfo;
import android.view.inputmethod.InputMethodManager;
import java.util.List;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowBatteryManager;
import org.robolectric.shadows.ShadowInputMethodManager;
import org.robolectric.shadows.ShadowSensor;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;
import talpa.agent.bridge.Platform;

/** Memory, battery, sensors and keyboard, as their managers tell of them. */
final class Hardware {
  private static final long MEMORY = 2L << 30;
  private static final long FREE = 1L << 30;
  private static final long LOW = 144L << 20;
  private static final int MEMORY_CLASS_MB = 192;
  private static final int GL_ES_3 = 0x30000;

  private Hardware() {}

  static void install(Application app) {
    memory(app);
    ShadowBatteryManager b = Shadow.extract(app.getSystemService(BatteryManager.class));
    b.setIsCharging(true);
    b.setIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY, 100);
    b.setIntProperty(BatteryManager.BATTERY_PROPERTY_STATUS, BatteryManager.BATTERY_STATUS_FULL);
    b.setIntProperty(BatteryManager.BATTERY_PROPERTY_CURRENT_NOW, 900_000);
    b.setIntProperty(BatteryManager.BATTERY_PROPERTY_CHARGE_COUNTER, 10_000);
    sensors(app);
    keyboard(app);
  }

  private static void memory(Application app) {
    ShadowActivityManager a = Shadow.extract(app.getSystemService(ActivityManager.class));
    ActivityManager.MemoryInfo m = new ActivityManager.MemoryInfo();
    m.totalMem = MEMORY;
    if (Platform.has(Build.VERSION_CODES.UPSIDE_DOWN_CAKE)) {
      m.advertisedMem = MEMORY;
    }
    m.availMem = FREE;
    m.threshold = LOW;
    a.setMemoryInfo(m);
    a.setMemoryClass(MEMORY_CLASS_MB);
    ConfigurationInfo c = new ConfigurationInfo();
    c.reqGlEsVersion = GL_ES_3;
    a.setDeviceConfigurationInfo(c);
  }

  /** Sensors have names, makers and ranges. */
  private static void sensors(Application app) {
    SensorManager m = app.getSystemService(SensorManager.class);
    m.getSensorList(Sensor.TYPE_ALL).forEach(Hardware::describe);
  }

  /** Gives a sensor its name, maker and range. */
  static void describe(Sensor s) {
    SensorFields f = reflector(SensorFields.class, s);
    f.setName("Goldfish " + SensorValues.name(s.getType()));
    f.setVendor("The Android Open Source Project");
    ShadowSensor shadow = Shadow.extract(s);
    shadow.setMaximumRange(SensorValues.range(s.getType()));
    shadow.setMinDelay(10_000);
    f.setResolution(1f / 4096);
    f.setPower(3f);
    f.setVersion(1);
    f.setStringType("android.sensor." + SensorValues.name(s.getType()));
  }

  private static void keyboard(Application app) {
    ShadowInputMethodManager m = Shadow.extract(app.getSystemService(InputMethodManager.class));
    InputMethodInfo latin =
        new InputMethodInfo(
            "com.android.inputmethod.latin",
            "com.android.inputmethod.latin.LatinIME",
            "Android Keyboard (AOSP)",
            null);
    m.setInputMethodInfoList(List.of(latin));
    m.setEnabledInputMethodInfoList(List.of(latin));
  }

  /** The fields of a sensor. */
  @ForType(Sensor.class)
  interface SensorFields {
    @Accessor("mName")
    void setName(String v);

    @Accessor("mVendor")
    void setVendor(String v);

    @Accessor("mResolution")
    void setResolution(float v);

    @Accessor("mPower")
    void setPower(float v);

    @Accessor("mVersion")
    void setVersion(int v);

    @Accessor("mStringType")
    void setStringType(String v);
  }
}
