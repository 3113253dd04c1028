package talpa.agent.defaults;

import android.app.Activity;
import android.app.KeyguardManager;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyguardManager;
import talpa.agent.biometric.Biometrics;

/**
 * A keyguard that is not shown: who wants it gone need not wait to be told. The phone has a lock.
 */
@Implements(className = "android.app.KeyguardManager")
public class KeyguardShadow extends ShadowKeyguardManager {
  @Override
  @Implementation
  protected void requestDismissKeyguard(
      Activity activity, KeyguardManager.KeyguardDismissCallback callback) {
    if (callback != null) {
      super.requestDismissKeyguard(activity, callback);
    }
  }

  @Override
  @Implementation
  protected boolean isKeyguardSecure() {
    return Biometrics.secure();
  }

  @Override
  @Implementation
  protected boolean isDeviceSecure() {
    return Biometrics.secure();
  }

  @Override
  @Implementation
  protected boolean isDeviceSecure(int user) {
    return Biometrics.secure();
  }
}
