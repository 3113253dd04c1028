package talpa.agent.defaults;

import android.os.Process;
import android.os.UserHandle;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowUserManager;

/** The one user has unlocked the phone, and works with it: all storage is there. */
@Implements(className = "android.os.UserManager")
public class UserShadow extends ShadowUserManager {
  /** Always. */
  @Implementation
  protected boolean isUserUnlocked(int user) {
    return true;
  }

  @Override
  @Implementation
  protected boolean isUserUnlocked(UserHandle user) {
    return true;
  }

  /** Always. */
  @Implementation
  protected boolean isUserUnlockingOrUnlocked(int user) {
    return true;
  }

  @Override
  @Implementation
  protected boolean isUserUnlockingOrUnlocked(UserHandle user) {
    return true;
  }

  @Override
  @Implementation
  protected boolean isUserRunning(UserHandle user) {
    return Process.myUserHandle().equals(user);
  }
}
