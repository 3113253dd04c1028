package talpa.agent.camera;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.ImageFormat;
import android.graphics.PixelFormat;
import android.media.Image;
import android.media.ImageReader;
import android.os.Build;
import android.view.Surface;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.WeakHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowNativeImageReader;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Static;
import talpa.agent.process.PerApp;

/**
 * A reader whose formats only a camera writes gets the camera's pictures. All others are the
 * graphics library's, which knows pixels of colours alone.
 */
@Implements(className = "android.media.ImageReader", callNativeMethodsByDefault = true)
public class ReaderShadow extends ShadowNativeImageReader {
  private static final PerApp<Map<Surface, WeakReference<ImageReader>>> READERS =
      PerApp.of(() -> Collections.synchronizedMap(new WeakHashMap<>()));

  @RealObject private ImageReader reader;
  private final Deque<WallImage> waiting = new ArrayDeque<>();
  private int taken;

  /** The reader that a surface belongs to, if only cameras write to it; else null. */
  static ReaderShadow of(Surface s) {
    WeakReference<ImageReader> r = READERS.get().get(s);
    ImageReader reader = r == null ? null : r.get();
    return reader == null ? null : Shadow.extract(reader);
  }

  private boolean cameras() {
    int format = reader.getImageFormat();
    return format == ImageFormat.YUV_420_888 || format == ImageFormat.JPEG;
  }

  /** The surface of a reader for cameras is one of colours, which nobody draws on. */
  @Override
  @Implementation(minSdk = Build.VERSION_CODES.VANILLA_ICE_CREAM)
  protected synchronized void nativeInit(
      Object self, int width, int height, int images, long usage, int format, int space) {
    boolean ours = cameras();
    reflector(Bound.class, reader)
        .$$robo$$nativeInit$nativeBinding(
            self,
            width,
            height,
            images,
            usage,
            ours ? PixelFormat.RGBA_8888 : format,
            ours ? 0 : space);
  }

  @Override
  @Implementation
  protected Surface getSurface() {
    Surface s = super.getSurface();
    if (s != null && cameras()) {
      READERS.get().put(s, new WeakReference<>(reader));
    }
    return s;
  }

  /** Takes a picture. Where the app does not fetch them, the oldest one goes. */
  void offer(long at) {
    synchronized (this) {
      if (waiting.size() + taken >= reader.getMaxImages() && waiting.poll() == null) {
        return; // all are in the app's hands, so the camera has no buffer
      }
      waiting.add(
          new WallImage(
              reader.getImageFormat(), reader.getWidth(), reader.getHeight(), at, this::back));
    }
    reflector(Real.class).postEventFromNative(new WeakReference<>(reader));
  }

  private synchronized void back() {
    taken--;
  }

  /** The oldest picture that waits. */
  @Implementation
  protected Image acquireNextImage() {
    if (!cameras()) {
      return reflector(Real.class, reader).acquireNextImage();
    }
    synchronized (this) {
      if (taken >= reader.getMaxImages()) {
        throw new IllegalStateException(
            "maxImages ("
                + reader.getMaxImages()
                + ") has already been acquired, call #close before acquiring more.");
      }
      WallImage i = waiting.poll();
      if (i != null) {
        taken++;
      }
      return i;
    }
  }

  /** The newest picture; the older ones go. */
  @Implementation
  protected Image acquireLatestImage() {
    if (!cameras()) {
      return reflector(Real.class, reader).acquireLatestImage();
    }
    synchronized (this) {
      while (waiting.size() > 1) {
        waiting.remove();
      }
      return acquireNextImage();
    }
  }

  @Implementation
  protected void close() {
    synchronized (this) {
      waiting.clear();
    }
    reflector(Real.class, reader).close();
  }

  @Override
  @Implementation(maxSdk = Build.VERSION_CODES.S_V2)
  protected synchronized void nativeInit(
      Object self, int width, int height, int format, int images, long usage) {
    super.nativeInit(
        self, width, height, cameras() ? PixelFormat.RGBA_8888 : format, images, usage);
  }

  /** The library's code. */
  @ForType(ImageReader.class)
  interface Bound {
    void $$robo$$nativeInit$nativeBinding(
        Object self, int width, int height, int images, long usage, int format, int space);
  }

  /** What is shadowed here, and the platform's telling of listeners. */
  @ForType(ImageReader.class)
  interface Real {
    @Direct
    Image acquireNextImage();

    @Direct
    Image acquireLatestImage();

    @Direct
    void close();

    @Static
    void postEventFromNative(Object self);
  }
}
