package talpa.agent.app;

import android.os.Process;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowProcess;

/** The process kills itself: that is an exit, as {@code Process.killProcess(myPid())} is used. */
@Implements(className = "android.os.Process")
public class ProcessShadow extends ShadowProcess {
  /** Ends the app if it means itself. */
  @Implementation
  protected static void killProcess(int pid) {
    if (pid == Process.myPid()) {
      AppProcess.current().reporter().exit(9);
    }
  }
}
