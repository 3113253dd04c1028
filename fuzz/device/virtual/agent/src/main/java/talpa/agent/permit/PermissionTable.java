package talpa.agent.permit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The platform's permissions that the user decides on ({@code talpa/agent/permissions.txt}). */
public final class PermissionTable {
  private static final String FILE = "talpa/agent/permissions.txt";
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
    try (BufferedReader r =
        new BufferedReader(
            new InputStreamReader(
                PermissionTable.class.getClassLoader().getResourceAsStream(FILE),
                StandardCharsets.UTF_8))) {
      for (String line = r.readLine(); line != null; line = r.readLine()) {
        String[] words = line.strip().split(" ");
        if (words.length == 2) {
          groups.put(words[0], words[1]);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Collections.unmodifiableMap(groups);
  }
}
