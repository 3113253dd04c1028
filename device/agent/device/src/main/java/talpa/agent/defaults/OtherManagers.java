package talpa.agent.defaults;

import android.content.Context;
import android.net.INetworkStatsService;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.process.MadeUp;

/**
 * Managers of services that Robolectric lacks: real ones, whose service does nothing and answers
 * with nothing, but for that of network statistics.
 */
public final class OtherManagers {
  private static final int APP_ID = 10_000;

  /** The manager's class and its service's interface, by the name of the service. */
  private static final Map<String, String[]> NAMES =
      Map.of(
          Context.PRINT_SERVICE,
          new String[] {"android.print.PrintManager", "android.print.IPrintManager"},
          Context.NETWORK_STATS_SERVICE,
          new String[] {
            "android.app.usage.NetworkStatsManager", "android.net.INetworkStatsService"
          },
          Context.MIDI_SERVICE,
          new String[] {"android.media.midi.MidiManager", "android.media.midi.IMidiManager"});

  private OtherManagers() {}

  /** The manager of a service for a context, or null if there is none of that name. */
  public static Object of(Context c, String name) {
    String[] classes = name == null ? null : NAMES.get(name);
    if (classes == null) {
      return null;
    }
    try {
      ClassLoader loader = OtherManagers.class.getClassLoader();
      Class<?> manager = Class.forName(classes[0], false, loader);
      Class<?> type = Class.forName(classes[1], false, loader);
      ClassParameter<?> service = parameter(type);
      return switch (name) {
        case Context.PRINT_SERVICE ->
            ReflectionHelpers.callConstructor(
                manager,
                ClassParameter.from(Context.class, c),
                service,
                ClassParameter.from(int.class, 0),
                ClassParameter.from(int.class, APP_ID));
        case Context.NETWORK_STATS_SERVICE ->
            ReflectionHelpers.callConstructor(
                manager, ClassParameter.from(Context.class, c), network());
        default -> ReflectionHelpers.callConstructor(manager, service);
      };
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static ClassParameter<?> network() {
    return ClassParameter.from(INetworkStatsService.class, NetworkStatistics.service());
  }

  private static <T> ClassParameter<T> parameter(Class<T> type) {
    Object service =
        Proxy.newProxyInstance(
            OtherManagers.class.getClassLoader(),
            new Class<?>[] {type},
            (p, m, args) -> MadeUp.nothing(m.getReturnType()));
    return ClassParameter.from(type, type.cast(service));
  }
}
