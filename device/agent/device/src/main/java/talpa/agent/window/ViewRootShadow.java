package talpa.agent.window;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.graphics.Canvas;
import android.graphics.Picture;
import android.graphics.Rect;
import android.os.Build;
import android.os.SystemClock;
import android.util.MergedConfiguration;
import android.view.InsetsState;
import android.view.ThreadedRenderer;
import android.view.View;
import android.view.ViewRootImpl;
import android.view.ViewTreeObserver;
import android.window.ActivityWindowInfo;
import android.window.ClientWindowFrames;
import android.window.SurfaceSyncGroup;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowViewRootImpl;
import org.robolectric.util.reflector.Accessor;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;

/**
 * Records the drawing of each frame: the views' own drawing code, scrolling and animations hang on
 * it. What is recorded becomes pixels only when a screenshot is taken.
 */
@Implements(className = "android.view.ViewRootImpl", isInAndroidSdk = false)
public class ViewRootShadow extends ShadowViewRootImpl {
  /** In the place of the real method, which gives up because there is no surface. */
  @Implementation(minSdk = Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
  protected boolean draw(boolean fullRedrawNeeded, SurfaceSyncGroup group, boolean syncBuffer) {
    return draw(fullRedrawNeeded);
  }

  /** As it was on Android 11. */
  @Implementation(maxSdk = Build.VERSION_CODES.R)
  protected boolean draw(boolean fullRedrawNeeded) {
    Root root = reflector(Root.class, realObject);
    View v = realObject.getView();
    Object info = root.getAttachInfo();
    if (v == null || info == null) {
      return false;
    }
    root.scrollToRectOrFocus(null, false);
    root.setCurScrollY(root.getScrollY());
    Info i = reflector(Info.class, info);
    if (i.getViewScrollChanged()) {
      i.setViewScrollChanged(false);
      reflector(Observer.class, i.getTreeObserver()).dispatchOnScrollChanged();
    }
    i.setDrawingTime(SystemClock.uptimeMillis());
    i.getTreeObserver().dispatchOnDraw();
    ThreadedRenderer r = i.getThreadedRenderer();
    if (r != null) {
      reflector(Renderer.class, r).updateViewTreeDisplayList(v);
    } else {
      drawWithoutRenderer(v, root, fullRedrawNeeded);
    }
    return false;
  }

  /**
   * A window that is not hardware accelerated, as those of apps for Android 2 and 3: what is dirty
   * is drawn anew, each view by its own code.
   */
  private static void drawWithoutRenderer(View v, Root root, boolean fullRedrawNeeded) {
    Rect dirty = root.getDirty();
    if (fullRedrawNeeded) {
      dirty.set(0, 0, v.getWidth(), v.getHeight());
    }
    if (dirty.isEmpty() || !dirty.intersect(0, 0, v.getWidth(), v.getHeight())) {
      return;
    }
    Picture frame = new Picture();
    Canvas c = frame.beginRecording(v.getWidth(), v.getHeight());
    c.clipRect(dirty);
    dirty.setEmpty();
    c.translate(0, -root.getScrollY());
    v.draw(c);
    frame.endRecording();
  }

  /** Takes a new frame that the window manager tells. */
  @Implementation(minSdk = Build.VERSION_CODES.VANILLA_ICE_CREAM)
  protected void handleResized(
      ClientWindowFrames frames,
      boolean reportDraw,
      MergedConfiguration config,
      InsetsState insets,
      boolean forceLayout,
      boolean alwaysConsumeSystemBars,
      int displayId,
      int syncSeqId,
      boolean dragResizing,
      ActivityWindowInfo info) {
    DisplayFrame.tell(realObject.mWindowAttributes, insets, frames);
    reflector(Resizing.class, realObject)
        .handleResized(
            frames,
            reportDraw,
            config,
            insets,
            forceLayout,
            alwaysConsumeSystemBars,
            displayId,
            syncSeqId,
            dragResizing,
            info);
  }

  /** The root's own code and fields. */
  @ForType(ViewRootImpl.class)
  interface Root {
    @Accessor("mAttachInfo")
    Object getAttachInfo();

    boolean scrollToRectOrFocus(Rect rectangle, boolean immediate);

    @Accessor("mScrollY")
    int getScrollY();

    @Accessor("mDirty")
    Rect getDirty();

    @Accessor("mCurScrollY")
    void setCurScrollY(int y);
  }

  /** Its code for a new frame. */
  @ForType(ViewRootImpl.class)
  interface Resizing {
    @Direct
    void handleResized(
        ClientWindowFrames frames,
        boolean reportDraw,
        MergedConfiguration config,
        InsetsState insets,
        boolean forceLayout,
        boolean alwaysConsumeSystemBars,
        int displayId,
        int syncSeqId,
        boolean dragResizing,
        ActivityWindowInfo info);
  }

  /** Fields of what a view knows of its window. */
  @ForType(className = "android.view.View$AttachInfo")
  interface Info {
    @Accessor("mViewScrollChanged")
    boolean getViewScrollChanged();

    @Accessor("mViewScrollChanged")
    void setViewScrollChanged(boolean changed);

    @Accessor("mDrawingTime")
    void setDrawingTime(long time);

    @Accessor("mTreeObserver")
    ViewTreeObserver getTreeObserver();

    @Accessor("mThreadedRenderer")
    ThreadedRenderer getThreadedRenderer();
  }

  /** Methods of the observer that are not public. */
  @ForType(ViewTreeObserver.class)
  interface Observer {
    void dispatchOnScrollChanged();
  }

  /** Methods of the renderer that are not public. */
  @ForType(ThreadedRenderer.class)
  interface Renderer {
    void updateViewTreeDisplayList(View v);
  }
}
