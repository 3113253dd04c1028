package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Rect;
import android.graphics.Region;
import android.os.AsyncTask;
import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.util.SparseArray;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the framework does otherwise for apps that target an older version. */
class TargetsTest extends FieldTest {
  private static void widenTheClip() {
    Canvas c = new Canvas(Bitmap.createBitmap(4, 4, Bitmap.Config.ARGB_8888));
    c.clipRect(new Rect(0, 0, 1, 1), Region.Op.UNION);
  }

  @Test
  @Aimed(28)
  void clipsCannotGrowSinceAndroid9() {
    Exception e = assertThrows(IllegalArgumentException.class, TargetsTest::widenTheClip);
    assertEquals("Invalid Region.Op - only INTERSECT and DIFFERENCE are allowed", e.getMessage());
  }

  @Test
  @Aimed(27)
  void clipsCouldGrowBefore() {
    assertDoesNotThrow(TargetsTest::widenTheClip);
  }

  private static SparseArray<String> one() {
    SparseArray<String> a = new SparseArray<>();
    a.put(7, "seven"); // there is room for more
    return a;
  }

  @Test
  @Aimed(29)
  void whatIsBehindTheEndOfASparseArrayThrowsSinceAndroid10() {
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> one().valueAt(1));
  }

  @Test
  @Aimed(28)
  void whatIsBehindTheEndOfASparseArrayWasNullBefore() {
    assertNull(one().valueAt(1));
  }

  /** A message that waits in the queue is given back. */
  private static void recycleInUse() {
    Handler h = new Handler(Looper.getMainLooper());
    Message m = h.obtainMessage();
    h.sendMessageDelayed(m, 1000);
    m.recycle();
    h.removeCallbacksAndMessages(null);
  }

  @Test
  @Aimed(21)
  void aMessageInUseCannotBeRecycledSinceAndroid5() {
    assertThrows(IllegalStateException.class, TargetsTest::recycleInUse);
  }

  @Test
  @Aimed(20)
  void thatWasIgnoredBefore() {
    assertDoesNotThrow(TargetsTest::recycleInUse);
  }

  /** Whether a task that began first ends only after one that began second. */
  private static boolean besideEachOther() throws InterruptedException {
    CountDownLatch second = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    AsyncTask.execute(
        () -> {
          try {
            if (second.await(2, TimeUnit.SECONDS)) {
              first.countDown();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    AsyncTask.execute(second::countDown);
    return first.await(5, TimeUnit.SECONDS);
  }

  @Test
  @Aimed(12)
  void asyncTasksRanBesideEachOtherBeforeAndroid3_2() throws InterruptedException {
    assertTrue(besideEachOther());
  }

  @Test
  @Aimed(27)
  void aWindowBeganWithItsFieldInFocusBeforeAndroid9() {
    WindowsTest.Home home = open(WindowsTest.Home.class);
    assertSame(home.field, home.getCurrentFocus());
  }

  @Test
  @Aimed(28)
  void touchedScreensBeginWithoutFocusSinceAndroid9() {
    assertNull(open(WindowsTest.Home.class).getCurrentFocus());
  }
}
