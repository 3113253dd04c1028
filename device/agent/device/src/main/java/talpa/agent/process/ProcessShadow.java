package talpa.agent.process;

import android.os.Process;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowProcess;

/** The app's process, with the ids by which the log and {@code ps} call it. */
@Implements(className = "android.os.Process")
public class ProcessShadow extends ShadowProcess {
  /** The user that the app is: the front's files, lists of processes and packages name it so. */
  private static final int UID = 10_100;

  private static volatile int pid;

  /** A process begins, with the number that the front gives it. */
  public static void begin(int number) {
    pid = number;
  }

  @Implementation
  protected static int myPid() {
    return pid;
  }

  @Implementation
  protected static int myUid() {
    return UID;
  }

  /** Ends the app if it means itself: {@code Process.killProcess(myPid())} is used as an exit. */
  @Implementation
  protected static void killProcess(int other) {
    if (other == Process.myPid()) {
      AppProcess.current().reporter().exit(9);
    }
  }
}
