package talpa.agent.world;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSmsManager;

/** Messages go by the one card. */
@Implements(className = "android.telephony.SmsManager")
public class SmsShadow extends ShadowSmsManager {
  /** The one card's subscription, which the platform's code asks a service of the phone for. */
  @Implementation
  protected int getSubscriptionId() {
    return 1;
  }
}
