package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.content.Intent;
import android.graphics.Color;
import android.net.Uri;
import android.provider.MediaStore;
import android.provider.OpenableColumns;
import android.view.View;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The screens of other apps, as the user works them: what they show, and what they answer when. */
class StandinTest extends FieldTest {
  private static final String CAMERA = "com.android.camera2:id/";
  private static final int NONE = -2;

  private IntentsTest.Asker asker;

  @Override
  void prepare() {
    asker = open(IntentsTest.Asker.class);
    device("answer", Map.of("mode", "screen"));
  }

  private void show(Intent i) {
    asker.code = NONE;
    asker.data = null;
    said();
    main(() -> asker.startActivityForResult(i, 1));
  }

  private static Intent document(String action) {
    return new Intent(action).setType("*/*").addCategory(Intent.CATEGORY_OPENABLE);
  }

  private static Intent bluetooth() {
    return new Intent("android.bluetooth.adapter.action.REQUEST_ENABLE");
  }

  private static void assertShown(String with, String... attributes) {
    String node = node(with);
    for (String a : attributes) {
      assertTrue(node.contains(a), () -> "no " + a + " in " + node + " of " + dump());
    }
  }

  // ---- where they stand ----

  @Test
  void aPageStopsTheAppAndADialogPausesIt() {
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    String full = said();
    assertTrue(full.contains("Asker pause") && full.contains("Asker stop"), full);
    press(CAMERA + "cancel_button");
    full = said();
    assertTrue(full.contains("Asker restart") && full.contains("Asker resume"), full);
    show(bluetooth());
    String over = said();
    assertTrue(over.contains("Asker pause"), over);
    assertFalse(over.contains("Asker stop"), over);
    press("android:id/button2");
    over = said();
    assertTrue(over.contains("Asker resume"), over);
    assertFalse(over.contains("Asker restart"), over);
  }

  @Test
  void aDialogLeavesTheAppInViewBelowIt() {
    View red = new View(asker);
    red.setBackgroundColor(Color.RED);
    main(() -> asker.setContentView(red));
    show(bluetooth());
    int corner = picture().getPixel(3, picture().getHeight() * 9 / 10);
    assertTrue(Color.red(corner) > 50 && Color.red(corner) < 250, Integer.toHexString(corner));
    assertEquals(0, Color.green(corner));
    press("android:id/button2");
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    assertEquals(0, Color.red(picture().getPixel(3, picture().getHeight() / 3)), "a dark preview");
  }

  @Test
  void widgetsAreThoseOfTheOtherApp() {
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    assertShown(
        CAMERA + "shutter_button",
        "package=\"com.android.camera2\"",
        "content-desc=\"Shutter\"",
        "clickable=\"true\"");
    assertFalse(dump().contains("dev.talpa.field"), "nothing of the app is there");
    assertTrue(
        String.valueOf(device("state", Map.of()).get("top")).startsWith("com.android.camera2/"));
    key("BACK");
    show(document(Intent.ACTION_CREATE_DOCUMENT));
    assertShown(
        "SAVE", "resource-id=\"android:id/button1\"", "package=\"com.android.documentsui\"");
  }

  @Test
  void theBackKeyLeavesEachOfThem() {
    for (Intent i :
        new Intent[] {
          new Intent(MediaStore.ACTION_IMAGE_CAPTURE),
          new Intent(MediaStore.ACTION_VIDEO_CAPTURE),
          document(Intent.ACTION_OPEN_DOCUMENT),
          document(Intent.ACTION_CREATE_DOCUMENT),
          bluetooth(),
          new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.org/")),
        }) {
      show(i);
      assertEquals(NONE, asker.code, "no answer yet: " + i);
      key("BACK");
      assertEquals(Activity.RESULT_CANCELED, asker.code, i.toString());
      assertNull(asker.data, i.toString());
      assertTrue(said().endsWith("Asker resume"), i.toString());
    }
  }

  @Test
  void aScreenStaysWhereItWasWhenTheDisplayTurns() {
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    press(CAMERA + "shutter_button");
    assertShown(CAMERA + "done_button", "content-desc=\"Done\"");
    int wide = picture().getHeight();
    device("rotate", Map.of("rotation", 1));
    assertEquals(wide, picture().getWidth());
    assertShown(CAMERA + "done_button", "content-desc=\"Done\"");
    press(CAMERA + "done_button");
    asker = screen(IntentsTest.Asker.class); // made anew when it is seen again
    assertEquals(Activity.RESULT_OK, asker.code);
  }

  // ---- what their users do ----

