package talpa.agent.permit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;

/** What the user decides on the permissions that an app asks for. */
public final class Decision {
  /** How the user answers a dialog. */
  public enum Answer {
    /** While the app is in use, or always. */
    ALLOW,
    /** Until the process ends. */
    ONCE,
    /** No. */
    DENY
  }

  private Decision() {}

  /**
   * Decides what needs no question: permissions that the manifest lacks or that were refused too
   * often are not granted, those of a group that is held are; the rest as the user is told to.
   *
   * @param dialogs whether the user is asked where nothing else is said
   * @return those that the user has to be asked about
   */
  public static List<String> atOnce(List<String> names, boolean dialogs) {
    Grants grants = Grants.get();
    Set<String> requested = Grants.requested(RuntimeEnvironment.getApplication());
    List<String> open = new ArrayList<>();
    for (String n : names) {
      if (n == null || !requested.contains(n) || Grants.held(n) || grants.fixed(n)) {
        continue;
      }
      if (SpecialAccess.is(n)) {
        continue; // there is no dialog for it
      }
      if (grants.groupHeld(n)) {
        grants.grant(n, false);
      } else if (dialogs || grants.user(n) == Grants.User.ASK) {
        open.add(n);
      } else if (grants.user(n) == Grants.User.DENY) {
        grants.refuse(n);
      } else {
        grants.grant(n, false);
      }
    }
    return open;
  }

  /** The permissions by their groups: each group is one question. */
  public static Map<String, List<String>> groups(List<String> names) {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (String n : names) {
      String g = AppPermissions.group(n);
      groups.computeIfAbsent(g == null ? n : g, x -> new ArrayList<>()).add(n);
    }
    return groups;
  }

  /** Whether one of them was refused before. */
  public static boolean refused(List<String> names) {
    return names.stream().anyMatch(Grants.get()::refused);
  }

  /** The user answered the question about these. */
  public static void take(List<String> names, Answer answer) {
    for (String n : names) {
      if (answer == Answer.DENY) {
        Grants.get().refuse(n);
      } else {
        Grants.get().grant(n, answer == Answer.ONCE);
      }
    }
  }
}
