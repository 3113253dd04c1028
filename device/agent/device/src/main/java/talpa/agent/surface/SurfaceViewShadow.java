package talpa.agent.surface;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.PorterDuff;
import android.graphics.Rect;
import android.view.Surface;
import android.view.SurfaceControl;
import android.view.SurfaceHolder;
import android.view.SurfaceView;
import android.view.View;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowView;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.ForType;

/**
 * The real SurfaceView, but for its talk with the compositor: the surface is made, resized and
 * taken away when the real one does so, and its holder's callbacks are told.
 */
@Implements(className = "android.view.SurfaceView")
public class SurfaceViewShadow extends ShadowView {
  @RealObject private SurfaceView view;
  private Buffers buffers;

  /** Follows the view's size and whether it can be seen. */
  @Implementation
  protected void updateSurface() {
    Real real = reflector(Real.class, view);
    if (view.getViewRootImpl() == null) {
      return;
    }
    boolean visible = real.getRequestedVisible() && real.getHaveFrame();
    if (!visible) {
      destroy(real);
      return;
    }
    int w = real.getRequestedWidth() > 0 ? real.getRequestedWidth() : view.getWidth();
    int h = real.getRequestedHeight() > 0 ? real.getRequestedHeight() : view.getHeight();
    boolean creating = buffers == null;
    boolean formatChanged = real.getFormat() != real.getRequestedFormat();
    if (!creating && !formatChanged && w == buffers.width() && h == buffers.height()) {
      return;
    }
    real.setFormat(real.getRequestedFormat());
    real.setSurfaceWidth(w);
    real.setSurfaceHeight(h);
    real.getSurfaceFrame().set(0, 0, w, h);
    real.setVisible(true);
    SurfaceHolder.Callback[] callbacks = real.getSurfaceCallbacks();
    if (creating) {
      create(real, w, h, callbacks);
    } else {
      buffers.resize(w, h);
    }
    changed(real, w, h, callbacks);
  }

  private void create(Real real, int w, int h, SurfaceHolder.Callback[] callbacks) {
    buffers = Buffers.create(w, h);
    surface(real).attach(buffers);
    real.setSurfaceControl(new SurfaceControl());
    real.setSurfaceCreated(true);
    real.setDrawingStopped(false);
    real.setDrawFinished(true);
    view.invalidate();
    real.setIsCreating(true);
    try {
      for (SurfaceHolder.Callback c : callbacks) {
        c.surfaceCreated(real.getSurfaceHolder());
      }
    } finally {
      real.setIsCreating(false);
    }
  }

  private void changed(Real real, int w, int h, SurfaceHolder.Callback[] callbacks) {
    for (SurfaceHolder.Callback c : callbacks) {
      c.surfaceChanged(real.getSurfaceHolder(), real.getFormat(), w, h);
    }
    for (SurfaceHolder.Callback c : callbacks) {
      if (c instanceof SurfaceHolder.Callback2 c2) {
        c2.surfaceRedrawNeededAsync(real.getSurfaceHolder(), () -> {});
      }
    }
  }

  private void destroy(Real real) {
    if (buffers == null) {
      return;
    }
    real.setSurfaceCreated(false);
    real.setVisible(false);
    real.setDrawingStopped(true);
    real.notifySurfaceDestroyed();
    releaseSurfaces(true);
  }

  /** Gives the buffers back. */
  @Implementation
  protected void releaseSurfaces(boolean all) {
    Real real = reflector(Real.class, view);
    real.setSurfaceControl(null);
    if (buffers != null) {
      buffers = null;
      real.getSurface().release();
    }
  }

  /** There is no compositor to tell. */
  @Implementation
  protected void updateRelativeZ(SurfaceControl.Transaction t) {}

  /** There is no compositor to tell. */
  @Implementation
  protected void applyOrMergeTransaction(SurfaceControl.Transaction t, long frame) {}

  /** Leaves a hole in the window, through which the surface is seen. */
  @Implementation
  protected void clearSurfaceViewPort(Canvas canvas) {
    canvas.save();
    canvas.clipRect(0, 0, view.getWidth(), view.getHeight());
    canvas.drawColor(Color.TRANSPARENT, PorterDuff.Mode.CLEAR);
    canvas.restore();
  }

  /** Draws what was posted to a view's surface, if it lies above, or below, its window. */
  public static void draw(View v, boolean above, Canvas canvas, Rect at) {
    if (v instanceof SurfaceView s && s.isZOrderedOnTop() == above) {
      SurfaceViewShadow shadow = Shadow.extract(s);
      if (shadow.buffers != null) {
        shadow.buffers.draw(canvas, at);
      }
    }
  }

  private static SurfaceShadow surface(Real real) {
    return Shadow.extract(real.getSurface());
  }

  /** The state of a SurfaceView. */
  @ForType(SurfaceView.class)
  interface Real {
    @Accessor("mRequestedVisible")
    boolean getRequestedVisible();

    @Accessor("mHaveFrame")
    boolean getHaveFrame();

    @Accessor("mRequestedWidth")
    int getRequestedWidth();

    @Accessor("mRequestedHeight")
    int getRequestedHeight();

    @Accessor("mRequestedFormat")
    int getRequestedFormat();

    @Accessor("mFormat")
    int getFormat();

    @Accessor("mFormat")
    void setFormat(int format);

    @Accessor("mSurfaceWidth")
    void setSurfaceWidth(int w);

    @Accessor("mSurfaceHeight")
    void setSurfaceHeight(int h);

    @Accessor("mSurfaceFrame")
    Rect getSurfaceFrame();

    @Accessor("mSurface")
    Surface getSurface();

    @Accessor("mSurfaceControl")
    void setSurfaceControl(SurfaceControl c);

    @Accessor("mSurfaceCreated")
    void setSurfaceCreated(boolean created);

    @Accessor("mIsCreating")
    void setIsCreating(boolean creating);

    @Accessor("mDrawingStopped")
    void setDrawingStopped(boolean stopped);

    @Accessor("mDrawFinished")
    void setDrawFinished(boolean finished);

    @Accessor("mVisible")
    void setVisible(boolean visible);

    @Accessor("mSurfaceHolder")
    SurfaceHolder getSurfaceHolder();

    SurfaceHolder.Callback[] getSurfaceCallbacks();

    void notifySurfaceDestroyed();
  }
}
