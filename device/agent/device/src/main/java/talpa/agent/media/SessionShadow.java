package talpa.agent.media;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.media.MediaMetadata;
import android.media.session.MediaSession;
import android.media.session.PlaybackState;
import android.os.Handler;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowMediaSession;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** A media session whose state its controllers hear, without the service between them. */
@Implements(className = "android.media.session.MediaSession")
public class SessionShadow extends ShadowMediaSession {
  @RealObject private MediaSession session;

  /** The callback of the app. */
  @Implementation
  protected void setCallback(MediaSession.Callback c, Handler h) {
    reflector(Real.class, session).setCallback(c, h);
    Sessions.of(session.getSessionToken()).join(session);
  }

  /** What is played. */
  @Implementation
  protected void setMetadata(MediaMetadata m) {
    reflector(Real.class, session).setMetadata(m);
    Sessions.of(session.getSessionToken()).tell(session, m);
  }

  /** Whether it is played. */
  @Implementation
  protected void setPlaybackState(PlaybackState s) {
    reflector(Real.class, session).setPlaybackState(s);
    Sessions.of(session.getSessionToken()).tell(session, s);
  }

  /** The framework's own methods. */
  @ForType(MediaSession.class)
  private interface Real {
    @Direct
    void setCallback(MediaSession.Callback c, Handler h);

    @Direct
    void setMetadata(MediaMetadata m);

    @Direct
    void setPlaybackState(PlaybackState s);
  }
}
