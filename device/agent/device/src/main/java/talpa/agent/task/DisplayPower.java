package talpa.agent.task;

import android.app.Application;
import android.app.KeyguardManager;
import android.content.Intent;
import android.os.PowerManager;
import java.util.concurrent.atomic.AtomicBoolean;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowKeyguardManager;
import org.robolectric.shadows.ShadowPowerManager;
import talpa.agent.process.PerApp;

/**
 * The display goes off, which stops what it shows, and on again. It is locked while it is off, and
 * by nothing that a user would have to know: as it goes on the lock is gone.
 */
public final class DisplayPower {
  private static final PerApp<AtomicBoolean> OFF = PerApp.of(AtomicBoolean::new);

  private DisplayPower() {}

  /** Whether it is off: fingers and keys reach nobody. */
  public static boolean isOff() {
    return OFF.get().get();
  }

  /** Turns it on or off. */
  public static void turn(boolean on) {
    if (OFF.get().getAndSet(!on) != on) {
      return;
    }
    if (on) {
      state(true);
      tell(Intent.ACTION_SCREEN_ON);
      TaskManager.get().screenOn();
      tell(Intent.ACTION_USER_PRESENT);
    } else {
      TaskManager.get().screenOff();
      TaskManager.enqueue(() -> state(false));
      tell(Intent.ACTION_SCREEN_OFF);
    }
  }

  @SuppressWarnings("deprecation") // the other one sends broadcasts of its own
  private static void state(boolean on) {
    Application app = RuntimeEnvironment.getApplication();
    ShadowPowerManager power = Shadow.extract(app.getSystemService(PowerManager.class));
    power.setIsInteractive(on);
    ShadowKeyguardManager guard = Shadow.extract(app.getSystemService(KeyguardManager.class));
    guard.setKeyguardLocked(!on);
  }

  private static void tell(String action) {
    Intent i = new Intent(action);
    if (!action.equals(Intent.ACTION_USER_PRESENT)) {
      i.addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY);
    }
    TaskManager.enqueue(() -> RuntimeEnvironment.getApplication().sendBroadcast(i));
  }
}
