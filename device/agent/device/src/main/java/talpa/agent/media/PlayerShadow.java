package talpa.agent.media;

import android.content.ContentResolver;
import android.content.Context;
import android.media.AudioAttributes;
import android.media.MediaPlayer;
import android.net.Uri;
import android.provider.MediaStore;
import android.provider.Settings;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.HttpCookie;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowMediaPlayer;
import talpa.agent.libcore.FileCalls;

/**
 * Players that take every source that is there, which then lasts some seconds; those of the network
 * cannot be got.
 */
@Implements(className = "android.media.MediaPlayer")
public class PlayerShadow extends ShadowMediaPlayer {
  /** Of any source, in milliseconds. */
  static final int DURATION_MS = 3000;

  private static final int PATIENCE_MS = 1000;

  /** Of the media framework: a source that cannot be read. */
  private static final int ERROR_IO = -1004;

  /** Of the media framework: a call that the player's state does not allow. */
  private static final int INVALID_OPERATION = -38;

  /** The system's own sounds are taken to be there. */
  private static final Set<String> SYSTEM =
      Set.of(Settings.AUTHORITY, MediaStore.AUTHORITY, ContentResolver.SCHEME_ANDROID_RESOURCE);

  private boolean network;

  /** A player of a resource, ready; null if there is none such. */
  @Implementation
  protected static MediaPlayer create(Context context, int id) {
    return create(context, id, null, 0);
  }

  /** A player of a resource, ready; null if there is none such. */
  @Implementation
  protected static MediaPlayer create(
      Context context, int id, AudioAttributes attributes, int session) {
    MediaPlayer p = new MediaPlayer();
    if (attributes != null) {
      p.setAudioAttributes(attributes);
    }
    try {
      context.getResources().getResourceName(id);
      p.setDataSource("android.resource://" + context.getPackageName() + "/" + id);
      p.prepare();
      return p;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  @Override
  @Implementation
  protected void setDataSource(String path) throws IOException {
    network = remote(path);
    if (!network && path != null && path.startsWith("/")) {
      present(new File(FileCalls.path(path)).canRead());
    }
    super.setDataSource(path);
  }

  @Override
  @Implementation
  protected void setDataSource(
      Context context, Uri uri, Map<String, String> headers, List<HttpCookie> cookies)
      throws IOException {
    network = remote(uri.toString());
    if (!network) {
      present(readable(context, uri));
    }
    super.setDataSource(context, uri, headers, cookies);
  }

  @Override
  @Implementation
  protected void setDataSource(String uri, Map<String, String> headers) throws IOException {
    network = remote(uri);
    super.setDataSource(uri, headers);
  }

  /** Waits for the network in vain. */
  @Override
  @Implementation
  protected void prepare() {
    if (network) {
      PlayerShadow.<RuntimeException>raise(new IOException("Prepare failed.: status=0x1"));
    }
    super.prepare();
  }

  /** Waits for the network in vain. */
  @Override
  @Implementation
  protected void prepareAsync() {
    if (network) {
      getMediaInfo().setPreparationDelay(-1);
    }
    super.prepareAsync();
    if (network) {
      postEventDelayed(
          (player, shadow) -> shadow.invokeErrorListener(MediaPlayer.MEDIA_ERROR_UNKNOWN, ERROR_IO),
          PATIENCE_MS);
    }
  }

  /** From where it was sent, though that is told of a moment later. */
  @Override
  @Implementation
  protected void start() {
    int to = getPendingSeek();
    if (to >= 0) {
      if (getState() == State.PLAYBACK_COMPLETED) {
        setState(State.PAUSED);
      }
      setCurrentPosition(to);
    }
    super.start();
  }

  /** Where it was sent, as soon as it was. */
  @Override
  @Implementation
  protected int getCurrentPosition() {
    int position = super.getCurrentPosition();
    return getPendingSeek() >= 0 ? getPendingSeek() : position;
  }

  /** Before a source was set that is an error, of which the app's listener is told. */
  @Override
  @Implementation
  protected int getDuration() {
    if (getMediaInfo() != null) {
      return super.getDuration();
    }
    if (getState() == State.END) {
      throw new IllegalStateException();
    }
    setState(State.ERROR);
    postEventDelayed((player, shadow) -> shadow.invokeErrorListener(INVALID_OPERATION, 0), 0);
    return 0;
  }

  /** Throws what the real method declares and the shadowed one does not. */
  @SuppressWarnings("unchecked")
  private static <T extends Exception> void raise(Exception e) throws T {
    throw (T) e;
  }

  private static boolean remote(String uri) {
    String s = uri == null ? "" : uri.toLowerCase(Locale.ROOT);
    return s.startsWith("http:") || s.startsWith("https:") || s.startsWith("rtsp:");
  }

  private static boolean readable(Context context, Uri uri) {
    if (SYSTEM.contains(String.valueOf(uri.getAuthority()))
        || SYSTEM.contains(String.valueOf(uri.getScheme()))) {
      return true;
    }
    if (uri.getScheme() == null || uri.getScheme().equals(ContentResolver.SCHEME_FILE)) {
      return new File(FileCalls.path(String.valueOf(uri.getPath()))).canRead();
    }
    try (Closeable c = context.getContentResolver().openAssetFileDescriptor(uri, "r")) {
      return c != null;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static void present(boolean there) throws IOException {
    if (!there) {
      throw new IOException("setDataSource failed.: status=0x80000000");
    }
  }
}
