package talpa.agent.media;

import android.content.Context;
import android.os.Handler;
import android.os.Looper;
import android.speech.tts.TextToSpeech;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowTextToSpeech;

/** A speech engine that is ready a moment after it was asked for. Nothing is heard. */
@Implements(className = "android.speech.tts.TextToSpeech")
public class SpeechShadow extends ShadowTextToSpeech {
  @Override
  @Implementation
  protected void __constructor__(
      Context context,
      TextToSpeech.OnInitListener listener,
      String engine,
      String packageName,
      boolean useFallback) {
    super.__constructor__(context, listener, engine, packageName, useFallback);
    if (listener != null) {
      new Handler(Looper.getMainLooper()).post(() -> listener.onInit(TextToSpeech.SUCCESS));
    }
  }
}
