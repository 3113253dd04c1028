package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.database.Cursor;
import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.media.RingtoneManager;
import android.media.projection.MediaProjectionManager;
import android.net.Uri;
import android.os.Environment;
import android.provider.AlarmClock;
import android.provider.ContactsContract;
import android.provider.DocumentsContract;
import android.provider.MediaStore;
import android.provider.OpenableColumns;
import android.provider.Settings;
import android.speech.RecognizerIntent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which activity an intent means, and what other apps give back when the user works them. */
class IntentsTest extends FieldTest {
  private static final int OK = android.app.Activity.RESULT_OK;

  /** Keeps what it is given. */
  public static final class Asker extends Screen {
    int code;
    Intent data;

    @Override
    protected void onActivityResult(int request, int code, Intent data) {
      this.code = code;
      this.data = data;
    }
  }

  /** Takes dev.talpa.VIEW, and talpa://here/p. */
  public static final class Viewer extends Screen {}

  /** Takes plain texts. */
  public static final class Texts extends Screen {}

  /** Is disabled. */
  public static final class Off extends Screen {}

  /** Has a filter without the category DEFAULT. */
  public static final class ByName extends Screen {}

  private Asker asker;

  @Override
  void prepare() {
    asker = open(Asker.class);
    said();
  }

  private static PackageManager packages() {
    return app().getPackageManager();
  }

  // ---- which activity ----

  @Test
  void anIntentThatIsNullFailsWhereAPhoneUsesItFirst() {
    crash(() -> asker.startActivity(null));
    assertEquals(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'boolean"
            + " android.content.Intent.migrateExtraStreamToClipData(android.content.Context)' on a"
            + " null object reference",
        traces().get(0).lines().findFirst().orElse(""));
  }

  private String started(Intent i) {
    Screen.LAST.clear();
    String[] failed = {null};
    main(
        () -> {
          try {
            asker.startActivity(i);
          } catch (ActivityNotFoundException e) {
            failed[0] = e.getMessage();
          }
        });
    if (failed[0] != null) {
      return failed[0];
    }
    String up = Screen.LAST.keySet().stream().map(Class::getSimpleName).toList().toString();
    key("BACK");
    return up;
  }

