package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.PixelFormat;
import android.graphics.Rect;
import android.graphics.SurfaceTexture;
import android.os.Parcel;
import android.view.Surface;
import android.view.SurfaceHolder;
import android.view.SurfaceView;
import android.view.TextureView;
import android.view.View;
import android.widget.FrameLayout;
import org.junit.jupiter.api.Test;

/** Surfaces that apps draw on, and what their owners are told of them. */
class SurfaceTest extends FieldTest {
  private TasksTest.Root host;

  @Override
  void prepare() {
    host = open(TasksTest.Root.class);
    said();
  }

  /** Says what becomes of a surface. */
  private static final class Told implements SurfaceHolder.Callback {
    @Override
    public void surfaceCreated(SurfaceHolder h) {
      say("created " + h.getSurface().isValid());
    }

    @Override
    public void surfaceChanged(SurfaceHolder h, int format, int width, int height) {
      say("changed " + width + "x" + height);
    }

    @Override
    public void surfaceDestroyed(SurfaceHolder h) {
      say("destroyed");
    }
  }

  private SurfaceView shown() {
    SurfaceView[] v = {null};
    main(
        () -> {
          v[0] = new SurfaceView(host);
          v[0].getHolder().addCallback(new Told());
          host.setContentView(v[0]);
        });
    return v[0];
  }

  /** As SurfaceHolder.Callback documents: created, changed at least once, destroyed. */
  @Test
  void aSurfaceIsThereWhileItsWindowIsSeen() {
    SurfaceView v = shown();
    String size = v.getWidth() + "x" + v.getHeight();
    assertSaid("created true", "changed " + size);
    assertEquals(new Rect(0, 0, v.getWidth(), v.getHeight()), v.getHolder().getSurfaceFrame());
    main(() -> v.setVisibility(View.GONE));
    assertSaid("destroyed");
    assertFalse(v.getHolder().getSurface().isValid());
    main(() -> v.setVisibility(View.VISIBLE));
    assertSaid("created true", "changed " + size);
    device("home", java.util.Map.of());
    assertTrue(said().contains("destroyed"));
    device("recents", java.util.Map.of());
    assertTrue(said().contains("created true, changed " + size));
    main(() -> v.getHolder().setFixedSize(30, 20));
    assertSaid("changed 30x20");
    main(() -> v.getHolder().setFormat(PixelFormat.RGBA_8888));
  }

  @Test
  void anAppDrawsOnIt() {
    SurfaceHolder h = shown().getHolder();
    main(
        () -> {
          Canvas c = h.lockCanvas();
          assertNotNull(c);
          assertEquals(h.getSurfaceFrame().width(), c.getWidth());
          c.drawColor(Color.RED);
          h.unlockCanvasAndPost(c);
          c = h.lockCanvas(new Rect(0, 0, 5, 5));
          h.unlockCanvasAndPost(c);
          Surface s = h.getSurface();
          Canvas own = s.lockCanvas(null);
          assertThrows(IllegalArgumentException.class, () -> s.unlockCanvasAndPost(new Canvas()));
          s.unlockCanvasAndPost(own);
        });
    assertTrue(traces().isEmpty());
    main(() -> host.setContentView(new View(host)));
    main(() -> assertNull(h.lockCanvas(), "there is no surface any more"));
  }

