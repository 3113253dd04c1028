package talpa.agent.platform;

import android.os.Build;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowCompatibility;
import talpa.agent.bridge.Table;
import talpa.agent.process.AppProcess;

/**
 * Which changes of behaviour apply to the app: the platform switches most of them by the version
 * that the app targets. The table is {@code talpa/agent/compat.txt}; changes that it does not name
 * apply to all apps.
 */
@Implements(className = "android.compat.Compatibility", isInAndroidSdk = false)
public class CompatibilityShadow extends ShadowCompatibility {
  private static final Map<Long, Integer> SINCE = table();

  /** Whether a change applies. */
  @Implementation
  protected static boolean isChangeEnabled(long id) {
    Integer since = SINCE.get(id);
    if (since != null) {
      return target() >= since;
    }
    return ShadowCompatibility.isChangeEnabled(id);
  }

  private static int target() {
    AppProcess p = AppProcess.current();
    return p == null || p.application() == null
        ? Build.VERSION.SDK_INT
        : p.application().getApplicationInfo().targetSdkVersion;
  }

  /** Reads lines of: change id, first target version (or "off"), name for people. */
  private static Map<Long, Integer> table() {
    Map<Long, Integer> out = new HashMap<>();
    for (String[] row : Table.rows("talpa/agent/compat.txt", 3)) {
      out.put(
          Long.parseLong(row[0]),
          row[1].equals("off") ? Integer.MAX_VALUE : Integer.parseInt(row[1]));
    }
    return out;
  }
}