  @Test
  void aPictureTakesOnePressAndAFilmTwo() {
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    assertEquals("", node("done_button"), "nothing is taken yet");
    press(CAMERA + "shutter_button");
    assertEquals("", node("shutter_button"));
    press(CAMERA + "retake_button");
    assertEquals("", node("done_button"), "the picture is thrown away");
    press(CAMERA + "shutter_button");
    assertEquals(NONE, asker.code, "until the user keeps it");
    press(CAMERA + "done_button");
    assertEquals(Activity.RESULT_OK, asker.code);
    show(new Intent(MediaStore.ACTION_VIDEO_CAPTURE));
    press(CAMERA + "shutter_button");
    assertEquals("", node("done_button"), "it is recording");
    press(CAMERA + "shutter_button");
    press(CAMERA + "done_button");
    assertEquals(Activity.RESULT_OK, asker.code);
    assertEquals("video/mp4", app().getContentResolver().getType(asker.data.getData()));
  }

  private static String name(Uri u) {
    try (var c = app().getContentResolver().query(u, null, null, null, null)) {
      assertTrue(c.moveToFirst());
      return c.getString(c.getColumnIndexOrThrow(OpenableColumns.DISPLAY_NAME));
    }
  }

  @Test
  void theFileThatIsTouchedIsTheAnswer() {
    show(document(Intent.ACTION_OPEN_DOCUMENT).setType("image/*"));
    String node = node("android:id/title");
    String file = node.replaceFirst(".* text=\"([^\"]*)\".*", "$1");
    assertTrue(file.contains("."), node);
    press(file);
    assertEquals(Activity.RESULT_OK, asker.code);
    assertNotNull(asker.data.getData());
    assertEquals(file, name(asker.data.getData()));
  }

  @Test
  void aNewFileHasTheNameThatTheUserTypes() {
    show(document(Intent.ACTION_CREATE_DOCUMENT).putExtra(Intent.EXTRA_TITLE, "a.txt"));
    assertShown("text=\"a.txt\"", "class=\"android.widget.EditText\"");
    press("a.txt");
    device("text", Map.of("text", "b"));
    String typed =
        node("class=\"android.widget.EditText\"").replaceFirst(".* text=\"([^\"]*)\".*", "$1");
    assertTrue(typed.contains("b"), typed);
    press("android:id/button1");
    assertEquals(Activity.RESULT_OK, asker.code);
    assertEquals(typed, name(asker.data.getData()));
  }

  @Test
  void aQuestionIsGoneOnceItIsAnswered() {
    show(bluetooth());
    assertShown("android:id/message", "text=\"An app wants to turn on Bluetooth\"");
    assertShown("android:id/button1", "text=\"ALLOW\"");
    assertShown("android:id/button2", "text=\"DENY\"");
    press("android:id/button1");
    assertEquals(Activity.RESULT_OK, asker.code);
    assertEquals("", node("android:id/message"));
    assertEquals(0L, device("state", Map.of()).get("dialogs"));
  }

  @Test
  void aPageShowsWhatItWasAskedToShow() {
    show(
        new Intent(Intent.ACTION_SENDTO, Uri.parse("mailto:ann@example.org"))
            .putExtra(Intent.EXTRA_SUBJECT, "Moles")
            .putExtra(Intent.EXTRA_TEXT, "They dig."));
    String mail = node("id/content");
    for (String s : new String[] {"mailto:ann@example.org", "Moles", "They dig."}) {
      assertTrue(mail.contains(s), () -> "no " + s + " in " + dump());
    }
    key("BACK");
    assertEquals(Activity.RESULT_CANCELED, asker.code);
  }

  @Test
  void anAnswerComesOnceAndNobodyIsAskedTwiceAtATime() {
    show(bluetooth());
    press("android:id/button1");
    assertEquals(android.app.Activity.RESULT_OK, asker.code);
    String all = said();
    assertEquals(all.indexOf("Asker result"), all.lastIndexOf("Asker result"), all);
    asker.code = NONE;
    rest(5000);
    key("BACK");
    assertEquals(NONE, asker.code, "the question is gone");
    assertFalse(said().contains("Asker result"));
  }

  @Test
  void theAppSeesNothingOfTheOtherAppsScreen() {
    show(new Intent(MediaStore.ACTION_IMAGE_CAPTURE));
    assertFalse(asker.hasWindowFocus());
    assertFalse(dump().contains("package=\"dev.talpa.field\""), dump());
    press(CAMERA + "cancel_button");
    assertTrue(asker.hasWindowFocus());
    assertTrue(dump().contains("package=\"dev.talpa.field\""), dump());
  }
}
