package talpa.agent.process;

import android.content.pm.ParceledListSlice;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.robolectric.util.ReflectionHelpers;

/**
 * Answers of the system that nothing models: zero, false, nothing in a list, or null. Each call
 * that gets one is told once, as a lack of the device's, and those that got null are named with a
 * null pointer's crash.
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
    Object value = nothing(m.getReturnType());
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
          Map.of("kind", "system call", "detail", call + " answers " + words(value));
      p.wire().notify("unsupported", what);
    }
    return value;
  }

  /** What is answered by a service that knows nothing: of what comes in the plural, none. */
  public static Object nothing(Class<?> type) {
    if (type.isArray()) {
      return Array.newInstance(type.getComponentType(), 0);
    }
    if (type == ParceledListSlice.class) {
      return ParceledListSlice.emptyList();
    }
    if (type == List.class) {
      return new ArrayList<>();
    }
    return type == Map.class
        ? new HashMap<>()
        : ReflectionHelpers.defaultValueForType(type.getName());
  }

  /** What the log says of an answer. */
  private static String words(Object value) {
    return value instanceof ParceledListSlice || (value != null && value.getClass().isArray())
        ? "[]"
        : String.valueOf(value);
  }

  /** The calls by the loaded app, or on its behalf, that were answered with null, sorted. */
  static List<String> nulls() {
    return NULLS.get().stream().sorted().toList();
  }
}