  @Test
  void aTextureIsThereWhileItsViewIs() {
    TextureView[] v = {null};
    main(
        () -> {
          v[0] = new TextureView(host);
          v[0].setSurfaceTextureListener(
              new TextureView.SurfaceTextureListener() {
                @Override
                public void onSurfaceTextureAvailable(SurfaceTexture t, int w, int h) {
                  say("available " + (w == v[0].getWidth() && h == v[0].getHeight()));
                }

                @Override
                public void onSurfaceTextureSizeChanged(SurfaceTexture t, int w, int h) {
                  say("size");
                }

                @Override
                public boolean onSurfaceTextureDestroyed(SurfaceTexture t) {
                  say("destroyed");
                  return true;
                }

                @Override
                public void onSurfaceTextureUpdated(SurfaceTexture t) {
                  say("updated");
                }
              });
          assertFalse(v[0].isAvailable());
          host.setContentView(v[0]);
        });
    assertTrue(said().startsWith("available true"));
    assertTrue(v[0].isAvailable());
    main(
        () -> {
          Canvas c = v[0].lockCanvas();
          assertNotNull(c);
          c.drawColor(Color.BLUE);
          v[0].unlockCanvasAndPost(c);
        });
    assertTrue(said().contains("updated"));
    main(
        () -> {
          Bitmap b = v[0].getBitmap();
          assertEquals(v[0].getWidth(), b.getWidth());
          assertColor(Color.BLUE, b, b.getWidth() - 1, b.getHeight() - 1);
          assertColor(Color.BLUE, v[0].getBitmap(9, 7), 8, 6);
          assertNull(v[0].getBitmap(0, 7));
        });
    main(() -> host.setContentView(new View(host)));
    assertSaid("destroyed");
    assertFalse(v[0].isAvailable());
  }

  // ---- what is seen of it ----

  private static void fill(SurfaceHolder h, Rect part, int color) {
    Canvas c = h.lockCanvas(part);
    c.drawColor(color);
    h.unlockCanvasAndPost(c);
  }

  /** Pictures are scaled and laid over each other: a level more or less of each colour is none. */
  private static void assertColor(int want, Bitmap b, int x, int y) {
    int got = b.getPixel(x, y);
    String told = Integer.toHexString(got);
    assertEquals(Color.red(want), Color.red(got), 3, told);
    assertEquals(Color.green(want), Color.green(got), 3, told);
    assertEquals(Color.blue(want), Color.blue(got), 3, told);
  }

  @Test
  void whatWasPostedIsInThePicture() {
    SurfaceView v = shown();
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    main(() -> fill(v.getHolder(), null, Color.RED));
    assertColor(Color.RED, picture(), at[0] + 50, at[1] + 50);
    Canvas[] open = {null};
    main(
        () -> {
          open[0] = v.getHolder().lockCanvas();
          open[0].drawColor(Color.BLUE);
        });
    assertColor(Color.RED, picture(), at[0] + 50, at[1] + 50);
    main(() -> v.getHolder().unlockCanvasAndPost(open[0]));
    assertColor(Color.BLUE, picture(), at[0] + 50, at[1] + 50);
  }

  /** As SurfaceHolder.lockCanvas documents: what is around the rectangle is kept. */
  @Test
  void aPartIsDrawnOnWhatWasThere() {
    SurfaceView v = shown();
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    main(
        () -> {
          fill(v.getHolder(), null, Color.RED);
          fill(v.getHolder(), new Rect(0, 0, 20, 20), Color.GREEN);
          Rect outside = new Rect(-50, -50, -10, -10);
          Canvas c = v.getHolder().lockCanvas(outside);
          v.getHolder().unlockCanvasAndPost(c);
          assertEquals(v.getHolder().getSurfaceFrame(), outside, "all of it is to be drawn");
        });
    Bitmap b = picture();
    assertColor(Color.GREEN, b, at[0] + 10, at[1] + 10);
    assertColor(Color.RED, b, at[0] + 30, at[1] + 10);
    assertColor(Color.RED, b, at[0] + 10, at[1] + 30);
  }

  @Test
  void aSurfaceOfAFixedSizeIsStretchedOverItsView() {
    SurfaceView v = shown();
    main(() -> v.getHolder().setFixedSize(2, 1));
    assertEquals(new Rect(0, 0, 2, 1), v.getHolder().getSurfaceFrame());
    main(
        () -> {
          fill(v.getHolder(), null, Color.RED);
          fill(v.getHolder(), new Rect(1, 0, 2, 1), Color.GREEN);
        });
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    Bitmap b = picture();
    int y = at[1] + v.getHeight() / 2;
    assertColor(Color.RED, b, at[0] + v.getWidth() / 8, y);
    assertColor(Color.GREEN, b, at[0] + v.getWidth() * 7 / 8, y);
  }

