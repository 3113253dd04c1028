package talpa.agent.media;

import android.content.Intent;
import android.os.Handler;
import android.os.Looper;
import android.speech.RecognitionListener;
import android.speech.SpeechRecognizer;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowSpeechRecognizerImpl;

/** No app of the phone knows speech: who listens gets the error of a phone without one. */
@Implements(className = "android.speech.SpeechRecognizerImpl", isInAndroidSdk = false)
public class RecognizerShadow extends ShadowSpeechRecognizerImpl {
  private RecognitionListener listener;

  @Override
  @Implementation
  protected void handleChangeListener(RecognitionListener l) {
    listener = l;
    super.handleChangeListener(l);
  }

  @Override
  @Implementation
  protected void startListening(Intent intent) {
    super.startListening(intent);
    new Handler(Looper.getMainLooper())
        .post(
            () -> {
              if (listener != null && !isDestroyed()) {
                listener.onError(SpeechRecognizer.ERROR_CLIENT);
              }
            });
  }
}
