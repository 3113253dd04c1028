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
import android.view.Surface;
import android.view.SurfaceHolder;
import android.view.SurfaceView;
import android.view.TextureView;
import android.view.View;
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
        });
    main(() -> host.setContentView(new View(host)));
    assertSaid("destroyed");
    assertFalse(v[0].isAvailable());
  }
}
