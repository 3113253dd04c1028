package talpa.agent.settings;

import android.content.ContentResolver;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.process.AppProcess;
import talpa.agent.process.PerApp;

/**
 * The settings as the provider of settings keeps them: all are texts, whatever type they are read
 * as. What was moved from one space to another is found by its old name, too.
 */
public final class SettingsShadow {
  private static final PerApp<SettingsShadow> SETTINGS = PerApp.of(SettingsShadow::new);

  private final Map<String, String> system = new ConcurrentHashMap<>();
  private final Map<String, String> secure = new ConcurrentHashMap<>();
  private final Map<String, String> global = new ConcurrentHashMap<>();
  private volatile boolean app;

  private SettingsShadow() {}

  private boolean put(
      Map<String, String> space, ContentResolver r, String name, String value, Uri changed) {
    String old = value == null ? space.remove(name) : space.put(name, value);
    if (r != null && !Objects.equals(old, value)) {
      r.notifyChange(changed, null);
      tell(space, name, value);
    }
    return true;
  }

  /** The front keeps what the app writes: the next process finds it. */
  private void tell(Map<String, String> space, String name, String value) {
    if (app) {
      AppProcess.current()
          .wire()
          .notify(
              "setting",
              Map.of(
                  "space",
                  space == system ? "system" : space == secure ? "secure" : "global",
                  "name",
                  name,
                  "value",
                  value == null ? "" : value,
                  "removed",
                  value == null));
    }
  }

  /** Who writes from now on: the app, or the system itself. */
  public static void writes(boolean byApp) {
    SETTINGS.get().app = byApp;
  }

  @SafeVarargs
  private static String first(String name, Map<String, String>... spaces) {
    for (Map<String, String> s : spaces) {
      String v = name == null ? null : s.get(name);
      if (v != null) {
        return v;
      }
    }
    return null;
  }

  /** Settings of the user. */
  @Implements(className = "android.provider.Settings$System")
  public static class System {
    /** The text of a setting, or null. */
    @Implementation
    protected static String getStringForUser(ContentResolver r, String name, int user) {
      SettingsShadow s = SETTINGS.get();
      return first(name, s.system, s.secure, s.global);
    }

    /** Sets or, with null, removes a setting. */
    @Implementation(minSdk = Build.VERSION_CODES.S)
    protected static boolean putStringForUser(
        ContentResolver r,
        String name,
        String value,
        String tag,
        boolean makeDefault,
        int user,
        boolean restorable) {
      return putStringForUser(r, name, value, user, restorable);
    }

    /** The same, as it was on Android 11. */
    @Implementation(maxSdk = Build.VERSION_CODES.R)
    protected static boolean putStringForUser(
        ContentResolver r, String name, String value, int user, boolean restorable) {
      if (SettingCalls.byApp() && !SettingRules.system(name)) {
        return false;
      }
      SettingsShadow s = SETTINGS.get();
      return s.put(s.system, r, name, value, Settings.System.getUriFor(name));
    }
  }

  /** Settings that apps may not write. */
  @Implements(className = "android.provider.Settings$Secure")
  public static class Secure {
    /** The text of a setting, or null. */
    @Implementation
    protected static String getStringForUser(ContentResolver r, String name, int user) {
      SettingsShadow s = SETTINGS.get();
      return first(name, s.secure, s.global);
    }

    /** Sets or, with null, removes a setting. */
    @Implementation
    protected static boolean putStringForUser(
        ContentResolver r,
        String name,
        String value,
        String tag,
        boolean makeDefault,
        int user,
        boolean restorable) {
      if (SettingCalls.byApp()) {
        SettingRules.secure();
      }
      SettingsShadow s = SETTINGS.get();
      return s.put(s.secure, r, name, value, Settings.Secure.getUriFor(name));
    }
  }

  /** Settings of the device. */
  @Implements(className = "android.provider.Settings$Global")
  public static class Global {
    /** The text of a setting, or null. */
    @Implementation
    protected static String getStringForUser(ContentResolver r, String name, int user) {
      return first(name, SETTINGS.get().global);
    }

    /** Sets or, with null, removes a setting. */
    @Implementation
    protected static boolean putStringForUser(
        ContentResolver r,
        String name,
        String value,
        String tag,
        boolean makeDefault,
        int user,
        boolean restorable) {
      if (SettingCalls.byApp()) {
        SettingRules.secure();
      }
      SettingsShadow s = SETTINGS.get();
      return s.put(s.global, r, name, value, Settings.Global.getUriFor(name));
    }
  }
}