  /** As previews of cameras are shown that fill a view of another form. */
  @Test
  void aSurfaceIsScaledAndMovedWithItsView() {
    SurfaceView[] v = {null};
    main(
        () -> {
          v[0] = new SurfaceView(host);
          FrameLayout around = new FrameLayout(host);
          around.addView(v[0], new FrameLayout.LayoutParams(100, 50));
          host.setContentView(around);
        });
    main(
        () -> {
          v[0].setPivotX(0);
          v[0].setPivotY(0);
          v[0].setScaleX(2);
          v[0].setScaleY(4);
          v[0].setTranslationX(60);
          fill(v[0].getHolder(), null, Color.RED);
          fill(v[0].getHolder(), new Rect(50, 25, 100, 50), Color.GREEN);
        });
    int[] at = new int[2];
    v[0].getLocationOnScreen(at);
    Bitmap b = picture();
    assertColor(Color.RED, b, at[0] + 10, at[1] + 10);
    assertColor(Color.RED, b, at[0] + 190, at[1] + 10);
    assertColor(Color.RED, b, at[0] + 90, at[1] + 190);
    assertColor(Color.GREEN, b, at[0] + 190, at[1] + 190);
    assertColor(Color.GREEN, b, at[0] + 110, at[1] + 110);
  }

  @Test
  void whatTheWindowDrawsLiesAboveUnlessTheSurfaceIsOnTop() {
    for (boolean onTop : new boolean[] {false, true}) {
      SurfaceView[] v = {null};
      main(
          () -> {
            v[0] = new SurfaceView(host);
            v[0].setZOrderOnTop(onTop);
            FrameLayout both = new FrameLayout(host);
            both.addView(v[0]);
            View blue = new View(host);
            blue.setBackgroundColor(Color.BLUE);
            both.addView(blue);
            host.setContentView(both);
          });
      main(() -> fill(v[0].getHolder(), null, Color.RED));
      int[] at = new int[2];
      v[0].getLocationOnScreen(at);
      assertColor(onTop ? Color.RED : Color.BLUE, picture(), at[0] + 50, at[1] + 50);
    }
  }

  @Test
  void aSurfaceGoesFromHandToHand() {
    SurfaceView v = shown();
    Surface s = v.getHolder().getSurface();
    Parcel p = Parcel.obtain();
    s.writeToParcel(p, 0);
    p.setDataPosition(0);
    Surface other = Surface.CREATOR.createFromParcel(p);
    p.recycle();
    assertTrue(other.isValid());
    main(
        () -> {
          Canvas c = other.lockHardwareCanvas();
          assertEquals(v.getWidth(), c.getWidth());
          c.drawColor(Color.GREEN);
          other.unlockCanvasAndPost(c);
        });
    int[] at = new int[2];
    v.getLocationOnScreen(at);
    assertColor(Color.GREEN, picture(), at[0] + 50, at[1] + 50);
    other.release();
    assertFalse(other.isValid());
    assertTrue(s.isValid(), "the other one has a reference of its own");
    assertThrows(IllegalStateException.class, () -> other.lockCanvas(null));
  }

  @Test
  void nobodyDrawsOnASurfaceThatIsGoneOrThatAnotherHolds() {
    SurfaceView v = shown();
    SurfaceHolder h = v.getHolder();
    main(
        () -> {
          Canvas c = h.lockCanvas();
          assertNotNull(c);
          h.unlockCanvasAndPost(c);
          v.setVisibility(View.INVISIBLE);
        });
    assertFalse(h.getSurface().isValid());
    main(() -> assertNull(h.lockCanvas()));
    assertTrue(traces().isEmpty(), traces().toString());
  }
}
