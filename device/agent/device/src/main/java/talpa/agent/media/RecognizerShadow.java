package talpa.agent.media;

import android.content.ComponentName;
import android.speech.SpeechRecognizer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.ReflectionHelpers;

/**
 * The platform's own recogniser in place of Robolectric's. Which app it listens with is no setting
 * here, but the one that the phone has.
 */
@Implements(className = "android.speech.SpeechRecognizerImpl", isInAndroidSdk = false)
public class RecognizerShadow {
  @RealObject SpeechRecognizer real;

  @Implementation
  protected ComponentName getSpeechRecognizerComponentName() {
    ComponentName named = ReflectionHelpers.getField(real, "mServiceComponent");
    return named != null ? named : Speech.recognizer();
  }

  /** Robolectric's makes recognisers that it keeps for tests. */
  @Implements(className = "android.speech.SpeechRecognizer")
  public static class FactoryShadow {}

  /** The same. */
  @Implements(className = "android.speech.SpeechRecognizerProxy", isInAndroidSdk = false)
  public static class ProxyShadow {}
}
