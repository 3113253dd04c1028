package talpa.agent.window;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.view.Surface;
import android.view.SurfaceControl;

/**
 * The picture under the finger that a view draws for a drag: it is drawn, since that is code of the
 * app, and not shown. Views call these in place of the methods of the surface.
 */
public final class DragPicture {
  private static final int SIZE = 512; // pixels

  private DragPicture() {}

  /** Whether the window is shown. */
  public static boolean isValid(Surface window) {
    return true;
  }

  /** Makes the surface that of the picture. */
  public static void copyFrom(Surface picture, SurfaceControl control) {}

  /** What is drawn on. */
  public static Canvas lockCanvas(Surface picture, Rect dirty) {
    return new Canvas(Bitmap.createBitmap(SIZE, SIZE, Bitmap.Config.ARGB_8888));
  }

  /** What is drawn on. */
  public static Canvas lockHardwareCanvas(Surface picture) {
    return lockCanvas(picture, null);
  }

  /** The picture is drawn. */
  public static void unlockCanvasAndPost(Surface picture, Canvas canvas) {}
}
