package talpa.agent.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stack frames as a device would show them: without Robolectric, without the agent, with the
 * framework's own method names, and with the tail of a looper thread in place of the agent's loop.
 */
final class Frames {
  /** The tail of the main thread in Android 15; line numbers of a release build. */
  private static final List<String> LOOPER =
      List.of(
          "android.os.Looper.loopOnce(Looper.java:232)",
          "android.os.Looper.loop(Looper.java:317)",
          "android.app.ActivityThread.main(ActivityThread.java:8705)",
          "java.lang.reflect.Method.invoke(Native Method)",
          "com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:580)",
          "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:886)");

  /** How input reaches the views of a window. */
  private static final List<String> INPUT =
      List.of(
          "android.view.ViewRootImpl$WindowInputEventReceiver.onInputEvent(ViewRootImpl.java:10422)",
          "android.view.InputEventReceiver.dispatchInputEvent(InputEventReceiver.java:335)",
          "android.os.MessageQueue.nativePollOnce(Native Method)",
          "android.os.MessageQueue.next(MessageQueue.java:335)");

  private static final String DISPATCH = "android.os.Handler.dispatchMessage(Handler.java:107)";
  private static final String HANDLE =
      "android.app.ActivityThread$H.handleMessage(ActivityThread.java:2595)";

  private static final String[] PLUMBING = {
    "org.robolectric.",
    "talpa.",
    "jdk.internal.reflect.",
    "jdk.internal.misc.",
    "sun.reflect.",
    "java.lang.invoke.",
    "jdk.proxy",
    "com.sun.proxy.",
  };

  private static final String[] FRAMEWORK = {"android.", "com.android.", "dalvik.", "libcore."};
  private static final String[] LIBRARIES = {"android.support.", "android.arch."};
  private static final String ROBO = "$$robo$$";

  /** Behind the name of a method that a device of an older level renames. */
  private static final String OLDER = "$since";

  /** Parts of a method that was too large for a class file: their calls are no calls of the app. */
  private static final Pattern PART = Pattern.compile("talpa\\$\\d+\\$(.+)");

  private static final String LOOP = "talpa.agent.clock.MainLoop";

  private Frames() {}

  /** The frames of one throwable, innermost first, as text after "at ". */
  static List<String> of(StackTraceElement[] stack) {
    StackTraceElement[] raw = whole(stack);
    List<String> out = new ArrayList<>();
    for (int i = 0; i < raw.length; i++) {
      if (raw[i].getClassName().equals(LOOP)) {
        tail(out);
        return out;
      }
      String f = frame(raw, i);
      if (f != null) {
        out.add(f);
      }
    }
    return out;
  }

  /** A method that was cut into parts has one frame, with the line of the innermost of them. */
  private static StackTraceElement[] whole(StackTraceElement[] raw) {
    List<StackTraceElement> out = new ArrayList<>();
    for (int i = 0; i < raw.length; i++) {
      StackTraceElement e = raw[i];
      Matcher part = PART.matcher(e.getMethodName());
      if (part.matches()) {
        String cls = e.getClassName();
        String name = part.group(1).replaceFirst("^-(init|clinit)-$", "<$1>");
        out.add(new StackTraceElement(cls, name, e.getFileName(), e.getLineNumber()));
        while (i + 1 < raw.length && PART.matcher(raw[i].getMethodName()).matches()) {
          i++; // the last one is the method itself
        }
      } else {
        out.add(e);
      }
    }
    return out.toArray(new StackTraceElement[0]);
  }

  private static void tail(List<String> out) {
    String last = out.isEmpty() ? "" : out.get(out.size() - 1);
    if (last.startsWith("android.view.ViewRootImpl.enqueueInputEvent")) {
      out.addAll(INPUT);
    } else if (!last.startsWith("android.os.Handler.dispatchMessage")) {
      if (last.startsWith("android.app.ActivityThread.")) {
        out.add(HANDLE);
      }
      out.add(DISPATCH);
    }
    out.addAll(LOOPER);
  }

