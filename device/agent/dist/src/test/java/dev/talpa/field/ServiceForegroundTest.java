package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.Manifest.permission;
import android.app.MissingForegroundServiceTypeException;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.content.pm.ServiceInfo;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The types with which services enter the foreground, and what their notifications need. */
class ServiceForegroundTest extends FieldTest {
  /** May be dataSync, location or camera; the manifest lacks the permission for the last. */
  public static final class Typed extends ServicesTest.Noted {}

  private static final int SYNC = ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC;
  private static final int PLACE = ServiceInfo.FOREGROUND_SERVICE_TYPE_LOCATION;
  private static final int CAMERA = ServiceInfo.FOREGROUND_SERVICE_TYPE_CAMERA;
  private static final int MEDIA = ServiceInfo.FOREGROUND_SERVICE_TYPE_MEDIA_PLAYBACK;
  private static final int MANIFEST = ServiceInfo.FOREGROUND_SERVICE_TYPE_MANIFEST;

  private NotificationManager manager;
  private ServicesTest.Noted service;

  @Override
  void prepare() {
    manager = app().getSystemService(NotificationManager.class);
    manager.createNotificationChannel(
        new NotificationChannel("c", "c", NotificationManager.IMPORTANCE_LOW));
    main(() -> app().startService(intent(Typed.class)));
    service = ServicesTest.Noted.last;
    said();
  }

  private static Notification notification() {
    return new Notification.Builder(app(), "c")
        .setSmallIcon(android.R.drawable.ic_dialog_info)
        .build();
  }

  private static void revoke(String name) {
    device("permission", Map.of("grants", Map.of(name, Map.of("held", false))));
  }

  /** Enters the foreground with types; gives the message of what that throws. */
  private <E extends Exception> String refused(Class<E> as, int types) {
    String[] message = {null};
    main(
        () ->
            message[0] =
                assertThrows(as, () -> service.startForeground(1, notification(), types))
                    .getMessage());
    assertEquals(0, manager.getActiveNotifications().length, "nothing is shown");
    return message[0];
  }

  private void allowed(int types) {
    main(() -> service.startForeground(1, notification(), types));
    assertTrue(traces().isEmpty());
    assertEquals(1, manager.getActiveNotifications().length);
  }

  @Test
  void oneOfItsTypes() {
    allowed(SYNC);
  }

  @Test
  void twoOfItsTypes() {
    allowed(SYNC | PLACE);
  }

  @Test
  void aTypeThatTheManifestLacks() {
    assertEquals(
        "foregroundServiceType 0x00000003 is not a subset of foregroundServiceType attribute"
            + " 0x00000049 in service element of manifest file",
        refused(IllegalArgumentException.class, SYNC | MEDIA));
  }

  @Test
  void noType() {
    String message = refused(MissingForegroundServiceTypeException.class, 0);
    assertTrue(message.startsWith("Starting FGS without a type  callerApp=ProcessRecord{"));
    assertTrue(message.endsWith("} targetSDK=34"), message);
  }

  @Test
  void aTypeWithoutItsPermission() {
    String message = refused(SecurityException.class, CAMERA);
    assertTrue(message.startsWith("Starting FGS with type camera callerApp=ProcessRecord{"));
    assertTrue(
        message.endsWith(
            " targetSDK=34 requires permissions: all of the permissions allOf=true"
                + " [android.permission.FOREGROUND_SERVICE_CAMERA] any of the permissions"
                + " allOf=false [android.permission.CAMERA]"),
        message);
  }

  @Test
  void allTypesOfTheManifestWhereItNamesNone() {
    String message = refused(SecurityException.class, MANIFEST);
    assertTrue(message.startsWith("Starting FGS with type camera "), message);
  }

  @Test
  void aTypeWhosePermissionTheUserTookBack() {
    revoke(permission.ACCESS_COARSE_LOCATION);
    String message = refused(SecurityException.class, PLACE);
    assertTrue(
        message.endsWith(
            " any of the permissions allOf=false [android.permission.ACCESS_COARSE_LOCATION,"
                + " android.permission.ACCESS_FINE_LOCATION]"),
        message);
    allowed(SYNC);
  }

  @Test
  @Aimed(33)
  void appsForAndroid13NeedNoPermissionForATypeNorAType() {
    allowed(CAMERA);
    allowed(0);
  }

  @Test
  @Aimed(33)
  void butAllTypesAreTheManifests() {
    assertNotNull(refused(IllegalArgumentException.class, MEDIA));
  }

  @Test
  void itLeavesTheForegroundWithItsNotificationOrWithout() {
    allowed(SYNC);
    main(() -> service.stopForeground(android.app.Service.STOP_FOREGROUND_DETACH));
    assertEquals(1, manager.getActiveNotifications().length);
    allowed(SYNC);
    main(() -> service.stopForeground(android.app.Service.STOP_FOREGROUND_REMOVE));
    assertEquals(0, manager.getActiveNotifications().length);
  }

  @Test
  void theEndOfTheServiceTakesItsNotificationAway() {
    allowed(SYNC);
    main(service::stopSelf);
    assertSaid("destroy");
    assertEquals(0, manager.getActiveNotifications().length);
  }

  @Test
  void theNumberZeroEndsTheForegroundAndKeepsTheNotification() {
    allowed(SYNC);
    assertEquals(SYNC, service.getForegroundServiceType());
    main(() -> service.startForeground(0, null));
    assertTrue(traces().isEmpty());
    assertEquals(0, service.getForegroundServiceType());
    assertEquals(1, manager.getActiveNotifications().length);
  }

  @Test
  void theNumberZeroIsNoForeground() {
    main(() -> app().startForegroundService(intent(Typed.class)));
    main(() -> service.startForeground(0, notification(), SYNC));
    String trace = crash("wait", Map.of("ms", 40_000));
    assertTrue(trace.contains("ForegroundServiceDidNotStartInTimeException"), trace);
  }

  // ---- other notifications ----

  @Test
  void withoutThePermissionNotificationsAreDropped() {
    assertTrue(manager.areNotificationsEnabled());
    revoke(permission.POST_NOTIFICATIONS);
    assertEquals(false, manager.areNotificationsEnabled());
    manager.notify(7, notification());
    assertEquals(0, manager.getActiveNotifications().length);
  }

  @Test
  @Aimed(32)
  void appsForAndroid12NeedNone() {
    revoke(permission.POST_NOTIFICATIONS);
    manager.notify(7, notification());
    assertEquals(1, manager.getActiveNotifications().length);
  }
}
