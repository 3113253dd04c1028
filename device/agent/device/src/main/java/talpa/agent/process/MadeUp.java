package talpa.agent.process;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.util.ReflectionHelpers;

/**
 * Answers of the system that nothing models: zero, false or null. Each call that gets one is told
 * once, as a lack of the device's, and those that got null are named with a null pointer's crash.
 */
public final class MadeUp {
  private static final PerApp<Set<String>> TOLD = PerApp.of(ConcurrentHashMap::newKeySet);
  private static final PerApp<Set<String>> NULLS = PerApp.of(ConcurrentHashMap::newKeySet);

  private MadeUp() {}

  /** The answer to a call; there is none to one that expects none. */
  public static Object answer(Method m) {
    if (m.getReturnType() == void.class) {
      return null;
    }
    Object value = ReflectionHelpers.defaultValueForType(m.getReturnType().getName());
    AppProcess p = AppProcess.current();
    if (p.warming()) {
      return value;
    }
    String call = m.getDeclaringClass().getSimpleName() + "." + m.getName();
    if (value == null) {
      NULLS.get().add(call);
    }
    if (TOLD.get().add(call)) {
      Map<String, String> what =
          Map.of("kind", "system call", "detail", call + " answers " + value);
      p.wire().notify("unsupported", what);
    }
    return value;
  }

  /** The calls by the loaded app, or on its behalf, that were answered with null, sorted. */
  static List<String> nulls() {
    return NULLS.get().stream().sorted().toList();
  }
}
