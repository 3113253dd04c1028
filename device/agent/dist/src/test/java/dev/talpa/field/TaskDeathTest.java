package dev.talpa.field;

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

  public static final class Forgotten extends FieldTest.Screen {}

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
