package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.app.AlertDialog;
import android.app.Dialog;
import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.graphics.ImageDecoder;
import android.net.Uri;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.View;
import android.view.ViewAnimationUtils;
import android.view.animation.AlphaAnimation;
import android.view.animation.Animation;
import android.view.animation.AnimationSet;
import android.widget.EditText;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.Magnifier;
import android.widget.ZoomButtonsController;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What draws on threads and hardware of its own on a phone. */
class DrawingTest extends FieldTest {
  private TasksTest.Root host;

  @Override
  void prepare() {
    host = open(TasksTest.Root.class);
    said();
  }

  // ---- animations of views ----

  private AnimationSet fade() {
    AnimationSet all = new AnimationSet(true);
    Animation a = new AlphaAnimation(1, 0);
    a.setDuration(400);
    all.addAnimation(a);
    all.setFillAfter(true);
    all.setAnimationListener(
        new Animation.AnimationListener() {
          @Override
          public void onAnimationStart(Animation x) {
            say("start");
          }

          @Override
          public void onAnimationEnd(Animation x) {
            say("end");
          }

          @Override
          public void onAnimationRepeat(Animation x) {}
        });
    return all;
  }

  private void assertFades() {
    View v = new View(host);
    main(() -> host.setContentView(v));
    main(() -> v.startAnimation(fade()));
    rest(1000);
    assertSaid("start", "end");
  }

  @Test
  void anAnimationOfAViewEndsAfterItsTime() {
    assertFades();
  }

  /** Apps for Android 2 draw without the render thread. */
  @Test
  @Aimed(10)
  void anAnimationOfAnOldAppEndsToo() {
    assertFades();
  }

  @Test
  @Aimed(10)
  void viewsOfAnOldAppDrawThemselvesAsOftenAsTheyChange() {
    View v =
        new View(host) {
          @Override
          protected void onDraw(Canvas c) {
            say("drawn " + c.isHardwareAccelerated() + " " + c.getClipBounds().width());
          }
        };
    main(() -> host.setContentView(v));
    assertSaid("drawn false " + v.getWidth());
    main(v::invalidate);
    assertSaid("drawn false " + v.getWidth());
    rest(1000);
    assertSaid("");
  }

  @Test
  void anAnimationStartsAfterADialogHasGone() {
    LinearLayout v = new LinearLayout(host);
    v.setBackgroundColor(Color.WHITE);
    v.addView(new ImageView(host));
    main(() -> host.setContentView(v));
    AnimationSet fade = fade();
    Dialog[] d = {null};
    main(() -> (d[0] = new AlertDialog.Builder(host).setMessage("Welcome").create()).show());
    main(
        () -> {
          d[0].setOnDismissListener(
              x -> new Handler(Looper.myLooper()).postDelayed(() -> v.startAnimation(fade), 1500));
          d[0].dismiss();
        });
    rest(3000);
    assertSaid("start", "end");
  }

  // ---- animations of the render thread ----

  private Animator reveal(View v, long ms) {
    Animator a = ViewAnimationUtils.createCircularReveal(v, 0, 0, 0, 100);
    a.setDuration(ms);
    long started = SystemClock.uptimeMillis();
    a.addListener(
        new AnimatorListenerAdapter() {
          @Override
          public void onAnimationStart(Animator x) {
            say("start");
          }

          @Override
          public void onAnimationEnd(Animator x) {
            say("end after " + (SystemClock.uptimeMillis() - started) / 100);
          }
        });
    a.start();
    return a;
  }

  @Test
  void aRevealEndsAfterItsTime() {
    View v = new View(host);
    main(() -> host.setContentView(v));
    Animator[] a = {null};
    main(() -> a[0] = reveal(v, 700));
    rest(1000);
    assertSaid("start", "end after 7");
    assertFalse(a[0].isRunning());
  }

  @Test
  void aRevealThatIsEndedDoesNotEndTwice() {
    View v = new View(host);
    main(() -> host.setContentView(v));
    main(() -> reveal(v, 60_000).end());
    assertSaid("start", "end after 0");
    rest(70_000);
    assertSaid("");
  }

  @Test
  void aRevealThatIsCancelledBeforeItStartsIsTold() {
    View v = new View(host);
    main(() -> host.setContentView(v));
    main(() -> reveal(v, 500).cancel());
    String all = said();
    assertTrue(all.startsWith("start, end after 0"), all);
    rest(1000);
    assertSaid("");
  }

  // ---- pictures ----

  @Test
  void picturesAreDecodedFromFilesStreamsAndBytes() throws IOException {
    Bitmap b = Bitmap.createBitmap(6, 4, Bitmap.Config.ARGB_8888);
    b.eraseColor(Color.GREEN);
    File f = new File(app().getFilesDir(), "green.png");
    try (FileOutputStream out = new FileOutputStream(f)) {
      b.compress(Bitmap.CompressFormat.PNG, 100, out);
    }
    byte[] bytes = Files.readAllBytes(f.toPath());
    for (ImageDecoder.Source s :
        new ImageDecoder.Source[] {
          ImageDecoder.createSource(f),
          ImageDecoder.createSource(app().getContentResolver(), Uri.fromFile(f)),
          ImageDecoder.createSource(ByteBuffer.wrap(bytes)),
        }) {
      Bitmap got = assertDoesNotThrow(() -> ImageDecoder.decodeBitmap(s), s.toString());
      assertEquals("6x4", got.getWidth() + "x" + got.getHeight());
      assertEquals(Color.GREEN, got.getPixel(3, 2));
    }
    File missing = new File(app().getFilesDir(), "none.png");
    assertThrows(
        FileNotFoundException.class,
        () -> ImageDecoder.decodeBitmap(ImageDecoder.createSource(missing)));
  }

  // ---- windows of their own ----

  @Test
  void aMagnifierAndZoomButtonsDoNoHarm() {
    EditText field = new EditText(host);
    main(() -> host.setContentView(field));
    main(
        () -> {
          Magnifier m = new Magnifier.Builder(field).build();
          m.show(10, 10);
          m.show(10, 10, 20, 20);
          m.update();
          m.dismiss();
        });
    ZoomButtonsController[] zoom = {null};
    main(
        () -> {
          zoom[0] = new ZoomButtonsController(field);
          zoom[0].setVisible(true);
        });
    assertTrue(zoom[0].isVisible());
    assertNotEquals(null, zoom[0].getZoomControls());
    main(() -> zoom[0].setVisible(false));
    assertFalse(zoom[0].isVisible());
  }
}