  private static Intent at(String uri) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(uri));
  }

  private static Intent withSelector() {
    Intent i = new Intent("dev.talpa.NONE");
    i.setSelector(new Intent("dev.talpa.VIEW"));
    return i;
  }

  /** The rules of IntentFilter and of the package manager's resolver. */
  @Test
  void anIntentGoesToTheActivityWhoseFilterMatches() {
    Map<Intent, String> all = new LinkedHashMap<>();
    all.put(new Intent("dev.talpa.VIEW"), "Viewer");
    all.put(new Intent("dev.talpa.VIEW").setPackage("dev.talpa.field"), "Viewer");
    all.put(new Intent("dev.talpa.VIEW").setPackage("com.android.settings"), null);
    all.put(new Intent("dev.talpa.VIEW").addCategory("none"), null);
    all.put(new Intent("dev.talpa.VIEW").addCategory(Intent.CATEGORY_DEFAULT), "Viewer");
    all.put(new Intent("dev.talpa.VIEW").setType("text/plain"), null);
    all.put(new Intent("dev.talpa.NONE"), null);
    all.put(new Intent("dev.talpa.NAME"), null);
    all.put(new Intent("dev.talpa.OFF"), null);
    all.put(withSelector(), "Viewer");
    all.put(at("talpa://here/page"), "Viewer");
    all.put(at("talpa://here/page").addCategory(Intent.CATEGORY_BROWSABLE), "Viewer");
    all.put(at("talpa://there/page"), null);
    all.put(at("talpa://here/other"), null);
    all.put(at("talpa:here"), null);
    all.put(new Intent(Intent.ACTION_SEND).setType("text/plain"), "Texts");
    all.put(new Intent(Intent.ACTION_SEND).setType("nothing/odd").setPackage("x.y"), null);
    all.put(intent(ByName.class), "ByName");
    all.put(intent(Viewer.class).setAction("any"), "Viewer");
    all.put(intent(Viewer.class).setAction("any").setPackage("dev.talpa.field"), "Viewer");
    all.put(new Intent(), null);
    all.put(new Intent().setPackage("dev.talpa.field"), null);
    all.forEach(
        (i, up) -> {
          String told = started(i);
          if (up == null) {
            assertEquals("No Activity found to handle " + i, told);
          } else {
            assertEquals("[" + up + "]", told, i.toString());
          }
        });
  }

  @Test
  void anActivityThatIsOffIsNotFoundByNameEither() {
    String missing = started(intent(Off.class));
    assertEquals(
        "Unable to find explicit activity class {dev.talpa.field/dev.talpa.field.IntentsTest$Off};"
            + " have you declared this activity in your AndroidManifest.xml, or does your intent"
            + " not match its declared <intent-filter>?",
        missing);
    switchTo(Off.class, PackageManager.COMPONENT_ENABLED_STATE_ENABLED);
    assertEquals("[Off]", started(intent(Off.class)));
    assertEquals("[Off]", started(new Intent("dev.talpa.OFF")));
    switchTo(Viewer.class, PackageManager.COMPONENT_ENABLED_STATE_DISABLED);
    assertTrue(started(new Intent("dev.talpa.VIEW")).startsWith("No Activity found"));
    switchTo(Viewer.class, PackageManager.COMPONENT_ENABLED_STATE_DEFAULT);
    assertEquals("[Viewer]", started(new Intent("dev.talpa.VIEW")));
  }

  private static void switchTo(Class<?> c, int state) {
    packages()
        .setComponentEnabledSetting(
            new ComponentName(app(), c), state, PackageManager.DONT_KILL_APP);
  }

  @Test
  void queriesAgreeWithWhatWouldStart() {
    Map<Intent, String> all = new LinkedHashMap<>();
    all.put(at("https://example.org/"), "org.chromium.webview_shell");
    all.put(at("tel:1"), "com.android.dialer");
    all.put(at("mailto:a@example.org"), "com.android.email");
    all.put(at("smsto:1"), "com.android.messaging");
    all.put(new Intent(Intent.ACTION_DIAL), "com.android.dialer");
    all.put(new Intent(MediaStore.ACTION_IMAGE_CAPTURE), "com.android.camera2");
    all.put(new Intent(Settings.ACTION_WIFI_SETTINGS), "com.android.settings");
    all.put(
        new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Uri.parse("package:x")),
        "com.android.settings");
    all.put(
        new Intent(Intent.ACTION_MAIN).addCategory(Intent.CATEGORY_HOME), "com.android.launcher3");
    all.put(new Intent(Intent.ACTION_PICK).setType("image/*"), "com.android.gallery3d");
    all.put(new Intent(AlarmClock.ACTION_SHOW_ALARMS), "com.android.deskclock");
    all.put(at("content://com.android.calendar/time/1"), "com.android.calendar");
    all.put(at("content://com.android.calendar/events/1"), "com.android.calendar");
    all.put(at("content://call_log/calls"), "com.android.dialer");
    all.put(at("market://details?id=x"), null);
    all.put(at("geo:1,2"), null);
    all.put(new Intent(RecognizerIntent.ACTION_RECOGNIZE_SPEECH), null);
    all.put(new Intent("com.google.zxing.client.android.SCAN"), null);
    all.forEach(
        (i, pkg) -> {
          ResolveInfo r = packages().resolveActivity(i, PackageManager.MATCH_DEFAULT_ONLY);
          assertEquals(pkg, r == null ? null : r.activityInfo.packageName, i.toString());
        });
    assertEquals(
        "Browser",
        packages()
            .resolveActivity(at("https://example.org/"), PackageManager.MATCH_DEFAULT_ONLY)
            .loadLabel(packages())
            .toString());
    device("apps", Map.of("gone", List.of("more")));
    assertNotNull(packages().resolveActivity(at("geo:1,2"), PackageManager.MATCH_DEFAULT_ONLY));
    Intent scan = new Intent("com.google.zxing.client.android.SCAN");
    assertEquals( // by this name libraries look for it
        "com.google.zxing.client.android",
        packages().resolveActivity(scan, 0).activityInfo.packageName);
    device("apps", Map.of("gone", List.of("com.android.dialer")));
    assertNull(packages().resolveActivity(scan, 0));
    assertNull(packages().resolveActivity(at("tel:1"), PackageManager.MATCH_DEFAULT_ONLY));
    assertNull(packages().resolveActivity(at("geo:1,2"), PackageManager.MATCH_DEFAULT_ONLY));
  }

  @Test
  void whatNeedsAPermissionIsNotStarted() {
    Map<Intent, String> all = new LinkedHashMap<>();
    all.put(new Intent(Intent.ACTION_CALL, Uri.parse("tel:1")), "android.permission.CALL_PHONE");
    all.put(new Intent(AlarmClock.ACTION_SET_ALARM), "com.android.alarm.permission.SET_ALARM");
    main(
        () ->
            all.forEach(
                (i, permission) -> {
                  String m =
                      assertThrows(SecurityException.class, () -> asker.startActivity(i))
                          .getMessage();
                  assertTrue(
                      m.startsWith("Permission Denial: starting " + i + " from ProcessRecord{"), m);
                  assertTrue(m.contains(":dev.talpa.field/u0a100} (pid="), m);
                  assertTrue(m.endsWith(", uid=10100) requires " + permission), m);
                }));
  }

  /** That of the screen's recording names the system's own activity and nothing else. */
  @Test
  void anActivityOfAnotherAppStartsByNameWithoutAnAction() {
    Intent record =
        app().getSystemService(MediaProjectionManager.class).createScreenCaptureIntent();
    assertNull(record.getAction());
    assertNotNull(record.getComponent());
    main(() -> asker.startActivityForResult(record, 1));
    key("BACK");
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code);
  }

  // ---- what other apps give back ----

  private Intent asked(Intent i) {
    asker.data = null;
    asker.code = -2;
    main(() -> asker.startActivityForResult(i, 1));
    return asker.data;
  }

  private Uri picked(Intent i) {
    Intent d = asked(i);
    assertEquals(OK, asker.code, i.toString());
    assertNotNull(d, i.toString());
    return d.getData();
  }

  private static String text(Uri u, String column) {
    try (Cursor c = app().getContentResolver().query(u, null, null, null, null)) {
      assertNotNull(c, u.toString());
      assertTrue(c.moveToFirst(), u.toString());
      return c.getString(c.getColumnIndexOrThrow(column));
    }
  }

  @Test
  void aPictureIsTakenIntoTheAnswerOrAFile() throws IOException {
    Intent d = asked(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    assertEquals(OK, asker.code);
    assertTrue(d.getParcelableExtra("data", Bitmap.class).getWidth() > 0);
    Uri film = picked(new Intent(MediaStore.ACTION_VIDEO_CAPTURE));
    assertEquals("video/mp4", app().getContentResolver().getType(film));
    Uri sound = picked(new Intent(MediaStore.Audio.Media.RECORD_SOUND_ACTION));
    assertTrue(app().getContentResolver().getType(sound).startsWith("audio/"));
  }

  @Test
  @Aimed(23)
  void thePictureIsInTheFileThatTheAppNames() {
    File f = new File(Environment.getExternalStorageDirectory(), "taken.jpg");
    Intent i = new Intent(MediaStore.ACTION_IMAGE_CAPTURE);
    assertNull(asked(i.putExtra(MediaStore.EXTRA_OUTPUT, Uri.fromFile(f))), "no thumbnail then");
    assertEquals(OK, asker.code);
    assertNotNull(BitmapFactory.decodeFile(f.getPath()));
    File nowhere = new File("/proc/none/taken.jpg");
    asked(
        new Intent(MediaStore.ACTION_IMAGE_CAPTURE)
            .putExtra(MediaStore.EXTRA_OUTPUT, Uri.fromFile(nowhere)));
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code);
  }

  @Test
  void contactsArePickedByWhatIsAskedFor() {
    String name = ContactsContract.Contacts.DISPLAY_NAME;
    Uri person = picked(new Intent(Intent.ACTION_PICK, ContactsContract.Contacts.CONTENT_URI));
    assertFalse(text(person, name).isEmpty());
    assertEquals(
        ContactsContract.Contacts.CONTENT_ITEM_TYPE, app().getContentResolver().getType(person));
    Uri phone =
        picked(
            new Intent(Intent.ACTION_PICK)
                .setType(ContactsContract.CommonDataKinds.Phone.CONTENT_TYPE));
    assertTrue(text(phone, ContactsContract.CommonDataKinds.Phone.NUMBER).matches("[+0-9 ()-]+"));
    Uri mail =
        picked(new Intent(Intent.ACTION_PICK, ContactsContract.CommonDataKinds.Email.CONTENT_URI));
    assertTrue(text(mail, ContactsContract.CommonDataKinds.Email.ADDRESS).contains("@"));
  }

  /** Documents are of DocumentsUI, items of the media store of the gallery. */
  @Test
  void filesArePickedByTheirType() throws IOException {
    Map<Intent, String> all = new LinkedHashMap<>();
    all.put(new Intent(Intent.ACTION_PICK).setType("image/*"), "image/.* media");
    all.put(
        new Intent(Intent.ACTION_PICK, MediaStore.Audio.Media.EXTERNAL_CONTENT_URI),
        "audio/.* media");
    all.put(
        new Intent(Intent.ACTION_PICK, MediaStore.Video.Media.EXTERNAL_CONTENT_URI),
        "video/.* media");
    all.put(document(Intent.ACTION_OPEN_DOCUMENT, "text/plain"), "text/plain .*documents");
    all.put(document(Intent.ACTION_GET_CONTENT, "*/*"), ".*/.* .*documents");
    all.put(
        document(Intent.ACTION_OPEN_DOCUMENT, "*/*")
            .putExtra(Intent.EXTRA_MIME_TYPES, new String[] {"audio/*", "x/y"}),
        "audio/.* .*documents");
    for (Map.Entry<Intent, String> e : all.entrySet()) {
      Uri u = picked(e.getKey());
      String told = app().getContentResolver().getType(u) + " " + u.getAuthority();
      assertTrue(told.matches(e.getValue()), () -> e.getKey() + ": " + told);
      assertFalse(text(u, OpenableColumns.DISPLAY_NAME).isEmpty());
      try (InputStream in = app().getContentResolver().openInputStream(u)) {
        assertNotNull(in);
      }
    }
  }

  private static Intent document(String action, String type) {
    return new Intent(action).setType(type).addCategory(Intent.CATEGORY_OPENABLE);
  }

  @Test
  void aNewDocumentCanBeWrittenAndReadBack() throws IOException {
    byte[] written = {1, 2, 3};
    Uri u =
        picked(
            document(Intent.ACTION_CREATE_DOCUMENT, "text/plain")
                .putExtra(Intent.EXTRA_TITLE, "notes.txt"));
    assertEquals("notes.txt", text(u, OpenableColumns.DISPLAY_NAME));
    assertTrue(DocumentsContract.isDocumentUri(app(), u));
    try (OutputStream out = app().getContentResolver().openOutputStream(u)) {
      out.write(written);
    }
    try (InputStream in = app().getContentResolver().openInputStream(u)) {
      assertArrayEquals(written, in.readAllBytes());
    }
    assertEquals("3", text(u, OpenableColumns.SIZE));
    app()
        .getContentResolver()
        .takePersistableUriPermission(u, Intent.FLAG_GRANT_WRITE_URI_PERMISSION);
  }

  @Test
  void aFolderCanBeListed() {
    Uri tree = picked(new Intent(Intent.ACTION_OPEN_DOCUMENT_TREE));
    assertTrue(DocumentsContract.isTreeUri(tree));
    Uri children =
        DocumentsContract.buildChildDocumentsUriUsingTree(
            tree, DocumentsContract.getTreeDocumentId(tree));
    assertFalse(text(children, DocumentsContract.Document.COLUMN_DISPLAY_NAME).isEmpty());
  }

  @Test
  void othersAnswerInTheirOwnWay() {
    Intent tone = asked(new Intent(RingtoneManager.ACTION_RINGTONE_PICKER));
    assertEquals(
        Settings.System.DEFAULT_RINGTONE_URI,
        tone.getParcelableExtra(RingtoneManager.EXTRA_RINGTONE_PICKED_URI, Uri.class));
    Intent chosen = Intent.createChooser(document(Intent.ACTION_GET_CONTENT, "image/*"), "Which");
    assertTrue(app().getContentResolver().getType(picked(chosen)).startsWith("image/"));
    Intent odd = document(Intent.ACTION_GET_CONTENT, "image/*").setPackage("none.such");
    assertNull(asked(Intent.createChooser(odd, "Which")), "an empty chooser is left");
    device("apps", Map.of("gone", List.of("more")));
    Intent said = asked(new Intent(RecognizerIntent.ACTION_RECOGNIZE_SPEECH));
    assertFalse(said.getStringArrayListExtra(RecognizerIntent.EXTRA_RESULTS).isEmpty());
    Intent scanned = asked(new Intent("com.google.zxing.client.android.SCAN"));
    assertEquals("EAN_13", scanned.getStringExtra("SCAN_RESULT_FORMAT"));
  }

  // ---- the screens of other apps ----

  private String shown(Intent i) {
    device("answer", Map.of("mode", "screen"));
    main(() -> asker.startActivityForResult(i, 1));
    return dump();
  }

  @Test
  void theShareSheetListsWhoTakesItAndStartsTheChosenOne() {
    Intent text = new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra("x", "y");
    String xml = shown(Intent.createChooser(text, "With what"));
    assertTrue(xml.contains("text=\"With what\""), xml);
    assertTrue(xml.contains("android:id/resolver_list"), xml);
    assertTrue(xml.contains("text=\"email\""), xml);
    said();
    press("Field");
    assertEquals("y", screen(Texts.class).getIntent().getStringExtra("x"));
    assertTrue(said().contains("Texts resume"));
  }

  @Test
  void theShareSheetOfOnePackageListsItOnly() {
    Intent text =
        new Intent(Intent.ACTION_SEND).setType("text/plain").setPackage("com.android.email");
    String xml = shown(Intent.createChooser(text, null));
    assertTrue(xml.contains("text=\"email\""), xml);
    assertFalse(xml.contains("text=\"Field\""), xml);
    assertFalse(xml.contains("text=\"messaging\""), xml);
  }

  @Test
  void aQuestionIsAnsweredByItsButtons() {
    Intent bluetooth = new Intent("android.bluetooth.adapter.action.REQUEST_ENABLE");
    String xml = shown(bluetooth);
    assertTrue(xml.contains("An app wants to turn on Bluetooth"), xml);
    press("android:id/button2");
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code);
    shown(bluetooth);
    press("android:id/button1");
    assertEquals(OK, asker.code);
    shown(new Intent(Intent.ACTION_DELETE, Uri.parse("package:dev.talpa.field")));
    press("android:id/button1");
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code, "the app stays");
  }

  @Test
  void pickersShowFilesAndAPageShowsWhatItWasSent() {
    String xml = shown(document(Intent.ACTION_OPEN_DOCUMENT, "image/*"));
    assertTrue(xml.contains("com.android.documentsui:id/dir_list"), xml);
    key("BACK");
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code);
    xml = shown(new Intent(Intent.ACTION_PICK, ContactsContract.Contacts.CONTENT_URI));
    assertTrue(xml.contains("text=\"Sample Contact\""), xml);
    press("Sample Contact");
    assertEquals(OK, asker.code);
    xml = shown(at("https://example.org/page"));
    assertTrue(xml.contains("https://example.org/page"), xml);
    key("BACK");
    xml =
        shown(
            document(Intent.ACTION_CREATE_DOCUMENT, "text/plain")
                .putExtra(Intent.EXTRA_TITLE, "mine.txt"));
    assertTrue(xml.contains("text=\"mine.txt\""), xml);
    press("SAVE");
    assertEquals("mine.txt", text(asker.data.getData(), OpenableColumns.DISPLAY_NAME));
  }

  @Test
  void aCameraTakesAPictureThatCanBeTakenAgain() {
    shown(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    press("com.android.camera2:id/shutter_button");
    press("com.android.camera2:id/retake_button");
    press("com.android.camera2:id/shutter_button");
    press("com.android.camera2:id/done_button");
    assertEquals(OK, asker.code);
    assertNotNull(asker.data.getParcelableExtra("data", Bitmap.class));
    shown(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    press("com.android.camera2:id/cancel_button");
    assertEquals(android.app.Activity.RESULT_CANCELED, asker.code);
  }
}
