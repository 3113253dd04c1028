package talpa.agent.settings;

import android.content.ContentResolver;
import android.content.Context;
import android.media.RingtoneManager;
import android.net.Uri;
import android.provider.Settings;
import java.util.function.BooleanSupplier;

/**
 * The app's own writing of settings. The framework does it for the app, and in its name; what the
 * device and Robolectric's shadows write is the system's.
 */
public final class SettingCalls {
  private static final ThreadLocal<Boolean> BY_APP = ThreadLocal.withInitial(() -> false);

  private SettingCalls() {}

  /** Whether the app is what writes a setting on this thread. */
  static boolean byApp() {
    return BY_APP.get();
  }

  private static boolean byApp(BooleanSupplier write) {
    boolean before = BY_APP.get();
    BY_APP.set(true);
    try {
      return write.getAsBoolean();
    } finally {
      BY_APP.set(before);
    }
  }

  /** RingtoneManager.setActualDefaultRingtoneUri. */
  public static void setActualDefaultRingtoneUri(Context c, int type, Uri ringtone) {
    byApp(
        () -> {
          RingtoneManager.setActualDefaultRingtoneUri(c, type, ringtone);
          return true;
        });
  }

  /** Calls of Settings.System. */
  public static final class System {
    private System() {}

    /** Settings.System.putString. */
    public static boolean putString(ContentResolver r, String name, String value) {
      return byApp(() -> Settings.System.putString(r, name, value));
    }

    /** Settings.System.putInt. */
    public static boolean putInt(ContentResolver r, String name, int value) {
      return byApp(() -> Settings.System.putInt(r, name, value));
    }

    /** Settings.System.putLong. */
    public static boolean putLong(ContentResolver r, String name, long value) {
      return byApp(() -> Settings.System.putLong(r, name, value));
    }

    /** Settings.System.putFloat. */
    public static boolean putFloat(ContentResolver r, String name, float value) {
      return byApp(() -> Settings.System.putFloat(r, name, value));
    }
  }

  /** Calls of Settings.Secure. */
  public static final class Secure {
    private Secure() {}

    /** Settings.Secure.putString. */
    public static boolean putString(ContentResolver r, String name, String value) {
      return byApp(() -> Settings.Secure.putString(r, name, value));
    }

    /** Settings.Secure.putInt. */
    public static boolean putInt(ContentResolver r, String name, int value) {
      return byApp(() -> Settings.Secure.putInt(r, name, value));
    }

    /** Settings.Secure.putLong. */
    public static boolean putLong(ContentResolver r, String name, long value) {
      return byApp(() -> Settings.Secure.putLong(r, name, value));
    }

    /** Settings.Secure.putFloat. */
    public static boolean putFloat(ContentResolver r, String name, float value) {
      return byApp(() -> Settings.Secure.putFloat(r, name, value));
    }
  }

  /** Calls of Settings.Global. */
  public static final class Global {
    private Global() {}

    /** Settings.Global.putString. */
    public static boolean putString(ContentResolver r, String name, String value) {
      return byApp(() -> Settings.Global.putString(r, name, value));
    }

    /** Settings.Global.putInt. */
    public static boolean putInt(ContentResolver r, String name, int value) {
      return byApp(() -> Settings.Global.putInt(r, name, value));
    }

    /** Settings.Global.putLong. */
    public static boolean putLong(ContentResolver r, String name, long value) {
      return byApp(() -> Settings.Global.putLong(r, name, value));
    }

    /** Settings.Global.putFloat. */
    public static boolean putFloat(ContentResolver r, String name, float value) {
      return byApp(() -> Settings.Global.putFloat(r, name, value));
    }
  }
}
