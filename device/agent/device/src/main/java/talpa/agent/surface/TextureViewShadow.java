package talpa.agent.surface;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.view.TextureView;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowView;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/**
 * A TextureView whose texture is there from its first drawing on, and that shows what was posted to
 * it from a canvas.
 */
@Implements(className = "android.view.TextureView")
public class TextureViewShadow extends ShadowView {
  private static final Map<SurfaceTexture, Buffers> TEXTURES = new WeakHashMap<>();
  private static final Map<Buffers, WeakReference<TextureView>> VIEWS = new WeakHashMap<>();

  @RealObject private TextureView view;
  private Buffers buffers;

  static Buffers buffers(SurfaceTexture t) {
    synchronized (TEXTURES) {
      return TEXTURES.computeIfAbsent(t, k -> Buffers.create(1, 1));
    }
  }

  /** Has the view that shows these buffers, if one does, draw again. */
  static void posted(Buffers b) {
    TextureView v;
    synchronized (VIEWS) {
      WeakReference<TextureView> r = VIEWS.get(b);
      v = r == null ? null : r.get();
    }
    if (v != null) {
      v.post(() -> updated(v));
    }
  }

  private static void updated(TextureView v) {
    v.invalidate();
    TextureView.SurfaceTextureListener l = v.getSurfaceTextureListener();
    SurfaceTexture t = v.getSurfaceTexture();
    if (l != null && t != null) {
      l.onSurfaceTextureUpdated(t);
    }
  }

  /** Makes the texture; there is no layer of a graphics processor, which null says. */
  @Implementation(methodName = "getTextureLayer")
  protected Object layer() {
    Real real = reflector(Real.class, view);
    if (!view.isAttachedToWindow()) {
      return null;
    }
    SurfaceTexture t = real.getSurface();
    boolean created = t == null;
    if (created) {
      t = new SurfaceTexture(false);
      real.setSurface(t);
    }
    Buffers now = buffers(t);
    now.resize(view.getWidth(), view.getHeight());
    if (now != buffers) {
      buffers = now;
      real.setNativeWindow(now.handle());
      synchronized (VIEWS) {
        VIEWS.put(now, new WeakReference<>(view));
      }
    }
    TextureView.SurfaceTextureListener l = view.getSurfaceTextureListener();
    if (created && l != null) {
      l.onSurfaceTextureAvailable(t, view.getWidth(), view.getHeight());
    }
    return null;
  }

  /** Draws what was posted. */
  @Implementation
  protected void draw(Canvas canvas) {
    reflector(Real.class, view).draw(canvas);
    if (buffers != null && view.isAvailable()) {
      buffers.draw(canvas, new Rect(0, 0, view.getWidth(), view.getHeight()));
    }
  }

  /** A copy of what was posted, in place of the layer's. */
  @Implementation
  protected Bitmap getBitmap(Bitmap bitmap) {
    reflector(Real.class, view).getBitmap(bitmap);
    if (bitmap != null && buffers != null && view.isAvailable()) {
      buffers.draw(new Canvas(bitmap), new Rect(0, 0, bitmap.getWidth(), bitmap.getHeight()));
    }
    return bitmap;
  }

  /** The buffers are the window. */
  @Implementation
  protected void nCreateNativeWindow(SurfaceTexture t) {}

  /** The buffers go with the texture. */
  @Implementation
  protected void nDestroyNativeWindow() {
    reflector(Real.class, view).setNativeWindow(0);
    buffers = null;
  }

  /** Has the canvas draw on the bitmap. */
  @Implementation
  protected static boolean nLockCanvas(long window, Canvas canvas, Rect dirty) {
    Buffers b = Buffers.of(window);
    if (b != null) {
      b.lock(canvas, dirty);
    }
    return b != null;
  }

  /** Shows what was drawn. */
  @Implementation
  protected static void nUnlockCanvasAndPost(long window, Canvas canvas) {
    Buffers b = Buffers.of(window);
    if (b != null) {
      b.post(canvas);
      b.release();
      posted(b);
      SurfaceShadow.awaitFrame();
    }
  }

  /** The state of a TextureView, and what is shadowed here. */
  @ForType(TextureView.class)
  interface Real {
    @Accessor("mSurface")
    SurfaceTexture getSurface();

    @Accessor("mSurface")
    void setSurface(SurfaceTexture t);

    @Accessor("mNativeWindow")
    void setNativeWindow(long window);

    @Direct
    void draw(Canvas canvas);

    @Direct
    Bitmap getBitmap(Bitmap bitmap);
  }
}
