package talpa.agent.service;

import org.robolectric.annotation.Implements;

/**
 * The kinds of services that Robolectric has a shadow of its own for. A shadow of {@code Service}
 * is asked of every object below that class, so these take the place of Robolectric's, which only
 * take notes.
 */
public final class ServiceKinds {
  private ServiceKinds() {}

  @Implements(className = "android.app.job.JobService")
  public static class Job extends AppServiceShadow {}

  @Implements(className = "android.app.IntentService")
  public static class Intents extends AppServiceShadow {}

  @Implements(className = "android.accessibilityservice.AccessibilityService")
  public static class Accessibility extends AppServiceShadow {}

  @Implements(className = "android.net.VpnService")
  public static class Vpn extends AppServiceShadow {}

  @Implements(className = "android.service.notification.NotificationListenerService")
  public static class NotificationListener extends AppServiceShadow {}

  @Implements(className = "android.service.quickaccesswallet.QuickAccessWalletService")
  public static class Wallet extends AppServiceShadow {}

  @Implements(className = "android.service.quicksettings.TileService")
  public static class Tile extends AppServiceShadow {}

  @Implements(className = "android.service.textclassifier.TextClassifierService")
  public static class TextClassifier extends AppServiceShadow {}

  @Implements(className = "android.service.voice.VoiceInteractionService")
  public static class VoiceInteraction extends AppServiceShadow {}

  @Implements(className = "android.telecom.CallRedirectionService")
  public static class CallRedirection extends AppServiceShadow {}

  @Implements(className = "android.telecom.CallScreeningService")
  public static class CallScreening extends AppServiceShadow {}

  @Implements(className = "android.telecom.InCallService")
  public static class InCall extends AppServiceShadow {}
}
