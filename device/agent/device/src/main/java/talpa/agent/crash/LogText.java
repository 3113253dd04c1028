package talpa.agent.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Log messages as they are in every run: without what the JVM draws anew each time, which is the
 * names of its lambdas, the frames of its reflection, which come in two kinds, the numbers of
 * Robolectric's accessors, and the identity hash codes in {@code Object.toString}. A hash code
 * becomes a number in order of appearance, and so does the number of a dynamic proxy's class.
 */
final class LogText {
  private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda\\$\\d+/0x[0-9a-f]+");

  private static final String ACCESSOR = "$$Reflector";
  private static final Pattern ACCESSORS = Pattern.compile(Pattern.quote(ACCESSOR) + "\\d+");

  private static final String PROXY = "$Proxy";

  /** With the JDK's package, which a device has none of. */
  private static final Pattern PROXIES =
      Pattern.compile("(?:jdk\\.proxy\\d+\\.|com\\.sun\\.proxy\\.)?\\$Proxy\\d+\\b");

  private static final String REFLECTION = "jdk.internal.reflect.";
  private static final Pattern FRAME =
      Pattern.compile("(?m)^\\s+at (java\\.base/)?" + Pattern.quote(REFLECTION) + ".*\\n?");

  /** As Object and View write it: Name@1a2b3c, Name{1a2b3c V.ED}. */
  private static final Pattern HASH = Pattern.compile("(?<=[\\w$][@{])[0-9a-f]{5,8}\\b");

  private static final int MAX_NAMES = 10_000;

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> proxies = new HashMap<>();

  synchronized String of(String message) {
    String s = message;
    if (s.contains("$$Lambda$")) {
      s = LAMBDA.matcher(s).replaceAll("\\$\\$ExternalSyntheticLambda0");
    }
    if (s.contains(REFLECTION)) {
      s = FRAME.matcher(s).replaceAll("");
    }
    if (s.contains(ACCESSOR)) {
      s = ACCESSORS.matcher(s).replaceAll(Matcher.quoteReplacement(ACCESSOR));
    }
    if (s.contains(PROXY)) {
      s = PROXIES.matcher(s).replaceAll(m -> Matcher.quoteReplacement(proxy(m.group())));
    }
    if (s.indexOf('@') < 0 && s.indexOf('{') < 0) {
      return s;
    }
    return HASH.matcher(s).replaceAll(m -> Matcher.quoteReplacement(name(m.group())));
  }

  private String name(String hash) {
    if (names.size() >= MAX_NAMES) {
      return "0";
    }
    return names.computeIfAbsent(hash, h -> Integer.toHexString(names.size() + 1));
  }

  private String proxy(String name) {
    if (proxies.size() >= MAX_NAMES) {
      return PROXY + "0";
    }
    return proxies.computeIfAbsent(name, n -> PROXY + proxies.size());
  }

  /** Forgets the names, for the next app. */
  synchronized void reset() {
    names.clear();
    proxies.clear();
  }
}
