package talpa.agent.drawing;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.opengl.GLSurfaceView;
import android.view.SurfaceHolder;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.gl.FramePace;
import talpa.agent.surface.SurfaceViewShadow;

/**
 * The real GLSurfaceView; while the main thread waits for its drawing thread no frame is waited
 * for.
 */
@Implements(className = "android.opengl.GLSurfaceView")
public class GlSurfaceShadow extends SurfaceViewShadow {
  @RealObject private GLSurfaceView view;

  /** Waits for the first picture. */
  @Implementation
  protected void surfaceCreated(SurfaceHolder holder) {
    FramePace.hurry(() -> reflector(Real.class, view).surfaceCreated(holder));
  }

  /** Waits for the drawing to end. */
  @Implementation
  protected void surfaceDestroyed(SurfaceHolder holder) {
    FramePace.hurry(() -> reflector(Real.class, view).surfaceDestroyed(holder));
  }

  /** Waits for a picture of that size. */
  @Implementation
  protected void surfaceChanged(SurfaceHolder holder, int format, int w, int h) {
    FramePace.hurry(() -> reflector(Real.class, view).surfaceChanged(holder, format, w, h));
  }

  /** Waits for the drawing to end. */
  @Implementation
  protected void onPause() {
    FramePace.hurry(() -> reflector(Real.class, view).onPause());
  }

  /** Waits for the drawing to begin. */
  @Implementation
  protected void onResume() {
    FramePace.hurry(() -> reflector(Real.class, view).onResume());
  }

  /** Waits for the drawing to end. */
  @Implementation
  protected void onDetachedFromWindow() {
    FramePace.hurry(() -> reflector(Real.class, view).onDetachedFromWindow());
  }

  /** What is shadowed here. */
  @ForType(GLSurfaceView.class)
  interface Real {
    @Direct
    void surfaceCreated(SurfaceHolder holder);

    @Direct
    void surfaceDestroyed(SurfaceHolder holder);

    @Direct
    void surfaceChanged(SurfaceHolder holder, int format, int w, int h);

    @Direct
    void onPause();

    @Direct
    void onResume();

    @Direct
    void onDetachedFromWindow();
  }
}
