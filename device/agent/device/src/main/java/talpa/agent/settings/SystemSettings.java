package talpa.agent.settings;

import android.content.ContentResolver;
import android.provider.Settings;
import java.util.Map;
import talpa.agent.bridge.Table;
import talpa.agent.wire.Params;

/**
 * The settings that the system writes when it is set up ({@code talpa/agent/settings.txt}), and
 * over them those that the device was given by {@code settings put}.
 */
public final class SystemSettings {
  private SystemSettings() {}

  public static void install(ContentResolver resolver, Params given) {
    for (String[] row : Table.rows("talpa/agent/settings.txt", 3)) {
      put(resolver, row[0], row[1], row[2]);
    }
    for (String space : given.map().keySet()) {
      for (Map.Entry<String, Object> e : given.object(space).map().entrySet()) {
        put(resolver, space, e.getKey(), String.valueOf(e.getValue()));
      }
    }
  }

  public static void put(ContentResolver r, String space, String name, String value) {
    switch (space) {
      case "system" -> Settings.System.putString(r, name, value);
      case "secure" -> Settings.Secure.putString(r, name, value);
      case "global" -> Settings.Global.putString(r, name, value);
      default -> {} // no other space exists
    }
  }
}
