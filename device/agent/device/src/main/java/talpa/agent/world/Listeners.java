package talpa.agent.world;

import android.bluetooth.BluetoothAdapter;
import android.content.Intent;
import android.content.IntentFilter;
import android.media.AudioManager;
import android.nfc.NfcAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;
import talpa.agent.media.MediaKeys;
import talpa.agent.media.Speech;

/** What the app listens to by receivers that it has registered, and by callbacks. */
final class Listeners {
  /** The words for the front, by what a receiver's filter names. */
  private static final Map<String, String> WORDS = new TreeMap<>();

  static {
    Power.ACTIONS.forEach(a -> WORDS.put(a, "battery"));
    WORDS.put(BluetoothAdapter.ACTION_STATE_CHANGED, "bluetooth");
    WORDS.put(NfcAdapter.ACTION_ADAPTER_STATE_CHANGED, "nfc");
    WORDS.put(AudioManager.ACTION_HEADSET_PLUG, "headset");
    WORDS.put(AudioManager.ACTION_AUDIO_BECOMING_NOISY, "headset");
    WORDS.put(Intent.ACTION_MEDIA_BUTTON, "media");
    WORDS.put("android.provider.Telephony.SMS_RECEIVED", "sms");
    WORDS.put("android.intent.action.PHONE_STATE", "call");
    WORDS.put("android.net.conn.CONNECTIVITY_CHANGE", "network");
    Volume.ACTIONS.forEach(a -> WORDS.put(a, "storage"));
  }

  private Listeners() {}

  /** In the words of {@code Module.registrations}. */
  static List<String> registrations() {
    List<String> out = new ArrayList<>();
    ShadowApplication app = Shadow.extract(RuntimeEnvironment.getApplication());
    for (ShadowApplication.Wrapper w : app.getRegisteredReceivers()) {
      IntentFilter f = w.getIntentFilter();
      for (int i = 0; i < f.countActions(); i++) {
        String word = WORDS.get(f.getAction(i));
        if (word != null && !out.contains(word)) {
          out.add(word);
        }
      }
    }
    if (Calls.heard() && !out.contains("call")) {
      out.add("call");
    }
    if (ConnectivityShadow.heard() && !out.contains("network")) {
      out.add("network");
    }
    if (Speech.listens()) {
      out.add("speech");
    }
    if (MediaKeys.heard()) {
      out.add("media");
    }
    return out;
  }
}
