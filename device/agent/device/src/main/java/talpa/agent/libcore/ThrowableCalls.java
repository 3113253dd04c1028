package talpa.agent.libcore;

import talpa.agent.process.AppProcess;

/**
 * What an app asks exceptions for: words that the virtual machine has made are ART's. Apps show
 * them, and look for parts of them.
 */
public final class ThrowableCalls {
  private ThrowableCalls() {}

  /** Throwable.getMessage. */
  public static String getMessage(Throwable t) {
    return words(t, t.getMessage());
  }

  /** Throwable.getLocalizedMessage. */
  public static String getLocalizedMessage(Throwable t) {
    return words(t, t.getLocalizedMessage());
  }

  /** Throwable.toString. */
  public static String toString(Throwable t) {
    String said = t.toString();
    if (said == null) {
      return null;
    }
    String own = t.getLocalizedMessage();
    String words = words(t, own);
    if (own == null) {
      return words == null ? said : said + ": " + words;
    }
    if (own.equals(words) || !said.endsWith(own)) {
      return said;
    }
    String before = said.substring(0, said.length() - own.length());
    return words != null
        ? before + words
        : before.endsWith(": ") ? before.substring(0, before.length() - 2) : before;
  }

  /** String.valueOf of an object. */
  public static String valueOf(Object o) {
    return o instanceof Throwable t ? toString(t) : String.valueOf(o);
  }

  /** StringBuilder.append of an object, as in a sum of texts. */
  public static StringBuilder append(StringBuilder b, Object o) {
    return o instanceof Throwable t ? b.append(toString(t)) : b.append(o);
  }

  private static String words(Throwable t, String m) {
    return m == null && !(t instanceof StackOverflowError)
        ? null
        : AppProcess.current().reporter().words(t, m);
  }
}
