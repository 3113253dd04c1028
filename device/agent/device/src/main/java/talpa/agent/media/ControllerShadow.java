package talpa.agent.media;

import android.media.MediaMetadata;
import android.media.session.MediaController;
import android.media.session.PlaybackState;
import android.os.Handler;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowMediaController;

/** A controller that hears what the session of its token tells. */
@Implements(className = "android.media.session.MediaController")
public class ControllerShadow extends ShadowMediaController {
  @RealObject private MediaController controller;

  @Override
  @Implementation
  protected MediaMetadata getMetadata() {
    return Sessions.of(controller.getSessionToken()).metadata();
  }

  @Override
  @Implementation
  protected PlaybackState getPlaybackState() {
    return Sessions.of(controller.getSessionToken()).state();
  }

  @Override
  @Implementation
  protected void registerCallback(MediaController.Callback c, Handler h) {
    super.registerCallback(c, h);
    Sessions.of(controller.getSessionToken()).listen(controller);
  }
}
