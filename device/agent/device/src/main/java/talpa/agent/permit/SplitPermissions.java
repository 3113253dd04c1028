package talpa.agent.permit;

import android.content.pm.permission.SplitPermissionInfoParcelable;
import java.util.ArrayList;
import java.util.List;
import talpa.agent.bridge.Table;

/**
 * The permissions that were once part of others ({@code talpa/agent/permission-splits.txt}), which
 * the platform's package parser adds to those that a manifest names.
 */
public final class SplitPermissions {
  /** The platform's number for "every app". */
  private static final int ALL = 10_001;

  private static final List<SplitPermissionInfoParcelable> SPLITS = read();

  private SplitPermissions() {}

  /** All of them, in the platform's order. */
  public static List<SplitPermissionInfoParcelable> all() {
    return SPLITS;
  }

  private static List<SplitPermissionInfoParcelable> read() {
    List<SplitPermissionInfoParcelable> out = new ArrayList<>();
    for (String[] row : Table.rows("talpa/agent/permission-splits.txt", 3)) {
      int below = row[2].equals("all") ? ALL : Integer.parseInt(row[2]);
      out.add(new SplitPermissionInfoParcelable(row[0], List.of(row[1]), below));
    }
    return List.copyOf(out);
  }
}
