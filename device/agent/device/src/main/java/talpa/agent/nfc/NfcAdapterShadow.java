package talpa.agent.nfc;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.Activity;
import android.app.PendingIntent;
import android.content.Context;
import android.content.IntentFilter;
import android.nfc.NfcAdapter;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.process.Behavior;

/**
 * The platform's own adapter in place of Robolectric's, which answers for tests; but one that goes
 * and comes while the app runs. Before Android 15 who asks for tags has to be in front.
 */
@Implements(className = "android.nfc.NfcAdapter")
public class NfcAdapterShadow {
  private static final String ANY_TIME = "foreground-dispatch-any-time";

  @RealObject NfcAdapter real;

  @Implementation
  protected static NfcAdapter getDefaultAdapter(Context c) {
    if (c == null) {
      throw new IllegalArgumentException("context cannot be null");
    }
    return Nfc.get().present() ? NfcAdapter.getNfcAdapter(c.getApplicationContext()) : null;
  }

  @Implementation
  protected void enableForegroundDispatch(
      Activity a, PendingIntent intent, IntentFilter[] filters, String[][] techs) {
    if (a != null && intent != null && !a.isResumed() && !Behavior.has(ANY_TIME)) {
      throw new IllegalStateException(
          "Foreground dispatch can only be enabled when your activity is resumed");
    }
    reflector(Platform.class, real).enableForegroundDispatch(a, intent, filters, techs);
  }

  @Implementation
  protected void disableForegroundDispatch(Activity a) {
    reflector(Platform.class, real).disableForegroundDispatch(a);
    if (!a.isResumed() && !Behavior.has(ANY_TIME)) {
      throw new IllegalStateException(
          "You must disable foreground dispatching while your activity is still resumed");
    }
  }

  /** The platform's own methods. */
  @ForType(NfcAdapter.class)
  interface Platform {
    @Direct
    void enableForegroundDispatch(
        Activity a, PendingIntent intent, IntentFilter[] filters, String[][] techs);

    @Direct
    void disableForegroundDispatch(Activity a);
  }
}
