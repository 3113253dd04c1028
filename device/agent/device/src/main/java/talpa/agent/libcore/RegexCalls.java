package talpa.agent.libcore;

import java.util.regex.Pattern;

/**
 * Regular expressions: Android's are ICU's, whose dialect accepts some forms that the JDK's does
 * not. Known: comments in the form {@code (?#...)}, and braces that need no escape.
 */
public final class RegexCalls {
  private RegexCalls() {}

  /** Pattern.compile. */
  public static Pattern compile(String regex) {
    return Pattern.compile(translate(regex));
  }

  /** Pattern.compile. */
  public static Pattern compile(String regex, int flags) {
    return Pattern.compile(translate(regex), flags);
  }

  /** Pattern.matches. */
  public static boolean matches(String regex, CharSequence input) {
    return Pattern.matches(translate(regex), input);
  }

  /** String.matches. */
  public static boolean matches(String s, String regex) {
    return s.matches(translate(regex));
  }

  /** String.replaceAll. */
  public static String replaceAll(String s, String regex, String replacement) {
    return s.replaceAll(translate(regex), replacement);
  }

  /** String.replaceFirst. */
  public static String replaceFirst(String s, String regex, String replacement) {
    return s.replaceFirst(translate(regex), replacement);
  }

  /** String.split. */
  public static String[] split(String s, String regex) {
    return s.split(translate(regex));
  }

  /** String.split. */
  public static String[] split(String s, String regex, int limit) {
    return s.split(translate(regex), limit);
  }

  /** The expression without comments; escapes and character classes are left alone. */
  static String translate(String regex) {
    if (regex == null || !regex.contains("(?#")) {
      return regex;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < regex.length(); i++) {
      if (regex.charAt(i) == '\\' && i + 1 < regex.length()) {
        out.append(regex, i, i + 2);
        i++;
      } else if (regex.startsWith("(?#", i)) {
        int end = regex.indexOf(')', i);
        i = end < 0 ? regex.length() : end;
      } else {
        out.append(regex.charAt(i));
      }
    }
    return out.toString();
  }
}
