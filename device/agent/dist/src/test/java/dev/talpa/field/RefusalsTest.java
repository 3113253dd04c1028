package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Notification;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager.NameNotFoundException;
import android.os.BatteryManager;
import org.junit.jupiter.api.Test;

/** What the system refuses apps, and from which target version on. */
class RefusalsTest extends FieldTest {
  /** Says that it was called. */
  private static final class Heard extends BroadcastReceiver {
    @Override
    public void onReceive(Context c, Intent i) {
      say("heard " + i.getAction());
    }
  }

  private static void register(String action, int flags) {
    app().registerReceiver(new Heard(), new IntentFilter(action), flags);
  }

  @Test
  void aReceiverOfTheAppsOwnActionSaysWhoReachesIt() {
    main(
        () -> {
          Exception e = assertThrows(SecurityException.class, () -> register("dev.talpa.A", 0));
          assertEquals(
              "dev.talpa.field: One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be"
                  + " specified when a receiver isn't being registered exclusively for system"
                  + " broadcasts",
              e.getMessage());
          assertThrows(
              SecurityException.class,
              () -> app().registerReceiver(new Heard(), new IntentFilter("dev.talpa.A")));
          register("dev.talpa.A", Context.RECEIVER_NOT_EXPORTED);
          app().sendBroadcast(new Intent("dev.talpa.A").setPackage(app().getPackageName()));
        });
    assertSaid("heard dev.talpa.A");
  }

  @Test
  void aReceiverOfThePlatformsActionsNeedNot() {
    main(
        () -> {
          register(Intent.ACTION_SCREEN_OFF, 0);
          app().registerReceiver(null, new IntentFilter(BatteryManager.ACTION_CHARGING));
          app().registerReceiver(null, new IntentFilter("dev.talpa.sticky"));
        });
    assertTrue(traces().isEmpty());
  }

  @Test
  void aReceiverCannotBeBoth() {
    int both = Context.RECEIVER_EXPORTED | Context.RECEIVER_NOT_EXPORTED;
    main(() -> assertThrows(IllegalArgumentException.class, () -> register("dev.talpa.A", both)));
  }

  @Test
  @Aimed(33)
  void receiversOfAppsForAndroid13NeedNot() {
    main(
        () -> {
          register("dev.talpa.A", 0);
          app().sendBroadcast(new Intent("dev.talpa.A"));
        });
    assertSaid("heard dev.talpa.A");
  }

  private static PendingIntent pending(Intent i, int flags) {
    return PendingIntent.getBroadcast(app(), 1, i, flags);
  }

  @Test
  void aPendingIntentSaysWhetherItIsMutable() {
    Intent own = intent(Heard.class);
    Exception e = assertThrows(IllegalArgumentException.class, () -> pending(own, 0));
    assertTrue(
        e.getMessage()
            .startsWith(
                "dev.talpa.field: Targeting S+ (version 31 and above) requires that one of"
                    + " FLAG_IMMUTABLE or FLAG_MUTABLE be specified when creating a"
                    + " PendingIntent.\nStrongly"),
        e.getMessage());
    for (int one : new int[] {PendingIntent.FLAG_IMMUTABLE, PendingIntent.FLAG_MUTABLE}) {
      assertNotNull(pending(own, one));
      assertNotNull(PendingIntent.getActivity(app(), 1, own, one));
      assertNotNull(PendingIntent.getService(app(), 1, own, one));
    }
    int both = PendingIntent.FLAG_IMMUTABLE | PendingIntent.FLAG_MUTABLE;
    assertThrows(IllegalArgumentException.class, () -> pending(own, both));
    assertThrows(
        IllegalArgumentException.class,
        () -> PendingIntent.getActivities(app(), 1, new Intent[] {own}, 0));
  }

  @Test
  void aMutablePendingIntentOfAnImplicitOneIsRefused() {
    Intent any = new Intent("dev.talpa.A");
    assertThrows(IllegalArgumentException.class, () -> pending(any, PendingIntent.FLAG_MUTABLE));
    assertNotNull(pending(any, PendingIntent.FLAG_IMMUTABLE));
    assertNull(pending(any, PendingIntent.FLAG_MUTABLE | PendingIntent.FLAG_NO_CREATE));
  }

  @Test
  @Aimed(33)
  void butNotThatOfAnAppForAndroid13() {
    assertNotNull(pending(new Intent("dev.talpa.A"), PendingIntent.FLAG_MUTABLE));
  }

  @Test
  @Aimed(30)
  void pendingIntentsOfAppsForAndroid11SayNothing() {
    assertNotNull(pending(intent(Heard.class), 0));
  }

  private static void post(Notification n) {
    app().getSystemService(NotificationManager.class).notify(1, n);
  }

  private static Notification withoutIcon() {
    return new Notification.Builder(app(), "c").setContentTitle("t").build();
  }

  @Test
  void aNotificationHasASmallIcon() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> post(withoutIcon()));
    assertTrue(
        e.getMessage().startsWith("Invalid notification (no valid small icon): Notification("),
        e.getMessage());
  }

  @Test
  @Aimed(22)
  void thatOfAnAppForAndroid5NeedNot() {
    post(withoutIcon());
  }

  @Test
  void theFolderOfNativeLibrariesIsTheSameWhoeverAsks() throws NameNotFoundException {
    String dir = app().getApplicationInfo().nativeLibraryDir;
    assertTrue(dir.endsWith("/lib/arm64"), dir);
    assertEquals(
        dir,
        app().getPackageManager().getApplicationInfo(app().getPackageName(), 0).nativeLibraryDir);
  }
}
