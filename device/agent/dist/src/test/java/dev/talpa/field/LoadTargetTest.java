package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Context;
import android.os.AsyncTask;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.os.Message;
import android.util.ArrayMap;
import android.view.LayoutInflater;
import android.view.View;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.util.ReflectionHelpers;

/** What of the framework hangs on the app that is loaded, and what begins anew with each. */
@SuppressWarnings("deprecation")
class LoadTargetTest extends FieldTest {
  // ---- what the app's target version demands ----

  private static void noteTasks() {
    main(
        () -> {
          for (int i = 0; i < 2; i++) {
            new AsyncTask<Void, Void, Void>() {
              @Override
              protected Void doInBackground(Void... none) {
                say("begin");
                try {
                  Thread.sleep(100);
                } catch (InterruptedException e) {
                  say("interrupted");
                }
                say("end");
                return null;
              }
            }.execute();
          }
        });
    rest(1000);
  }

  @Test
  void tasksComeOneAfterTheOther() {
    noteTasks();
    assertSaid("begin", "end", "begin", "end");
  }

  /** AsyncTask.execute ran in parallel from Android 1.6 to 3.1. */
  @Test
  @Aimed(12)
  void tasksRanBesideEachOtherBefore() {
    noteTasks();
    assertSaid("begin", "begin", "end", "end");
  }

  @Test
  void aMessageThatIsInUseIsNotRecycled() {
    Message waiting = Message.obtain(new Handler(Looper.getMainLooper()), () -> say("later"));
    new Handler(Looper.getMainLooper()).sendMessageDelayed(waiting, 100_000);
    assertThrows(IllegalStateException.class, waiting::recycle);
  }

  @Test
  void arrayMapsHaveBounds() {
    ArrayMap<String, String> m = new ArrayMap<>();
    m.put("a", "b");
    assertThrows(ArrayIndexOutOfBoundsException.class, () -> m.keyAt(4));
  }

  @Test
  @Aimed(28)
  void arrayMapsWereMerciful() {
    ArrayMap<String, String> m = new ArrayMap<>();
    for (String s : List.of("a", "b", "c")) {
      m.put(s, s);
    }
    assertNull(m.keyAt(3), "within the array behind it");
  }

  @Test
  void theVersionsAreThoseOfTheDeviceAndTheManifest() {
    assertEquals(34, app().getApplicationInfo().targetSdkVersion);
    assertEquals(21, app().getApplicationInfo().minSdkVersion);
    assertEquals(35, Build.VERSION.SDK_INT);
    assertEquals("arm64-v8a", Build.SUPPORTED_ABIS[0]);
    assertEquals(List.of("arm64-v8a"), List.of(Build.SUPPORTED_64_BIT_ABIS));
  }

  @Test
  @Aimed(19)
  void anotherTargetIsTheAppsToo() {
    assertEquals(19, app().getApplicationInfo().targetSdkVersion);
  }

  // ---- what each app begins with ----

  @Test
  void idsOfViewsAreCountedFromOne() {
    assertEquals(1, View.generateViewId());
    assertEquals(2, View.generateViewId());
  }

  @Test
  void constructorsOfViewsAreNotThoseOfAnAppBefore() {
    Map<String, ?> cached =
        ReflectionHelpers.getStaticField(LayoutInflater.class, "sConstructorMap");
    assertTrue(cached.keySet().stream().noneMatch(n -> n.startsWith("dev.talpa")), "" + cached);
    LayoutInflater a = LayoutInflater.from(app());
    LayoutInflater b = LayoutInflater.from(new android.view.ContextThemeWrapper(app(), 0));
    assertNotSame(a, b);
    assertSame(a, app().getSystemService(Context.LAYOUT_INFLATER_SERVICE));
  }
}
