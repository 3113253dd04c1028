package talpa.agent.media;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.content.Context;
import android.media.SoundPool;
import android.os.Handler;
import android.os.Looper;
import java.io.FileDescriptor;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowSoundPool;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/** Short sounds: the framework opens them, and a moment later whoever asked is told of each. */
@Implements(className = "android.media.SoundPool")
public class SoundPoolShadow extends ShadowSoundPool {
  /** What the framework's SoundPool calls a sound that is loaded. */
  private static final int SAMPLE_LOADED = 1;

  /** What the media server takes for a short sound, in ms. */
  private static final long DECODING = 50;

  @RealObject private SoundPool pool;

  private int loaded;

  @Override
  @Implementation
  protected int load(String path, int priority) {
    return reflector(Framework.class, pool).load(path, priority);
  }

  @Override
  @Implementation
  protected int load(Context context, int resource, int priority) {
    return reflector(Framework.class, pool).load(context, resource, priority);
  }

  @Override
  @Implementation
  protected void setOnLoadCompleteListener(SoundPool.OnLoadCompleteListener listener) {
    reflector(Framework.class, pool).setOnLoadCompleteListener(listener);
  }

  /** The native part of all kinds of loading. */
  @Implementation
  protected int _load(FileDescriptor file, long offset, long length, int priority) {
    int id = ++loaded;
    new Handler(Looper.getMainLooper())
        .postDelayed(
            () -> reflector(Framework.class, pool).postEventFromNative(SAMPLE_LOADED, id, 0, null),
            DECODING);
    return id;
  }

  /** The framework's own code. */
  @ForType(SoundPool.class)
  private interface Framework {
    @Direct
    int load(String path, int priority);

    @Direct
    int load(Context context, int resource, int priority);

    @Direct
    void setOnLoadCompleteListener(SoundPool.OnLoadCompleteListener listener);

    void postEventFromNative(int message, int first, int second, Object data);
  }
}
