package talpa.agent.view;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.Matrix;
import android.graphics.Point;
import android.graphics.Rect;
import android.graphics.RectF;
import android.os.SystemClock;
import android.view.SurfaceView;
import android.view.View;
import android.view.ViewGroup;
import android.view.WindowManager.LayoutParams;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.HardwareRenderingScreenshot;
import org.robolectric.shadows.ShadowDisplay;
import org.robolectric.shadows.ShadowView;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import talpa.agent.surface.SurfaceViewShadow;
import talpa.agent.window.RootWindow;
import talpa.agent.window.SoftKeyboard;
import talpa.agent.window.Windows;
import talpa.agent.wire.Blob;

/** Draws all windows into one picture, with what is dimmed dimmed. */
final class Screenshot {
  private Screenshot() {}

  /** The screen as PNG. */
  static Blob png() {
    Point size = new Point();
    ShadowDisplay.getDefaultDisplay().getRealSize(size);
    Bitmap screen = Bitmap.createBitmap(size.x, size.y, Bitmap.Config.ARGB_8888);
    Canvas canvas = new Canvas(screen);
    canvas.drawColor(Color.BLACK);
    List<RootWindow> all = Windows.visible();
    for (int i = all.size() - 1; i >= 0; i--) {
      draw(all.get(i), canvas);
    }
    Keyboard.draw(SoftKeyboard.area(), canvas);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    screen.compress(Bitmap.CompressFormat.PNG, 100, out);
    screen.recycle();
    return new Blob(Map.of("format", "png", "width", size.x, "height", size.y), out.toByteArray());
  }

  private static void draw(RootWindow w, Canvas canvas) {
    if ((w.params().flags & LayoutParams.FLAG_DIM_BEHIND) != 0) {
      canvas.drawColor(Color.argb((int) (255 * w.params().dimAmount), 0, 0, 0));
    }
    Rect f = w.frame();
    if (f.width() <= 0 || f.height() <= 0) {
      return;
    }
    View v = w.view();
    ReflectionHelpers.callInstanceMethod(
        ShadowView.class,
        Shadow.<ShadowView>extract(v),
        "setDrawingTime",
        ClassParameter.from(long.class, SystemClock.uptimeMillis()));
    Bitmap b = Bitmap.createBitmap(f.width(), f.height(), Bitmap.Config.ARGB_8888);
    render(v, b);
    surfaces(v, false, canvas);
    canvas.drawBitmap(b, f.left, f.top - w.pan(), null);
    surfaces(v, true, canvas);
    b.recycle();
  }

  /** Surfaces lie below their window, seen through a hole in it, or above it. */
  private static void surfaces(View v, boolean above, Canvas canvas) {
    if (v.getVisibility() != View.VISIBLE) {
      return;
    }
    if (v instanceof SurfaceView) {
      SurfaceViewShadow.draw(v, above, canvas, onScreen(v));
    } else if (v instanceof ViewGroup g) {
      for (int i = 0; i < g.getChildCount(); i++) {
        surfaces(g.getChildAt(i), above, canvas);
      }
    }
  }

  /** Where a view is seen that it or a view around it may scale, as previews of cameras are. */
  private static Rect onScreen(View v) {
    Matrix m = new Matrix();
    v.transformMatrixToGlobal(m);
    RectF all = new RectF(0, 0, v.getWidth(), v.getHeight());
    m.mapRect(all);
    Rect r = new Rect();
    all.round(r);
    return r;
  }

  private static void render(View v, Bitmap b) {
    if (v.canHaveDisplayList()) {
      ReflectionHelpers.callStaticMethod(
          HardwareRenderingScreenshot.class,
          "takeScreenshot",
          ClassParameter.from(View.class, v),
          ClassParameter.from(Bitmap.class, b));
    } else {
      v.draw(new Canvas(b));
    }
  }
}
