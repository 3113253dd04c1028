package talpa.agent.load;

import android.app.Application;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.ConscryptMode;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.annotation.experimental.LazyApplication;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;

/** Robolectric's configuration for one run. */
final class Settings implements Configuration {
  private final Map<Class<?>, Object> values = new HashMap<>();

  Settings(String qualifiers, float fontScale) {
    values.put(ConscryptMode.Mode.class, ConscryptMode.Mode.OFF);
    values.put(LooperMode.Mode.class, LooperMode.Mode.PAUSED);
    values.put(LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.ON);
    values.put(GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE);
    values.put(SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE);
    values.put(
        Config.class,
        Config.Builder.defaults().setQualifiers(qualifiers).setFontScale(fontScale).build());
  }

  /**
   * The same for a process in the restricted mode of backup and restore: with Android's own
   * Application in place of the app's.
   */
  Settings restricted() {
    Config c = (Config) values.get(Config.class);
    Settings s = new Settings(c.qualifiers(), c.fontScale());
    s.values.put(
        Config.class,
        Config.Builder.defaults()
            .setQualifiers(c.qualifiers())
            .setFontScale(c.fontScale())
            .setApplication(Application.class)
            .build());
    return s;
  }

  @Override
  public <T> T get(Class<T> c) {
    return c.cast(values.get(c));
  }

  @Override
  public Collection<Class<?>> keySet() {
    return values.keySet();
  }

  @Override
  public Map<Class<?>, Object> map() {
    return values;
  }
}
