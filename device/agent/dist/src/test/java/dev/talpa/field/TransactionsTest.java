package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.app.Application.ActivityLifecycleCallbacks;
import android.content.Intent;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.os.TransactionTooLargeException;
import java.io.Serializable;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is too large, or cannot be written, to go to the system. */
class TransactionsTest extends FieldTest {
  private static final int MEGABYTE = 1 << 20;

  /** Cannot be written. */
  private static final class Unwritable implements Serializable {
    private static final long serialVersionUID = 1;
    final Object inside = new Object();
  }

  /** Has activities put more into their state. */
  private record Keeper(Consumer<Bundle> more) implements ActivityLifecycleCallbacks {
    @Override
    public void onActivitySaveInstanceState(Activity a, Bundle out) {
      more.accept(out);
    }

    @Override
    public void onActivityCreated(Activity a, Bundle state) {}

    @Override
    public void onActivityStarted(Activity a) {}

    @Override
    public void onActivityResumed(Activity a) {}

    @Override
    public void onActivityPaused(Activity a) {}

    @Override
    public void onActivityStopped(Activity a) {}

    @Override
    public void onActivityDestroyed(Activity a) {}
  }

  private static void keep(Consumer<Bundle> more) {
    open(TasksTest.Root.class);
    app().registerActivityLifecycleCallbacks(new Keeper(more));
  }

  private static String dieAtHome() {
    return crash("key", Map.of("code", "HOME"));
  }

  private static Intent carrying(int bytes) {
    return intent(TasksTest.Next.class).putExtra("load", new byte[bytes]);
  }

  @Test
  void anIntentOfAMegabyteIsNotStarted() {
    Screen root = open(TasksTest.Root.class);
    main(
        () -> {
          Exception e =
              assertThrows(
                  RuntimeException.class, () -> root.startActivity(carrying(MEGABYTE - 8000)));
          assertEquals("Failure from system", e.getMessage());
          assertEquals(TransactionTooLargeException.class, e.getCause().getClass());
          assertTrue(e.getCause().getMessage().startsWith("data parcel size 10"), "" + e);
        });
  }

  @Test
  void aSmallerOneIs() {
    Screen root = open(TasksTest.Root.class);
    main(() -> root.startActivity(carrying(MEGABYTE - 20000)));
    assertEquals(
        MEGABYTE - 20000,
        screen(TasksTest.Next.class).getIntent().getByteArrayExtra("load").length);
  }

  @Test
  void aPictureInAnIntentIsCopied() {
    Screen root = open(TasksTest.Root.class);
    Bitmap big = Bitmap.createBitmap(600, 600, Bitmap.Config.ARGB_8888);
    main(
        () ->
            assertThrows(
                RuntimeException.class,
                () -> root.startActivity(intent(TasksTest.Next.class).putExtra("picture", big))));
  }

  @Test
  void anAppDiesOfAStateOfAMegabyteOnceItIsNotSeen() {
    keep(out -> out.putByteArray("load", new byte[MEGABYTE]));
    String trace = dieAtHome();
    assertTrue(trace.contains("android.os.TransactionTooLargeException: data parcel size"), trace);
    assertTrue(trace.contains("PendingTransactionActions$StopInfo.run"), trace);
  }

  @Test
  @Aimed(23)
  void beforeAndroid7TheStateWasLost() {
    keep(out -> out.putByteArray("load", new byte[MEGABYTE]));
    key("HOME");
    assertTrue(traces().isEmpty());
  }

  @Test
  void aPictureInAStateIsHandedOver() {
    keep(out -> out.putParcelable("picture", Bitmap.createBitmap(600, 600, Bitmap.Config.RGB_565)));
    key("HOME");
    assertTrue(traces().isEmpty());
  }

  @Test
  void anAppDiesOfAStateThatCannotBeWritten() {
    keep(out -> out.putSerializable("load", new Unwritable()));
    String trace = dieAtHome();
    assertTrue(trace.contains("Parcelable encountered IOException writing serializable"), trace);
    assertTrue(trace.contains("java.io.NotSerializableException: java.lang.Object"), trace);
  }
}
