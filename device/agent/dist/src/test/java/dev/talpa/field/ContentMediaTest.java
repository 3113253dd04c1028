package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ContentResolver;
import android.content.IntentSender;
import android.database.Cursor;
import android.media.MediaScannerConnection;
import android.media.RingtoneManager;
import android.net.Uri;
import android.os.Environment;
import android.os.Looper;
import android.provider.MediaStore;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowApplication;

/** The media store: files that it is told of, and the sounds that the system brings. */
class ContentMediaTest extends FieldTest {
  @Test
  void whoHasAFileLookedAtIsToldOfItsRow() throws IOException {
    File f = new File(Environment.getExternalStorageDirectory(), "Download/new.jpg");
    f.getParentFile().mkdirs();
    Files.write(f.toPath(), new byte[10]);
    main(
        () ->
            MediaScannerConnection.scanFile(
                app(),
                new String[] {f.getPath(), "/none"},
                null,
                (path, uri) ->
                    say(
                        (Looper.myLooper() == null ? "aside " : "main ")
                            + (path.equals("/none")
                                ? uri
                                : app().getContentResolver().getType(uri)))));
    rest(1000);
    assertSaid("aside image/jpeg", "aside null");
  }

  private static void ask(Uri item) {
    TasksTest.Root root = open(TasksTest.Root.class);
    said();
    main(
        () -> {
          try {
            root.startIntentSenderForResult(
                MediaStore.createDeleteRequest(app().getContentResolver(), List.of(item))
                    .getIntentSender(),
                7,
                null,
                0,
                0,
                0);
          } catch (IntentSender.SendIntentException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static int count(Uri item) {
    Shadow.<ShadowApplication>extract(app())
        .grantPermissions("android.permission.READ_MEDIA_IMAGES");
    try (Cursor c = app().getContentResolver().query(item, null, null, null, null)) {
      return c.getCount();
    }
  }

  @Test
  void theUserIsAskedBeforeAPictureIsDeleted() {
    Uri item = Uri.parse("content://media/external/images/media/1");
    ask(item);
    assertEquals(1, count(item));
    device("answer", Map.of("mode", "ok"));
    ask(item);
    assertEquals(0, count(item));
  }

  @Test
  void theSystemBringsSoundsOfEachKind() {
    for (int type :
        new int[] {
          RingtoneManager.TYPE_RINGTONE,
          RingtoneManager.TYPE_NOTIFICATION,
          RingtoneManager.TYPE_ALARM
        }) {
      RingtoneManager m = new RingtoneManager(app());
      m.setType(type);
      Cursor c = m.getCursor();
      assertEquals(3, c.getCount());
      assertTrue(c.moveToFirst());
      assertNotNull(c.getString(RingtoneManager.TITLE_COLUMN_INDEX));
      assertNotNull(m.getRingtoneUri(0));
      assertEquals(0, m.getRingtonePosition(m.getRingtoneUri(0)));
    }
  }

  @Test
  void theSystemsSoundsAreNotAmongTheUsersFiles() {
    for (String list : new String[] {"file", "audio/media"}) {
      try (Cursor c =
          app()
              .getContentResolver()
              .query(
                  MediaStore.Files.getContentUri("external")
                      .buildUpon()
                      .path("external/" + list)
                      .build(),
                  null,
                  MediaStore.MediaColumns.DATA + " LIKE '/product/%'",
                  null,
                  null)) {
        assertEquals(0, c.getCount(), list);
      }
    }
  }

  @Test
  void whoAsksHowASyncGoesIsTaken() {
    Object handle = ContentResolver.addStatusChangeListener(1, which -> say("sync"));
    ContentResolver.removeStatusChangeListener(handle);
    assertThrows(
        IllegalArgumentException.class, () -> ContentResolver.addStatusChangeListener(1, null));
    assertThrows(
        IllegalArgumentException.class, () -> ContentResolver.removeStatusChangeListener(null));
  }
}