  private static String frame(StackTraceElement[] raw, int i) {
    StackTraceElement e = raw[i];
    String c = e.getClassName();
    if (in(c, PLUMBING)) {
      return null;
    }
    if (c.startsWith("java.lang.reflect.") || c.equals("java.lang.Class")) {
      return reflection(raw, i);
    }
    boolean framework = in(c, FRAMEWORK) && !in(c, LIBRARIES);
    if (!e.getMethodName().startsWith(ROBO)
        && framework
        && e.getLineNumber() < 0
        && !e.isNativeMethod()
        && ofPlatform(c)) {
      return null;
    }
    return c + "." + method(e) + place(e);
  }

  /** The name that a frame's method has in the class file, before Robolectric's instrumentation. */
  static String method(StackTraceElement e) {
    return plain(e.getClassName(), e.getMethodName());
  }

  /** The name that a method of a class has before Robolectric's instrumentation. */
  static String plain(String cls, String method) {
    return name(method.startsWith(ROBO) ? original(cls, method) : method);
  }

  /**
   * Whether a class is the framework's: an app may have a package that begins as the framework's
   * do, and R8 may have left its methods without lines. The app's classes are not seen from here.
   */
  private static boolean ofPlatform(String name) {
    try {
      Class.forName(name, false, Frames.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    } catch (LinkageError e) {
      return true;
    }
  }

  /** Reflection that the app or the framework does stays, in ART's form; Robolectric's goes. */
  private static String reflection(StackTraceElement[] raw, int i) {
    String c = raw[i].getClassName();
    String m = raw[i].getMethodName();
    boolean invoke = c.equals("java.lang.reflect.Method") && m.equals("invoke");
    boolean create = m.equals("newInstance");
    int caller = i + 1;
    while (caller < raw.length
        && (raw[caller].getClassName().startsWith("java.lang.reflect.")
            || raw[caller].getClassName().startsWith("jdk.internal.reflect."))) {
      caller++;
    }
    boolean ours = caller >= raw.length || in(raw[caller].getClassName(), PLUMBING);
    if (ours || !(invoke || create)) {
      return c.equals("java.lang.Class") && !ours && !m.contains("0")
          ? c + "." + m + place(raw[i])
          : null;
    }
    return c + "." + m + "(Native Method)";
  }

  /** An instrumented method's name before; a constructor's is one of Robolectric's still. */
  static String original(String cls, String m) {
    String prefix = ROBO + cls.replace('.', '_').replace('$', '_') + "$";
    return m.startsWith(prefix)
        ? m.substring(prefix.length())
        : m.substring(m.lastIndexOf('$') + 1);
  }

  private static String name(String m) {
    return switch (m) {
      case "__constructor__" -> "<init>";
      case "__staticInitializer__" -> "<clinit>";
      default -> m.endsWith(OLDER) ? m.substring(0, m.length() - OLDER.length()) : m;
    };
  }

  private static String place(StackTraceElement e) {
    if (e.isNativeMethod()) {
      return "(Native Method)";
    }
    String file = e.getFileName();
    if (file == null || file.isEmpty()) {
      return e.getLineNumber() >= 0
          ? "(Unknown Source:" + e.getLineNumber() + ")"
          : "(Unknown Source)";
    }
    return e.getLineNumber() >= 0 ? "(" + file + ":" + e.getLineNumber() + ")" : "(" + file + ")";
  }

  /**
   * Adds to {@code out} the modelled classes (the agent's and Robolectric's shadows) that lie above
   * the topmost frame of the app: what they did decides whether the crash would happen on a device.
   *
   * @return whether there is a frame of the app
   */
  static boolean modelled(StackTraceElement[] raw, Set<String> out) {
    for (StackTraceElement e : raw) {
      String c = e.getClassName();
      if (c.equals(LOOP)) {
        break;
      }
      if (c.startsWith("org.robolectric.shadows.") || c.startsWith("talpa.agent.")) {
        out.add(c.replaceAll("\\$.*", ""));
      } else if (isApp(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isApp(String c) {
    return !in(c, PLUMBING)
        && !(in(c, FRAMEWORK) && !in(c, LIBRARIES))
        && !c.startsWith("java.")
        && !c.startsWith("jdk.");
  }

  private static boolean in(String c, String[] prefixes) {
    for (String p : prefixes) {
      if (c.startsWith(p)) {
        return true;
      }
    }
    return false;
  }
}
