package talpa.agent.shadow;

import android.opengl.GLSurfaceView;
import android.view.SurfaceHolder;
import java.util.Map;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import talpa.agent.app.AppProcess;
import talpa.agent.surface.SurfaceViewShadow;

/** A surface that nothing is drawn on: there is no OpenGL. Its renderer never runs. */
@Implements(className = "android.opengl.GLSurfaceView")
public class GlSurfaceShadow extends SurfaceViewShadow {
  private int mode = GLSurfaceView.RENDERMODE_CONTINUOUSLY;

  /** Starts no rendering thread. */
  @Implementation
  protected void setRenderer(GLSurfaceView.Renderer renderer) {
    AppProcess.current()
        .wire()
        .notify("unsupported", Map.of("kind", "gl", "detail", renderer.getClass().getName()));
  }

  /** Remembered only. */
  @Implementation
  protected void setRenderMode(int renderMode) {
    mode = renderMode;
  }

  /** What was set. */
  @Implementation
  protected int getRenderMode() {
    return mode;
  }

  /** Nothing renders. */
  @Implementation
  protected void requestRender() {}

  /** The rendering thread that would run it does not exist. */
  @Implementation
  protected void queueEvent(Runnable r) {}

  /** Nothing renders. */
  @Implementation
  protected void onPause() {}

  /** Nothing renders. */
  @Implementation
  protected void onResume() {}

  /** Nothing renders. */
  @Implementation
  protected void surfaceCreated(SurfaceHolder holder) {}

  /** Nothing renders. */
  @Implementation
  protected void surfaceDestroyed(SurfaceHolder holder) {}

  /** Nothing renders. */
  @Implementation
  protected void surfaceChanged(SurfaceHolder holder, int format, int w, int h) {}

  /** Nothing renders. */
  @Implementation
  protected void surfaceRedrawNeededAsync(SurfaceHolder holder, Runnable done) {
    done.run();
  }
}
