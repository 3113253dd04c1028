package talpa.agent.media;

import android.content.Intent;
import android.media.session.MediaSession;
import android.media.session.MediaSessionManager.RemoteUserInfo;
import android.os.Process;
import android.view.KeyEvent;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Keys of a headset or a keyboard that play and pause: the newest active session gets them. */
public final class MediaKeys {
  private MediaKeys() {}

  /** Whether a session of the app waits for such keys. */
  public static boolean heard() {
    return Sessions.active() != null;
  }

  /** A key that no window took; it goes nowhere without a session. */
  public static void press(KeyEvent e) {
    MediaSession s = Sessions.active();
    if (s == null || !KeyEvent.isMediaSessionKey(e.getKeyCode())) {
      return;
    }
    ReflectionHelpers.callInstanceMethod(
        s,
        "dispatchMediaButton",
        ClassParameter.from(
            RemoteUserInfo.class,
            new RemoteUserInfo("android", Process.myPid(), Process.SYSTEM_UID)),
        ClassParameter.from(
            Intent.class,
            new Intent(Intent.ACTION_MEDIA_BUTTON).putExtra(Intent.EXTRA_KEY_EVENT, e)));
  }
}
