package talpa.agent.crash;

import java.io.FileNotFoundException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import talpa.agent.bridge.Level;

/**
 * The words of exceptions that the virtual machine itself throws: those of the JDK 17, turned into
 * those of ART (art/runtime/common_throws.cc, API level 35). Exceptions thrown by library code have
 * the same words on both, since Android's library is the JDK's.
 */
final class ArtMessages {
  private static final Pattern INDEX =
      Pattern.compile("Index (-?\\d+) out of bounds for length (\\d+)");
  private static final Pattern CAST =
      Pattern.compile("class (\\S+) cannot be cast to class (\\S+)(?: \\(.*\\))?", Pattern.DOTALL);
  private static final Pattern NO_FILE =
      Pattern.compile(
          "(.*) \\((No such file or directory|Is a directory|Permission denied)\\)",
          Pattern.DOTALL);
  private static final Pattern NO_CLASS = Pattern.compile("[\\w$/-]+");
  private static final Pattern CLASS_NAME = Pattern.compile("[\\w$.-]+");

  /** The first level with ART; Dalvik says less. */
  private static final int ART = 21;

  private final CallSites sites;

  ArtMessages(Function<String, byte[]> bytes) {
    sites = new CallSites(bytes);
  }

  /** What Throwable.toString gives on ART. */
  String describe(Throwable t) {
    String message = message(t);
    String name = t.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  private String message(Throwable t) {
    String m = t.getLocalizedMessage();
    if (m == null) {
      return t instanceof StackOverflowError ? "stack size 8188KB" : null;
    }
    String own = own(t, m);
    if (own != null || ofNullReceiver(t, m)) {
      return t instanceof NullPointerException && !Level.has(ART) ? null : own == null ? m : own;
    }
    Throwable cause = t.getCause();
    // Wrappers repeat their cause's words, if it has any.
    String words = cause == null || cause == t ? null : cause.toString();
    return words == null || words.isEmpty() || !m.contains(words)
        ? m
        : m.replace(words, describe(cause));
  }

  private String own(Throwable t, String m) {
    if (t instanceof NullPointerException) {
      return nullPointer(t, m);
    }
    if (t instanceof ArrayIndexOutOfBoundsException) {
      Matcher x = INDEX.matcher(m);
      return x.matches() ? "length=" + x.group(2) + "; index=" + x.group(1) : null;
    }
    if (t instanceof ClassCastException) {
      Matcher x = CAST.matcher(m);
      return x.matches() ? type(x.group(1)) + " cannot be cast to " + type(x.group(2)) : null;
    }
    if (t instanceof FileNotFoundException) {
      Matcher x = NO_FILE.matcher(m);
      return x.matches() ? x.group(1) + ": open failed: " + errno(x.group(2)) : null;
    }
    if (t instanceof ArithmeticException && m.equals("/ by zero")) {
      return "divide by zero";
    }
    if (t instanceof ClassNotFoundException && CLASS_NAME.matcher(m).matches()) {
      return "Didn't find class \"" + m + "\" on path: DexPathList[[zip file \"base.apk\"]]";
    }
    if (t.getClass() == NoClassDefFoundError.class && NO_CLASS.matcher(m).matches()) {
      return Level.has(ART)
          ? "Failed resolution of: L" + m.replace('.', '/') + ";"
          : m.replace('/', '.');
    }
    return null;
  }

  /** Said by what the app's call was led to, in ART's words ({@code ReceiverPatches}). */
  private static boolean ofNullReceiver(Throwable t, String m) {
    return t instanceof NullPointerException
        && m.startsWith("Attempt to invoke ")
        && m.endsWith("' on a null object reference");
  }

  private static String errno(String words) {
    String name =
        switch (words) {
          case "No such file or directory" -> "ENOENT";
          case "Is a directory" -> "EISDIR";
          default -> "EACCES";
        };
    return name + " (" + words + ")";
  }

  private String nullPointer(Throwable t, String m) {
    StackTraceElement[] st = t.getStackTrace();
    StackTraceElement at = st.length == 0 ? null : st[0];
    String quoted = quoted(m);
    if (m.startsWith("Cannot invoke \"")) {
      return sites.invocation(at, quoted);
    }
    if (m.startsWith("Cannot read field \"")) {
      return sites.field(at, quoted, true);
    }
    if (m.startsWith("Cannot assign field \"")) {
      return sites.field(at, quoted, false);
    }
    if (m.startsWith("Cannot load from ")) {
      return "Attempt to read from null array";
    }
    if (m.startsWith("Cannot store to ")) {
      return "Attempt to write to null array";
    }
    if (m.startsWith("Cannot read the array length")) {
      return "Attempt to get length of null array";
    }
    if (m.startsWith("Cannot throw exception")) {
      return "throw with null exception";
    }
    if (m.startsWith("Cannot enter synchronized block")) {
      return "Null reference used for synchronization (monitor-enter)";
    }
    return null;
  }

  private static String quoted(String m) {
    int a = m.indexOf('"');
    int b = m.indexOf('"', a + 1);
    return a < 0 || b < 0 ? "" : m.substring(a + 1, b);
  }

  /** A class as Class.getName gives it, in the form of source code: [I is int[]. */
  private static String type(String name) {
    return name.startsWith("[")
        ? org.objectweb.asm.Type.getType(name.replace('.', '/')).getClassName()
        : name;
  }
}
