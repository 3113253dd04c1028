package talpa.agent.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.Shadows;
import org.robolectric.annotation.Implements;
import talpa.agent.bridge.Platform;
import talpa.agent.bridge.Table;

/**
 * The shadow of a class is asked of every object of its subclasses. So where Robolectric has a
 * shadow for a subclass of a class that ours shadows, that one must be below ours.
 */
class ShadowFamiliesTest {
  private final ClassLoader loader = getClass().getClassLoader();

  @Test
  void noShadowOfASubclassIsOutsideOurs() throws Exception {
    Map<String, Class<?>> ours = new HashMap<>();
    for (String name : Table.lines("talpa/agent/shadows.txt")) {
      Class<?> shadow = Class.forName(name, false, loader);
      ours.put(shadow.getAnnotation(Implements.class).className(), shadow);
    }
    List<String> astray = new ArrayList<>();
    for (Map.Entry<String, String> e : new Shadows().getShadows()) {
      if (ours.containsKey(e.getKey())) {
        continue;
      }
      Class<?> shadow = Class.forName(e.getValue(), false, loader);
      int last = shadow.getAnnotation(Implements.class).maxSdk();
      if (last >= 0 && last < Platform.API) {
        continue;
      }
      for (Class<?> c = superclass(e.getKey()); c != null; c = c.getSuperclass()) {
        Class<?> own = ours.get(c.getName());
        if (own != null && !own.isAssignableFrom(shadow)) {
          astray.add(e.getKey() + " has " + e.getValue() + ", not below " + own.getName());
        }
      }
    }
    assertEquals(List.of(), astray);
  }

  /** The superclass of a framework class; null if this API level has no such class. */
  private Class<?> superclass(String name) {
    try {
      return Class.forName(name, false, loader).getSuperclass();
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
