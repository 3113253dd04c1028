package talpa.agent.permit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import talpa.agent.bridge.Table;

/** The platform's permissions that the user decides on ({@code talpa/agent/permissions.txt}). */
public final class PermissionTable {
  private static final Map<String, String> GROUPS = read();

  private PermissionTable() {}

  /** The groups of all of them, by name. */
  public static Map<String, String> groups() {
    return GROUPS;
  }

  /** The group of a permission, such as "CAMERA", or null if the user does not decide on it. */
  public static String group(String permission) {
    return GROUPS.get(permission);
  }

  private static Map<String, String> read() {
    Map<String, String> groups = new LinkedHashMap<>();
    for (String[] row : Table.rows("talpa/agent/permissions.txt", 2)) {
      groups.put(row[0], row[1]);
    }
    return Collections.unmodifiableMap(groups);
  }
}
