package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.PendingIntent;
import android.bluetooth.BluetoothAdapter;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.content.IntentSender;
import android.net.Uri;
import android.provider.MediaStore;
import android.provider.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Other apps that are started: what becomes of the asker, and what they answer. */
class TaskAnswersTest extends FieldTest {
  /** Notes what it is given. */
  public static final class Asker extends Screen {
    @Override
    protected void onActivityResult(int request, int code, Intent data) {
      say(
          "answer "
              + code
              + (data == null
                  ? " nothing"
                  : data.getClipData() != null
                      ? " " + data.getClipData().getItemCount()
                      : data.getData() == null ? " empty" : " data"));
    }
  }

  private Asker asker;

  @Override
  void prepare() {
    asker = open(Asker.class);
    said();
  }

  private static void mode(String mode) {
    device("answer", Map.of("mode", mode));
  }

  private void ask(Intent i) {
    main(() -> asker.startActivityForResult(i, 5));
  }

  private static Intent pick() {
    return new Intent(Intent.ACTION_GET_CONTENT)
        .setType("image/*")
        .addCategory(Intent.CATEGORY_OPENABLE);
  }

  private static Intent browse() {
    return new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.org/"));
  }

  @Test
  void anotherAppStopsTheAskerAndAnswersBeforeItResumes() {
    ask(pick());
    assertSaid(
        "Asker leave",
        "Asker pause",
        "Asker stop",
        "Asker save",
        "Asker restart",
        "Asker start",
        "answer -1 data",
        "Asker resume");
  }

  @Test
  void aWindowOverTheAskerOnlyPausesIt() {
    ask(Intent.createChooser(pick(), "Which?"));
    assertSaid("Asker leave", "Asker pause", "answer -1 data", "Asker resume");
  }

  private void assertAnswers(String mode, Intent i, String expected) {
    mode(mode);
    ask(i);
    String all = said();
    String why = mode + ", " + i + ": " + all;
    assertTrue(all.contains(", answer " + expected + ", Asker resume"), why);
  }

  private void send(PendingIntent p) {
    main(
        () -> {
          try {
            asker.startIntentSenderForResult(p.getIntentSender(), 5, null, 0, 0, 0);
          } catch (IntentSender.SendIntentException e) {
            say("refused");
          }
        });
  }

  @Test
  void aSenderThatIsStartedForAResultTellsIt() {
    send(PendingIntent.getActivity(app(), 1, pick(), PendingIntent.FLAG_IMMUTABLE));
    String all = said();
    assertTrue(all.contains(", answer -1 data, Asker resume"), all);
    PendingIntent gone = PendingIntent.getActivity(app(), 2, pick(), PendingIntent.FLAG_IMMUTABLE);
    gone.cancel();
    send(gone);
    assertSaid("refused");
  }

  @Test
  void othersAnswerByTheMode() {
    Intent many = pick().setType("*/*").putExtra(Intent.EXTRA_ALLOW_MULTIPLE, true);
    Intent bluetooth = new Intent("android.bluetooth.adapter.action.REQUEST_ENABLE");
    assertAnswers("auto", pick(), "-1 data");
    assertAnswers("auto", many, "-1 data");
    assertAnswers("auto", browse(), "0 nothing");
    assertAnswers("cancelled", bluetooth, "0 nothing");
    assertFalse(BluetoothAdapter.getDefaultAdapter().isEnabled());
    assertAnswers("auto", bluetooth, "-1 nothing");
    assertTrue(BluetoothAdapter.getDefaultAdapter().isEnabled());
    assertAnswers("ok", pick(), "-1 data");
    assertAnswers("ok", bluetooth, "-1 nothing");
    assertAnswers("ok", browse(), "0 nothing");
    assertAnswers("empty", pick(), "-1 nothing");
    assertAnswers("empty", browse(), "-1 nothing");
    assertAnswers("bare", pick(), "-1 empty");
    assertAnswers("bare", browse(), "-1 empty");
    assertAnswers("several", many, "-1 2");
    assertAnswers("several", pick(), "-1 data");
    assertAnswers("gone", pick(), "-1 data");
    assertAnswers("file", pick(), "-1 data");
    assertAnswers("cancelled", pick(), "0 nothing");
  }

  @Test
  void inModeNoneTheOtherAppStaysInFront() {
    mode("none");
    ask(pick());
    assertSaid("Asker leave", "Asker pause", "Asker stop", "Asker save");
    device("recents", Map.of());
    assertSaid("Asker restart", "Asker start", "answer 0 nothing", "Asker resume");
  }

  @Test
  void inModeScreenTheUserAnswers() {
    mode("screen");
    ask(pick());
    assertSaid("Asker leave", "Asker pause", "Asker stop", "Asker save");
    device("key", Map.of("code", "BACK"));
    assertSaid("Asker restart", "Asker start", "answer 0 nothing", "Asker resume");
  }

  @Test
  void theUserMayLeaveTheOtherAppByTheHomeKey() {
    mode("screen");
    ask(pick());
    device("home", Map.of());
    said();
    device("recents", Map.of());
    assertSaid("");
    device("key", Map.of("code", "BACK"));
    assertSaid("Asker restart", "Asker start", "answer 0 nothing", "Asker resume");
  }

  @Test
  void aNewTaskOfAnotherAppAnswersAtOnce() {
    ask(browse().addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
    String all = said();
    assertEquals(all.indexOf("answer 0"), all.lastIndexOf("answer"), all);
    assertTrue(all.endsWith("Asker resume"), all);
  }

  @Test
  void anAppThatIsGoneIsNotFound() {
    device("apps", Map.of("gone", java.util.List.of("none")));
    main(
        () -> {
          Exception e =
              assertThrows(ActivityNotFoundException.class, () -> asker.startActivity(browse()));
          assertTrue(
              e.getMessage()
                  .startsWith(
                      "No Activity found to handle Intent { act=android.intent.action.VIEW"),
              e.getMessage());
          asker.startActivity(new Intent(Settings.ACTION_SETTINGS));
        });
    assertTrue(said().endsWith("Asker resume"), "the system's own apps stay");
  }

  @Test
  void aCameraWithoutThePermissionThatTheAppAsksForIsRefused() {
    String camera = android.Manifest.permission.CAMERA;
    device("permission", Map.of("grants", Map.of(camera, Map.of("held", false))));
    main(
        () -> {
          Exception e =
              assertThrows(
                  SecurityException.class,
                  () -> asker.startActivity(new Intent(MediaStore.ACTION_IMAGE_CAPTURE)));
          assertTrue(
              e.getMessage().endsWith(" with revoked permission android.permission.CAMERA"),
              e.getMessage());
        });
  }
}
