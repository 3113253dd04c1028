package talpa.agent.libcore;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions: Android's are ICU's, whose dialect is another one than the JDK's. Known: it
 * has comments in the form {@code (?#...)}, it refuses a closing brace that closes nothing and is
 * not escaped (ICU's grammar, {@code regexcst.txt}: braces are no characters of a rule), and its
 * classes ({@code \\w}, {@code \\d}, {@code \\b}) and its comparison without case are always
 * Unicode's, for which the JDK wants to be asked ({@code Pattern.UNICODE_CHARACTER_CLASS}).
 */
public final class RegexCalls {
  /** What Android's always do. */
  private static final int UNICODE = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE;

  /** Escapes that are followed by braces. */
  private static final String BRACED = "pPxN";

  /** A group that sets flags, that of comments among them. */
  private static final Pattern COMMENTS = Pattern.compile("\\(\\?[a-zA-Z]*x");

  private RegexCalls() {}

  /** Pattern.compile. */
  public static Pattern compile(String regex) {
    return Pattern.compile(translate(regex), UNICODE);
  }

  /** Pattern.compile. */
  public static Pattern compile(String regex, int flags) {
    boolean plain = (flags & Pattern.LITERAL) != 0;
    return Pattern.compile(plain ? regex : translate(regex, flags), flags | UNICODE);
  }

  /** Pattern.flags: those of the JDK that Android's do not know are not told. */
  public static int flags(Pattern p) {
    return p.flags() & ~UNICODE;
  }

  /** Pattern.matches. */
  public static boolean matches(String regex, CharSequence input) {
    return compile(regex).matcher(input).matches();
  }

  /** String.matches. */
  public static boolean matches(String s, String regex) {
    return compile(regex).matcher(s).matches();
  }

  /** String.replaceAll. */
  public static String replaceAll(String s, String regex, String replacement) {
    return compile(regex).matcher(s).replaceAll(replacement);
  }

  /** String.replaceFirst. */
  public static String replaceFirst(String s, String regex, String replacement) {
    return compile(regex).matcher(s).replaceFirst(replacement);
  }

  /** String.split. */
  public static String[] split(String s, String regex) {
    return split(s, regex, 0);
  }

  /** String.split: where no class can be meant, as the JDK does it, without a pattern. */
  public static String[] split(String s, String regex, int limit) {
    boolean plain = regex.indexOf('\\') < 0 && regex.indexOf('(') < 0;
    return plain ? s.split(translate(regex), limit) : compile(regex).split(s, limit);
  }

  static String translate(String regex) {
    return translate(regex, 0);
  }

  /**
   * The expression without comments; escapes and character classes are left alone.
   *
   * @throws PatternSyntaxException if it has a closing brace too many
   */
  private static String translate(String regex, int flags) {
    if (regex == null) {
      return null;
    }
    String out = regex.contains("(?#") ? withoutComments(regex) : regex;
    if (out.indexOf('}') < 0 || (flags & Pattern.COMMENTS) != 0 || COMMENTS.matcher(out).find()) {
      return out; // what is in comments of lines is not looked at
    }
    int brace = strayBrace(out);
    if (brace >= 0) {
      throw new PatternSyntaxException("Syntax error in regexp pattern", regex, brace + 1);
    }
    return out;
  }

  private static String withoutComments(String regex) {
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

  /** Where a closing brace is that closes nothing; -1 if none is. */
  private static int strayBrace(String regex) {
    int classes = 0; // character classes that are open
    boolean interval = false;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\') {
        i = endOfEscape(regex, i);
      } else if (c == '[') {
        classes++;
        i += regex.startsWith("^]", i + 1) ? 2 : regex.startsWith("]", i + 1) ? 1 : 0;
      } else if (classes > 0) {
        classes -= c == ']' ? 1 : 0;
      } else if (c == '{') {
        interval = true;
      } else if (c == '}') {
        if (!interval) {
          return i;
        }
        interval = false;
      }
    }
    return -1;
  }

  /** The last letter of an escape, or of a quotation. */
  private static int endOfEscape(String regex, int i) {
    int end = i + 1;
    if (regex.startsWith("Q", end)) {
      int quoted = regex.indexOf("\\E", end);
      end = quoted < 0 ? regex.length() : quoted + 1;
    } else if (end + 1 < regex.length()
        && BRACED.indexOf(regex.charAt(end)) >= 0
        && regex.charAt(end + 1) == '{') {
      int close = regex.indexOf('}', end);
      end = close < 0 ? regex.length() : close;
    }
    return end;
  }
}
