package talpa.agent.crash;

import java.io.FileNotFoundException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private static final Pattern NO_ACCESS =
      Pattern.compile("class (\\S+) cannot access its super(class|interface) (\\S+) \\(.*\\)");
  private static final Pattern NO_CLASS = Pattern.compile("[\\w$/-]+");
  private static final Pattern CLASS_NAME = Pattern.compile("[\\w$.-]+");

  /** The first level with ART; Dalvik says less. */
  private static final int ART = 21;

  /** Texts that were made last. */
  private static final int KEPT = 64;

  private final CallSites sites;

  /** The words for null pointers, by those of the JDK and the frame: a class is parsed for each. */
  private final Map<String, String> found =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
              return size() > KEPT;
            }
          });

  ArtMessages(Function<String, byte[]> bytes) {
    sites = new CallSites(bytes);
  }

  /** Forgets the classes of an app. */
  void reset() {
    found.clear();
  }

  /** What Throwable.toString gives on ART. */
  String describe(Throwable t) {
    String message = message(t);
    String name = t.getClass().getName();
    return message == null ? name : name + ": " + message;
  }

  private String message(Throwable t) {
    return message(t, t.getLocalizedMessage());
  }

  /** What ART says in the place of a throwable's words, which are null or its message. */
  String message(Throwable t, String m) {
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
    if (t.getClass() == IllegalAccessError.class) {
      return inaccessible(m);
    }
    if (t.getClass() == NoClassDefFoundError.class && NO_CLASS.matcher(m).matches()) {
      return Level.has(ART)
          ? "Failed resolution of: L" + m.replace('.', '/') + ";"
          : m.replace('/', '.');
    }
    return null;
  }

  private static String inaccessible(String m) {
    Matcher x = NO_ACCESS.matcher(m);
    if (!x.matches()) {
      return null;
    }
    return x.group(2).equals("class")
        ? "Superclass " + x.group(3) + " is inaccessible to class " + x.group(1)
        : "Interface " + x.group(3) + " implemented by class " + x.group(1) + " is inaccessible";
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
    if (!m.startsWith("Cannot ")) {
      return null;
    }
    StackTraceElement[] st = t.getStackTrace();
    StackTraceElement at = st.length == 0 ? null : st[0];
    String known = found.get(m + at);
    if (known != null) {
      return known;
    }
    String words = nullPointer(m, at);
    if (words != null) {
      found.put(m + at, words);
    }
    return words;
  }

  private String nullPointer(String m, StackTraceElement at) {
    String quoted = quoted(m);
    if (m.startsWith("Cannot invoke \"")) {
      return sites.invocation(at, quoted);
    }
    if (m.startsWith("Cannot read field \"")) {
      if (at != null && at.getClassName().equals("java.lang.String") && quoted.equals("value")) {
        return "toCopy == null"; // a native method of Android's copies strings
      }
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
