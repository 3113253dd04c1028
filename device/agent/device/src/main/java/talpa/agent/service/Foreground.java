package talpa.agent.service;

import android.app.RemoteServiceException.ForegroundServiceDidNotStartInTimeException;
import android.os.Handler;
import android.os.Looper;

/** The promise that startForegroundService makes. */
final class Foreground {
  /** Time until the service must be in the foreground, as in ActivityManagerConstants. */
  private static final long TIMEOUT_MS = 30_000;

  private Foreground() {}

  /** Checks the promise when its time is over. */
  static void watch(android.content.ComponentName name) {
    new Handler(Looper.getMainLooper())
        .postDelayed(() -> ServiceManager.get().checkForeground(name), TIMEOUT_MS);
  }

  /** The system kills the app: on the main thread, from outside of its code. */
  static void promiseBroken(ServiceRecord r) {
    throw new ForegroundServiceDidNotStartInTimeException(
        "Context.startForegroundService() did not then call Service.startForeground(): "
            + "ServiceRecord{"
            + Integer.toHexString(System.identityHashCode(r))
            + " u0 "
            + r.name.flattenToShortString()
            + "}",
        null);
  }
}
