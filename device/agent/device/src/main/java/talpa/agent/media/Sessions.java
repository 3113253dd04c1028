package talpa.agent.media;

import android.media.MediaMetadata;
import android.media.session.MediaController;
import android.media.session.MediaSession;
import android.media.session.PlaybackState;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.robolectric.shadow.api.Shadow;
import talpa.agent.process.PerApp;

/** The media sessions of the app: what one tells, its controllers hear. */
public final class Sessions {
  private static final PerApp<Map<MediaSession.Token, Sessions>> ALL = PerApp.of(HashMap::new);

  /** Sessions that have a callback, the newest first. */
  private static final PerApp<List<MediaSession>> NEWEST = PerApp.of(CopyOnWriteArrayList::new);

  private MediaSession session;
  private MediaMetadata metadata;
  private PlaybackState state;
  private final List<WeakReference<MediaController>> listeners = new ArrayList<>();

  private Sessions() {}

  /** The session of a token; a new one if it has told nothing yet. */
  static synchronized Sessions of(MediaSession.Token token) {
    return ALL.get().computeIfAbsent(token, t -> new Sessions());
  }

  synchronized MediaSession session() {
    return session;
  }

  synchronized MediaMetadata metadata() {
    return metadata;
  }

  synchronized PlaybackState state() {
    return state;
  }

  void tell(MediaSession from, MediaMetadata m) {
    synchronized (this) {
      session = from;
      metadata = m;
    }
    for (ControllerShadow c : heard()) {
      c.executeOnMetadataChanged(m);
    }
  }

  void tell(MediaSession from, PlaybackState s) {
    synchronized (this) {
      session = from;
      state = s;
    }
    for (ControllerShadow c : heard()) {
      c.executeOnPlaybackStateChanged(s);
    }
  }

  synchronized void join(MediaSession s) {
    session = s;
    NEWEST.get().remove(s);
    NEWEST.get().add(0, s);
  }

  /** The active session that was given a callback last, or null. */
  static MediaSession active() {
    return NEWEST.get().stream().filter(MediaSession::isActive).findFirst().orElse(null);
  }

  /** A controller that has a callback. */
  synchronized void listen(MediaController c) {
    listeners.removeIf(w -> w.refersTo(null) || w.refersTo(c));
    listeners.add(new WeakReference<>(c));
  }

  private synchronized List<ControllerShadow> heard() {
    List<ControllerShadow> all = new ArrayList<>();
    for (WeakReference<MediaController> w : listeners) {
      MediaController c = w.get();
      if (c != null) {
        all.add(Shadow.extract(c));
      }
    }
    return all;
  }
}
