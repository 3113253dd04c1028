package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Intent;
import android.os.Bundle;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of tasks when the system has killed an app's process in the background. */
class TaskDeathTest extends AfterDeath {
  /** Asks another one, and keeps a note. */
  public static final class Below extends FieldTest.Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      if (state == null) {
        startActivityForResult(new Intent(this, Above.class).putExtra("given", "x"), 7);
      } else {
        FieldTest.say("kept " + state.getString("n"));
      }
    }

    @Override
    protected void onSaveInstanceState(Bundle out) {
      super.onSaveInstanceState(out);
      out.putString("n", "v");
    }
  }

  public static final class Above extends FieldTest.Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      FieldTest.say("given " + getIntent().getStringExtra("given"));
    }

    @Override
    public void onBackPressed() {
      setResult(RESULT_OK);
      finish();
    }
  }

  /** A first screen that leads on and is gone, as a splash screen or a login. */
  public static final class First extends FieldTest.Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      startActivity(new Intent(this, Above.class).putExtra("given", "y"));
      finish();
    }
  }

  public static final class Forgotten extends FieldTest.Screen {
    /** Posts a notification that opens another screen, and one of a service in the foreground. */
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      if (getIntent().hasExtra("n")) {
        NotificationManager notes = getSystemService(NotificationManager.class);
        notes.createNotificationChannel(
            new NotificationChannel("c", "c", NotificationManager.IMPORTANCE_LOW));
        Intent above = new Intent(this, Above.class).putExtra("given", "n");
        PendingIntent opens =
            PendingIntent.getActivity(this, 1, above, PendingIntent.FLAG_IMMUTABLE);
        Notification.Builder b = new Notification.Builder(this, "c");
        b.setSmallIcon(android.R.drawable.ic_dialog_info).setContentTitle("note");
        notes.notify(2, b.setContentIntent(opens).setAutoCancel(true).build());
        Notification ongoing = b.build().clone();
        ongoing.flags |= Notification.FLAG_FOREGROUND_SERVICE;
        notes.notify(3, ongoing);
      }
    }
  }

  /** A service whose process comes back by itself. */
  private static final String STICKY = "dev.talpa.field/dev.talpa.field.ServiceDeathTest$Sticky";

  @Test
  void servicesComeBackBeforeTheUserDoes() throws IOException {
    open("Above");
    device.result("service", Map.of("component", STICKY));
    die();
    device.result("recents", Map.of());
    assertSaid(
        "start null flags 0 id 1",
        "Above create again",
        "given null",
        "Above start",
        "Above resume");
  }

  @Test
  void theTaskComesBackWithStateIntentsAndResults() throws IOException {
    open("Below");
    die();
    device.result("recents", Map.of());
    assertSaid("Above create again", "given x", "Above start", "Above resume");
    back();
    assertSaid(
        "Above pause",
        "Below create again",
        "kept v",
        "Below start",
        "Below result 7 -1",
        "Below resume",
        "Above stop",
        "Above destroy");
  }

  @Test
  void aNotificationIsTappedAfterTheDeathOfItsProcess() throws IOException {
    String screen = "dev.talpa.field/dev.talpa.field.TaskDeathTest$Forgotten";
    device.result("permission", Map.of("grants", GRANTS));
    device.result("start", Map.of("component", screen, "extras", Map.of("n", "1")));
    die();
    device.result("notification", Map.of());
    assertSaid("Above create", "given n", "Above start", "Above resume");
    Map<?, ?> refused = device.front().call("notification", Map.of());
    assertTrue(refused.toString().contains("no notification to tap"), refused.toString());
  }

  @Test
  void theTaskComesBackOnce() throws IOException {
    open("Above");
    die();
    killed();
    device.result("recents", Map.of());
    assertSaid("");
  }

  @Test
  void theLauncherBringsItBackAsRecentsDoes() throws IOException {
    open("Below");
    back();
    die();
    open("Below");
    assertSaid("Below create again", "kept v", "Below start", "Below resume");
  }

  @Test
  void theLauncherBringsItBackAlsoWhereItsFirstScreenHasFinished() throws IOException {
    open("First");
    device.result("home", Map.of());
    device.said();
    open("First");
    assertSaid("Above restart", "Above start", "Above resume");
    die();
    open("First");
    assertSaid("Above create again", "given y", "Above start", "Above resume");
  }

  @Test
  void anActivityWithoutHistoryIsForgotten() throws IOException {
    open("Forgotten");
    die();
    device.result("recents", Map.of());
    assertSaid("");
  }

  @Test
  void anActivityThatWasLeftByBackIsForgotten() throws IOException {
    open("Above");
    back();
    die();
    device.result("recents", Map.of());
    assertSaid("");
  }

  @Test
  void aProcessThatIsNotKilledByTheSystemForgets() throws IOException {
    open("Above");
    device.result("home", Map.of());
    device.said();
    device.unload();
    device.load(Device.TARGET, Map.of());
    device.result("recents", Map.of());
    assertSaid("");
  }
}
