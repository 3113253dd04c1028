package talpa.agent.service;

import android.Manifest.permission;
import android.app.BackgroundServiceStartNotAllowedException;
import android.app.ForegroundServiceStartNotAllowedException;
import android.content.ComponentName;
import android.content.Intent;
import android.os.Build;
import java.util.Set;
import org.robolectric.RuntimeEnvironment;
import talpa.agent.permit.Grants;
import talpa.agent.process.PerApp;

/**
 * Whether the app may start a service: since Android 8 not while it is idle in the background. An
 * app is idle here in one case, in which it is so on every phone: a broadcast of a tool, of another
 * app, or of the system's start or an update, has started its process, nothing else has happened in
 * it yet, and a receiver of its manifest is at work. The last two allow services that promise to
 * enter the foreground. All other cases (a minute after it was left, lists of exempt apps, what the
 * system's own broadcasts allow for a while) are allowed. For the main thread.
 */
public final class BackgroundStarts {
  private enum State {
    /** Nothing has happened yet. */
    NEW,
    /** A broadcast started the process. */
    WOKEN,
    /** A broadcast of the system that allows services in the foreground started the process. */
    PRIVILEGED,
    /** Something else happened too. */
    ACTIVE
  }

  private static final Set<String> ALLOW_FOREGROUND =
      Set.of(
          Intent.ACTION_BOOT_COMPLETED,
          Intent.ACTION_LOCKED_BOOT_COMPLETED,
          Intent.ACTION_MY_PACKAGE_REPLACED);

  private static final PerApp<BackgroundStarts> STARTS = PerApp.of(BackgroundStarts::new);

  private State state = State.NEW;
  private int receiving;

  private BackgroundStarts() {}

  /** The app does something that makes it more than the receiver of a broadcast. */
  public static void active() {
    STARTS.get().state = State.ACTIVE;
  }

  /** A broadcast comes from outside. */
  static void broadcast(Intent i) {
    String action = i.getAction();
    boolean system = action != null && action.matches("(android|com\\.android|com\\.google)\\..*");
    BackgroundStarts s = STARTS.get();
    if (ALLOW_FOREGROUND.contains(String.valueOf(action)) && s.state != State.ACTIVE) {
      s.state = State.PRIVILEGED;
    } else if (system) {
      s.state = State.ACTIVE;
    } else if (s.state == State.NEW) {
      s.state = State.WOKEN;
    }
  }

  /** Has a receiver of the manifest work on a broadcast. */
  static void receiving(Runnable work) {
    BackgroundStarts s = STARTS.get();
    s.receiving++;
    try {
      work.run();
    } finally {
      s.receiving--;
    }
  }

  /**
   * Throws what the activity manager does if the app may not start a service now.
   *
   * @param foreground whether it promises to enter the foreground
   */
  static void check(Intent asked, ComponentName service, boolean foreground) {
    BackgroundStarts s = STARTS.get();
    if (s.state == State.NEW || s.state == State.ACTIVE || s.receiving == 0) {
      return;
    }
    int target = RuntimeEnvironment.getApplication().getApplicationInfo().targetSdkVersion;
    if (!foreground && target >= Build.VERSION_CODES.O) {
      throw new BackgroundServiceStartNotAllowedException(
          "Not allowed to start service "
              + asked
              + ": app is in background uid UidRecord{"
              + Integer.toHexString(System.identityHashCode(asked))
              + " u0a100 RCVR idle change:uncached procs:1 seq(0,0)}");
    }
    if (foreground
        && s.state == State.WOKEN
        && target >= Build.VERSION_CODES.S
        && !Grants.held(permission.SYSTEM_ALERT_WINDOW)) {
      throw new ForegroundServiceStartNotAllowedException(
          "startForegroundService() not allowed due to mAllowStartForeground false: service "
              + service.flattenToShortString());
    }
  }
}
