package talpa.agent.libcore;

import java.util.ArrayList;
import java.util.List;

/** Patterns of formats that Android's runtime knows and the JDK does not, in the JDK's words. */
public final class FormatCalls {
  private FormatCalls() {}

  /**
   * A pattern of a date: {@code c}, the day of the week by itself, is {@code E}; more than three
   * {@code Z} are an offset with a colon.
   */
  public static String datePattern(String pattern) {
    if (pattern == null || (pattern.indexOf('c') < 0 && !pattern.contains("ZZZZ"))) {
      return pattern;
    }
    List<String> out = new ArrayList<>();
    String[] parts = pattern.split("'", -1); // those with an odd index are in quotes
    for (int i = 0; i < parts.length; i++) {
      out.add(
          i % 2 == 1
              ? parts[i]
              : parts[i]
                  .replace('c', 'E')
                  .replaceAll("Z{5}", "XXX")
                  .replaceAll("Z{4}", "'GMT'XXX"));
    }
    return String.join("'", out);
  }

  /** A pattern of a number: significant digits {@code @} become as many decimals at most. */
  public static String numberPattern(String pattern) {
    if (pattern == null || pattern.indexOf('@') < 0 || pattern.indexOf('\'') >= 0) {
      return pattern;
    }
    return pattern.replaceAll("@+#*", "0.###");
  }
}
