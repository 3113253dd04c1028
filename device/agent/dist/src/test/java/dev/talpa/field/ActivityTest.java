package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.app.Dialog;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.database.MatrixCursor;
import android.media.AudioManager;
import android.os.Bundle;
import android.os.Parcel;
import android.os.Parcelable;
import android.permission.PermissionManager;
import android.widget.EditText;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The framework's own code of an activity, and what crossing a process border does to data. */
@SuppressWarnings("deprecation")
class ActivityTest extends FieldTest {
  private TasksTest.Root root;

  @Override
  void prepare() {
    root = open(TasksTest.Root.class);
    said();
  }

  // ---- what the activity keeps ----

  /** Activity.showDialog: a dialog that was never shown cannot be dismissed, but removed. */
  @Test
  void aDialogByNumberHasToBeShownFirst() {
    main(
        () -> {
          assertEquals(
              "no dialog with id 5 was ever shown via Activity#showDialog",
              assertThrows(IllegalArgumentException.class, () -> root.dismissDialog(5))
                  .getMessage());
          root.removeDialog(5);
          assertFalse(root.showDialog(5, null), "onCreateDialog makes none");
        });
  }

  /** As Activity documents: requeried on restart, deactivated on stop, closed with the activity. */
  @Test
  void aManagedCursorFollowsItsActivity() {
    MatrixCursor c =
        new MatrixCursor(new String[] {"_id"}) {
          @Override
          public void deactivate() {
            say("deactivate");
            super.deactivate();
          }

          @Override
          public boolean requery() {
            say("requery");
            return super.requery();
          }
        };
    MatrixCursor free = new MatrixCursor(new String[] {"_id"});
    main(
        () -> {
          root.startManagingCursor(c);
          root.startManagingCursor(free);
          root.stopManagingCursor(free);
        });
    device("home", java.util.Map.of());
    assertTrue(said().contains("deactivate"));
    device("recents", java.util.Map.of());
    assertTrue(said().contains("requery"));
    main(() -> root.finish());
    assertTrue(c.isClosed());
    assertFalse(free.isClosed(), "it was given back");
  }

  @Test
  void keysThatNobodyTakesGoWhereTheModeSays() {
    main(() -> root.setDefaultKeyMode(Activity.DEFAULT_KEYS_DIALER));
    device("answer", java.util.Map.of("mode", "screen"));
    key("5");
    String top = String.valueOf(device("state", java.util.Map.of()).get("top"));
    assertTrue(top.startsWith("com.android.dialer/"), top);
  }

  @Test
  void whatIsSetIsWhatIsTold() {
    EditText[] field = {null};
    main(
        () -> {
          root.setVolumeControlStream(AudioManager.STREAM_ALARM);
          assertEquals(AudioManager.STREAM_ALARM, root.getVolumeControlStream());
          field[0] = new EditText(root);
          field[0].setId(7);
          root.setContentView(field[0]);
          assertEquals(field[0], root.findViewById(7));
          assertNull(root.findViewById(8));
          field[0].requestFocus();
        });
    assertEquals(field[0], root.getCurrentFocus());
    assertNull(root.getParent());
    assertNull(root.getCallingActivity(), "a launcher wants no answer");
    assertNull(root.getCallingPackage());
    assertTrue(root.isTaskRoot() && root.getTaskId() > 0);
    assertEquals(root.getLayoutInflater().getContext(), root.getWindow().getContext());
  }

  @Test
  void onBackPressedEndsTheActivity() {
    main(() -> root.onBackPressed());
    assertTrue(root.isFinishing());
    assertTrue(said().endsWith("Root destroy"));
  }

  @Test
  void anActivityThatIsMadeAnewHasItsDialogsClosed() {
    Dialog[] d = {null};
    main(
        () -> {
          d[0] = new Dialog(root);
          d[0].show();
          root.recreate();
        });
    TasksTest.Root next = screen(TasksTest.Root.class);
    assertNotSame(root, next);
    assertTrue(root.isDestroyed() && !next.isDestroyed());
    assertEquals(root.getTaskId(), next.getTaskId());
    assertEquals(0L, device("state", java.util.Map.of()).get("dialogs"), "its window was leaked");
  }

  // ---- what crosses a border ----

  /** Of the app's own code: only the app can read it. */
  private static final class Mole implements Serializable {
    private static final long serialVersionUID = 1;
    private final List<String> tunnels = new ArrayList<>();
    private final transient Object eyes = new Object();
  }

  @Test
  void anIntentIsCopiedWhenItIsSent() {
    Mole mole = new Mole();
    mole.tunnels.add("one");
    Intent i = intent(TasksTest.Next.class).putExtra("mole", mole);
    main(
        () -> {
          root.startActivity(i);
          mole.tunnels.add("too late");
          i.putExtra("more", 1);
        });
    Intent got = screen(TasksTest.Next.class).getIntent();
    assertFalse(got.hasExtra("more"));
    Mole there = got.getSerializableExtra("mole", Mole.class);
    assertNotSame(mole, there);
    assertEquals(List.of("one"), there.tunnels);
    assertNull(there.eyes, "transient");
  }

  @Test
  void anAnswerIsCopiedToo() {
    TaskLaunchTest.Asker asker = open(TaskLaunchTest.Asker.class);
    Bundle extras = new Bundle();
    main(() -> asker.startActivityForResult(intent(TasksTest.Next.class), 1));
    main(
        () -> {
          extras.putString("a", "b");
          TasksTest.Next next = screen(TasksTest.Next.class);
          next.setResult(Activity.RESULT_FIRST_USER, new Intent().putExtras(extras));
          next.finish();
          extras.putString("a", "late");
        });
    assertTrue(said().contains("result 1 1"));
  }

  /** Serializable that names a class which cannot be written. */
  private static final class Broken implements Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("unused")
    private final Object cannot = new Object();
  }

  /** A class of the app's own. */
  private enum Shrew {
    PIA
  }

  @Test
  @SuppressWarnings("deprecation")
  void classesOfTheAppAreReadFromAParcelWithoutALoader() {
    Parcel p = Parcel.obtain();
    p.writeSerializable(Shrew.class);
    p.writeSerializable(Shrew.PIA);
    p.writeSerializable(int.class);
    p.setDataPosition(0);
    assertEquals(Shrew.class, p.readSerializable());
    assertEquals(Shrew.PIA, p.readSerializable());
    assertEquals(int.class, p.readSerializable());
  }

  @Test
  void whatCannotBeWrittenFailsWhereItIsSent() {
    Intent i = intent(TasksTest.Next.class).putExtra("b", new Broken());
    main(
        () -> {
          RuntimeException e = assertThrows(RuntimeException.class, () -> root.startActivity(i));
          assertTrue(
              e.getMessage().contains("IOException writing serializable object"), e::getMessage);
          assertTrue(e.getCause() instanceof java.io.NotSerializableException, e::toString);
        });
    Parcelable nobody = null;
    main(() -> root.startActivity(intent(TasksTest.Next.class).putExtra("n", nobody)));
    assertTrue(said().contains("Next resume"));
  }

  // ---- the system's services, as the process sees them ----

  @Test
  void thePackageManagerAnswersWhatNobodyModelled() {
    PackageManager m = root.getPackageManager();
    assertEquals("com.android.sdksandbox", m.getSdkSandboxPackageName());
    assertTrue(
        app().getSystemService(PermissionManager.class).getSplitPermissions().stream()
            .anyMatch(s -> s.getSplitPermission().endsWith("ACCESS_FINE_LOCATION")));
  }
}
