package talpa.agent.log;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.os.Looper;
import android.os.Process;
import android.util.Log;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;
import talpa.agent.clock.Clock;
import talpa.agent.libcore.PrintCalls;
import talpa.agent.process.AppProcess;
import talpa.agent.program.LogLines;

/** The log: what the app and the framework write to it goes to the front as notifications. */
@Implements(className = "android.util.Log")
public class LogShadow {
  /** Longest message that is passed on, in characters (the logger's own limit is 4068 bytes). */
  private static final int MAX = 4000;

  /** Causes may go round in a circle. */
  private static final int MAX_CAUSES = 100;

  private static final long PID = ProcessHandle.current().pid();

  private static final String LETTERS = "??VDIWEF";

  /** Tags of what Zygote does on a phone, before there is a process of the app. */
  private static final Set<String> ZYGOTE = Set.of("OverlayConfig");

  /** Whether a level is logged: INFO and above, as by default on a device. */
  @Implementation
  protected static boolean isLoggable(String tag, int level) {
    return level >= Log.INFO;
  }

  /** A throwable as a device prints it; nothing for a host that is not found. */
  @Implementation
  protected static String getStackTraceString(Throwable t) {
    if (t == null || isOfAnUnknownHost(t)) {
      return "";
    }
    StringWriter text = new StringWriter();
    PrintCalls.printStackTrace(t, new PrintWriter(text));
    return text.toString();
  }

  /** A message with a throwable's text after it. */
  @Implementation
  protected static int printlns(int buffer, int priority, String tag, String message, Throwable t) {
    String text = t == null ? message : message + "\n" + getStackTraceString(t).stripTrailing();
    return reflector(Real.class).printlns(buffer, priority, tag, text, null);
  }

  /** The code of the framework. */
  @ForType(Log.class)
  interface Real {
    @Direct
    @Static
    int printlns(int buffer, int priority, String tag, String message, Throwable t);
  }

  private static boolean isOfAnUnknownHost(Throwable t) {
    Throwable cause = t;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (cause instanceof UnknownHostException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Where all of Log's methods end. */
  @Implementation
  protected static int println_native(int buffer, int priority, String tag, String message) {
    AppProcess p = AppProcess.current();
    if (p == null || p.warming() || message == null || tag != null && ZYGOTE.contains(tag)) {
      return 0;
    }
    if (isOfTheJvm(Thread.currentThread())) {
      return 0;
    }
    Map<String, Object> m = new LinkedHashMap<>();
    String level = priority >= 0 && priority < 8 ? LETTERS.substring(priority, priority + 1) : "?";
    m.put("p", level);
    m.put("tag", tag == null ? "" : tag);
    m.put("pid", PID);
    boolean main = Looper.myLooper() == Looper.getMainLooper();
    long thread = main ? 0 : Thread.currentThread().getId();
    m.put("tid", PID + thread);
    long wall = Clock.wallMillis();
    m.put("t", wall);
    String named = p.reporter().logged(message);
    String text = named.length() > MAX ? named.substring(0, MAX) : named;
    m.put("msg", text);
    LogLines.add(wall, Process.myPid() + thread, level, tag == null ? "" : tag, text);
    p.wire().notify("log", m);
    return message.length();
  }

  /**
   * Whether a thread is none of an app's: what finalizers say of leaks comes whenever the JVM
   * collects, and may be of the app before.
   */
  private static boolean isOfTheJvm(Thread t) {
    ThreadGroup app = Looper.getMainLooper().getThread().getThreadGroup();
    return !app.parentOf(t.getThreadGroup());
  }

  /** Largest payload of a message, in bytes. */
  @Implementation
  protected static int logger_entry_max_payload_native() {
    return 4068;
  }
}
