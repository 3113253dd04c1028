package talpa.agent.stock;

import android.content.ContentResolver;
import android.provider.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import talpa.agent.wire.Params;

/**
 * The settings that the system writes when it is set up ({@code talpa/agent/settings.txt}), and
 * over them those that the device was given by {@code settings put}.
 */
final class SystemSettings {
  private static final String DEFAULTS = "talpa/agent/settings.txt";

  private SystemSettings() {}

  static void install(ContentResolver resolver, Params given) {
    try (BufferedReader r =
        new BufferedReader(
            new InputStreamReader(
                SystemSettings.class.getClassLoader().getResourceAsStream(DEFAULTS),
                StandardCharsets.UTF_8))) {
      for (String line = r.readLine(); line != null; line = r.readLine()) {
        String[] words = line.strip().split("\\s+", 3);
        if (words.length == 3 && !words[0].startsWith("#")) {
          put(resolver, words[0], words[1], words[2]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String space : given.map().keySet()) {
      for (Map.Entry<String, Object> e : given.object(space).map().entrySet()) {
        put(resolver, space, e.getKey(), String.valueOf(e.getValue()));
      }
    }
  }

  static void put(ContentResolver r, String space, String name, String value) {
    switch (space) {
      case "system" -> Settings.System.putString(r, name, value);
      case "secure" -> Settings.Secure.putString(r, name, value);
      case "global" -> Settings.Global.putString(r, name, value);
      default -> {} // no other space exists
    }
  }
}
