package talpa.agent.permit;

import android.app.Application;
import android.app.PendingIntent;
import android.content.Intent;
import android.os.Build;
import org.robolectric.RuntimeEnvironment;

/**
 * Whether who sends a pending intent may fill it in: apps for Android 12 say so themselves, and
 * those for Android 14 do not allow it for intents that any app could get.
 */
public final class Mutability {
  private Mutability() {}

  /** Throws what the framework and the activity manager do if an app may not make one. */
  public static void check(int flags, Intent i) {
    Application app = RuntimeEnvironment.getApplication();
    if (app == null) {
      return; // the app's code does not run yet
    }
    boolean immutable = (flags & PendingIntent.FLAG_IMMUTABLE) != 0;
    boolean mutable = (flags & PendingIntent.FLAG_MUTABLE) != 0;
    if (immutable && mutable) {
      throw new IllegalArgumentException(
          "Cannot set both FLAG_IMMUTABLE and FLAG_MUTABLE for PendingIntent");
    }
    int target = app.getApplicationInfo().targetSdkVersion;
    if (target >= Build.VERSION_CODES.S && !immutable && !mutable) {
      throw new IllegalArgumentException(
          app.getPackageName()
              + ": Targeting S+ (version "
              + Build.VERSION_CODES.S
              + " and above) requires that one of FLAG_IMMUTABLE or FLAG_MUTABLE be specified when"
              + " creating a PendingIntent.\nStrongly consider using FLAG_IMMUTABLE, only use"
              + " FLAG_MUTABLE if some functionality depends on the PendingIntent being mutable,"
              + " e.g. if it needs to be used with inline replies or bubbles.");
    }
    if (target >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE
        && PendingIntent.isNewMutableDisallowedImplicitPendingIntent(flags, i, false)) {
      throw new IllegalArgumentException(
          app.getPackageName()
              + ": Targeting U+ (version "
              + Build.VERSION_CODES.UPSIDE_DOWN_CAKE
              + " and above) disallows creating or retrieving a PendingIntent with FLAG_MUTABLE, an"
              + " implicit Intent within and without FLAG_NO_CREATE and"
              + " FLAG_ALLOW_UNSAFE_IMPLICIT_INTENT for security reasons. To retrieve an already"
              + " existing PendingIntent, use FLAG_NO_CREATE, however, to create a new PendingIntent"
              + " with an implicit Intent use FLAG_IMMUTABLE.");
    }
  }
}
