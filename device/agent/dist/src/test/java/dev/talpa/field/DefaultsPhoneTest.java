package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.DownloadManager;
import android.app.KeyguardManager;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.hardware.ConsumerIrManager;
import android.net.Uri;
import android.os.Build;
import android.provider.Telephony;
import android.view.textservice.TextServicesManager;
import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

/** What a phone has that every app may take for granted. */
class DefaultsPhoneTest extends FieldTest {
  @Test
  void whoWantsTheKeyguardGoneNeedNotListen() {
    TasksTest.Root root = open(TasksTest.Root.class);
    main(() -> app().getSystemService(KeyguardManager.class).requestDismissKeyguard(root, null));
  }

  @Test
  void itHasTheNamesThatAdbTells() {
    assertEquals("talpa virtual", Build.MODEL);
    assertEquals("talpa/virtual/talpa:15/TALPA/1:user/release-keys", Build.FINGERPRINT);
    assertEquals("TALPA", Build.DISPLAY);
  }

  @Test
  void nothingThatItSaysOfItselfIsOfATestLibrary() throws IllegalAccessException {
    for (Class<?> c : new Class<?>[] {Build.class, Build.VERSION.class}) {
      for (Field f : c.getFields()) {
        if (f.getType() == String.class) {
          String value = String.valueOf(f.get(null));
          assertFalse(value.contains("robolectric"), f.getName() + " is " + value);
        }
      }
    }
  }

  @Test
  void oneAppIsForMessages() {
    assertEquals("com.android.messaging", Telephony.Sms.getDefaultSmsPackage(app()));
  }

  @Test
  void theToolThatInstalledTheAppIsKnown() throws PackageManager.NameNotFoundException {
    PackageManager pm = app().getPackageManager();
    assertEquals(
        "com.android.shell",
        pm.getInstallSourceInfo(app().getPackageName()).getInitiatingPackageName());
    assertNull(pm.getInstallSourceInfo(app().getPackageName()).getInstallingPackageName());
  }

  @Test
  void aDownloadHasAnIdAndARow() {
    DownloadManager m = app().getSystemService(DownloadManager.class);
    long id = m.enqueue(new DownloadManager.Request(Uri.parse("https://example.com/a.txt")));
    assertTrue(id > 0);
    try (Cursor c = m.query(new DownloadManager.Query())) {
      assertTrue(c.moveToFirst());
      assertFalse(c.isAfterLast());
      assertEquals(id, c.getLong(c.getColumnIndexOrThrow(DownloadManager.COLUMN_ID)));
      assertEquals(
          DownloadManager.STATUS_PENDING,
          c.getInt(c.getColumnIndexOrThrow(DownloadManager.COLUMN_STATUS)));
      assertFalse(c.moveToNext());
    }
    assertEquals(1, m.remove(id));
    try (Cursor c = m.query(new DownloadManager.Query())) {
      assertEquals(0, c.getCount());
    }
  }

  @Test
  void managersOfWhatThePhoneLacksSaySo() {
    assertFalse(app().getSystemService(ConsumerIrManager.class).hasIrEmitter());
    TextServicesManager t = app().getSystemService(TextServicesManager.class);
    assertNotNull(t);
    assertFalse(t.isSpellCheckerEnabled());
  }
}
