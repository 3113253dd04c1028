package talpa.agent.media;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.media.session.MediaController;
import android.media.session.MediaSession;
import android.media.session.MediaSessionManager.RemoteUserInfo;
import android.os.Process;
import java.util.function.BiConsumer;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/** The controls of a player: they reach the callback of the session. */
@Implements(className = "android.media.session.MediaController$TransportControls")
public class TransportShadow {
  @RealObject private MediaController.TransportControls controls;

  private void send(BiConsumer<SessionCalls, RemoteUserInfo> call) {
    MediaController c = reflector(Controls.class, controls).getController();
    MediaSession s = Sessions.of(c.getSessionToken()).session();
    if (s != null) {
      String own = RuntimeEnvironment.getApplication().getPackageName();
      call.accept(
          reflector(SessionCalls.class, s),
          new RemoteUserInfo(own, Process.myPid(), Process.myUid()));
    }
  }

  @Implementation
  protected void play() {
    send(SessionCalls::dispatchPlay);
  }

  @Implementation
  protected void pause() {
    send(SessionCalls::dispatchPause);
  }

  @Implementation
  protected void stop() {
    send(SessionCalls::dispatchStop);
  }

  @Implementation
  protected void skipToNext() {
    send(SessionCalls::dispatchNext);
  }

  @Implementation
  protected void skipToPrevious() {
    send(SessionCalls::dispatchPrevious);
  }

  @Implementation
  protected void fastForward() {
    send(SessionCalls::dispatchFastForward);
  }

  @Implementation
  protected void rewind() {
    send(SessionCalls::dispatchRewind);
  }

  @Implementation
  protected void seekTo(long ms) {
    send((s, who) -> s.dispatchSeekTo(who, ms));
  }

  @ForType(MediaController.TransportControls.class)
  private interface Controls {
    @Accessor("this$0")
    MediaController getController();
  }

  @ForType(MediaSession.class)
  private interface SessionCalls {
    void dispatchPlay(RemoteUserInfo who);

    void dispatchPause(RemoteUserInfo who);

    void dispatchStop(RemoteUserInfo who);

    void dispatchNext(RemoteUserInfo who);

    void dispatchPrevious(RemoteUserInfo who);

    void dispatchFastForward(RemoteUserInfo who);

    void dispatchRewind(RemoteUserInfo who);

    void dispatchSeekTo(RemoteUserInfo who, long ms);
  }
}
