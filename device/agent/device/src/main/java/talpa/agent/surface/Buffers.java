package talpa.agent.surface;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import talpa.agent.process.PerApp;

/**
 * The two bitmaps behind a surface: the one that is drawn on and the one that was posted. Surfaces
 * name them by handle, as they do native objects, and count their references.
 */
public final class Buffers {
  /** Handles from here on are ours; the graphics library's are addresses. */
  private static final long FIRST = 1L << 62;

  private static final AtomicLong LAST = new AtomicLong(FIRST);
  private static final PerApp<Map<Long, WeakReference<Buffers>>> ALL =
      PerApp.of(ConcurrentHashMap::new);

  private final long handle = LAST.incrementAndGet();
  private int references = 1;
  private int width;
  private int height;
  private Bitmap back;
  private Bitmap front;

  private Buffers(int width, int height) {
    this.width = width;
    this.height = height;
  }

  static Buffers create(int width, int height) {
    Buffers b = new Buffers(Math.max(1, width), Math.max(1, height));
    ALL.get().put(b.handle, new WeakReference<>(b));
    return b;
  }

  /** Whether a handle is of this kind, released or not. */
  static boolean ours(long handle) {
    return handle >= FIRST;
  }

  /** The buffers of a handle; null if it is none of ours, was released, or nobody has them. */
  static Buffers of(long handle) {
    WeakReference<Buffers> r = ours(handle) ? ALL.get().get(handle) : null;
    return r == null ? null : r.get();
  }

  long handle() {
    return handle;
  }

  synchronized int width() {
    return width;
  }

  synchronized int height() {
    return height;
  }

  synchronized void resize(int w, int h) {
    width = Math.max(1, w);
    height = Math.max(1, h);
  }

  /** Counts one more that gives its reference back with {@link #release}. */
  synchronized Buffers retain() {
    references++;
    return this;
  }

  synchronized void release() {
    if (--references == 0) {
      ALL.get().remove(handle);
    }
  }

  /** Has a canvas draw here, on what was last posted; holds a reference, as the platform does. */
  synchronized void lock(Canvas canvas, Rect dirty) {
    references++;
    if (back == null || back.getWidth() != width || back.getHeight() != height) {
      back = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    }
    canvas.setBitmap(back);
    Rect all = new Rect(0, 0, width, height);
    if (dirty == null || !dirty.intersect(all)) {
      if (dirty != null) {
        dirty.set(all);
      }
    } else {
      canvas.clipRect(dirty);
    }
  }

  /** Shows what was drawn. */
  synchronized void post(Canvas canvas) {
    canvas.setBitmap(null);
    if (front == null || front.getWidth() != width || front.getHeight() != height) {
      front = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    }
    if (back != null && back.getWidth() == width && back.getHeight() == height) {
      front.eraseColor(0);
      new Canvas(front).drawBitmap(back, 0, 0, null);
    }
  }

  /** Draws what was posted into a rectangle. */
  synchronized void draw(Canvas canvas, Rect at) {
    if (front != null) {
      canvas.drawBitmap(front, null, at, null);
    }
  }
}
