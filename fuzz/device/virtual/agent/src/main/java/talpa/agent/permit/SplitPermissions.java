package talpa.agent.permit;

import android.content.pm.permission.SplitPermissionInfoParcelable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The permissions that were once part of others ({@code talpa/agent/permission-splits.txt}), which
 * the platform's package parser adds to those that a manifest names.
 */
public final class SplitPermissions {
  private static final String FILE = "talpa/agent/permission-splits.txt";

  /** The platform's number for "every app". */
  private static final int ALL = 10_001;

  private static final int WORDS = 3;
  private static final List<SplitPermissionInfoParcelable> SPLITS = read();

  private SplitPermissions() {}

  /** All of them, in the platform's order. */
  public static List<SplitPermissionInfoParcelable> all() {
    return SPLITS;
  }

  private static List<SplitPermissionInfoParcelable> read() {
    List<SplitPermissionInfoParcelable> out = new ArrayList<>();
    try (BufferedReader r =
        new BufferedReader(
            new InputStreamReader(
                SplitPermissions.class.getClassLoader().getResourceAsStream(FILE),
                StandardCharsets.UTF_8))) {
      for (String line = r.readLine(); line != null; line = r.readLine()) {
        String[] words = line.strip().split("\\s+");
        if (words.length == WORDS && !words[0].equals("#")) {
          int below = words[2].equals("all") ? ALL : Integer.parseInt(words[2]);
          out.add(new SplitPermissionInfoParcelable(words[0], List.of(words[1]), below));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(out);
  }
}
