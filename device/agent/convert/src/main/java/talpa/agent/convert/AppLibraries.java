package talpa.agent.convert;

/**
 * Libraries that the framework's jar has in part and that apps bring themselves: an app's own class
 * is then the one that is used, as on a phone, whose framework does not have it.
 */
public final class AppLibraries {
  private static final String[] PREFIXES = {
    "android.support.",
    "androidx.",
    "android.arch.",
    "kotlin.",
    "kotlinx.",
    "com.google.android.",
    "co.nstant.in.",
    "javax.annotation.",
    "org.apache.commons.math.",
  };

  private AppLibraries() {}

  /** Whether an app's own class of that name is used although the framework's jar has one. */
  public static boolean comeFirst(String name) {
    for (String p : PREFIXES) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
