package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.app.Application.ActivityLifecycleCallbacks;
import android.app.Notification;
import android.app.NotificationManager;
import android.content.ContentProviderOperation;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Intent;
import android.graphics.Bitmap;
import android.os.Bundle;
import android.os.TransactionTooLargeException;
import android.provider.ContactsContract;
import android.provider.ContactsContract.Data;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is too large, or cannot be written, to go to the system. */
class ActivityTransactionsTest extends FieldTest {
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

  // ---- what does not go to an activity ----

  private static void tooLarge(Runnable r) {
    main(
        () -> {
          RuntimeException e = assertThrows(RuntimeException.class, r::run);
          assertEquals(TransactionTooLargeException.class, e.getCause().getClass());
        });
  }

  @Test
  void anIntentOfAMegabyteReachesNoServiceAndNoReceiver() {
    Intent service = intent(ServicesTest.Counter.class).putExtra("load", new byte[MEGABYTE]);
    tooLarge(() -> app().startService(service));
    tooLarge(() -> app().bindService(service, new ServicesTest.Link("a"), 0));
    tooLarge(() -> app().sendBroadcast(new Intent("dev.talpa.B").putExtras(service)));
    tooLarge(() -> app().sendOrderedBroadcast(new Intent("dev.talpa.B").putExtras(service), null));
  }

  private static Notification.Builder notification() {
    return new Notification.Builder(app(), "c").setSmallIcon(android.R.drawable.ic_delete);
  }

  @Test
  void aNotificationIsSentWithoutItsPictures() {
    NotificationManager m = app().getSystemService(NotificationManager.class);
    Bundle load = new Bundle();
    load.putByteArray("load", new byte[MEGABYTE]);
    tooLarge(() -> m.notify(1, notification().setExtras(load).build()));
    Bitmap picture = Bitmap.createBitmap(600, 600, Bitmap.Config.ARGB_8888);
    main(() -> m.notify(2, notification().setLargeIcon(picture).build()));
    assertTrue(traces().isEmpty());
  }

  @Test
  void aProviderOfTheSystemDoesNotGetAMegabyte() {
    ContentResolver r = app().getContentResolver();
    ContentValues row = new ContentValues();
    row.put(Data.DATA15, new byte[MEGABYTE]);
    assertNull(r.insert(Data.CONTENT_URI, row));
    assertEquals(-1, r.update(Data.CONTENT_URI, row, null, null));
    assertEquals(0, r.bulkInsert(Data.CONTENT_URI, new ContentValues[] {row}));
    ArrayList<ContentProviderOperation> batch = new ArrayList<>();
    batch.add(ContentProviderOperation.newInsert(Data.CONTENT_URI).withValues(row).build());
    assertThrows(
        TransactionTooLargeException.class, () -> r.applyBatch(ContactsContract.AUTHORITY, batch));
  }
}
