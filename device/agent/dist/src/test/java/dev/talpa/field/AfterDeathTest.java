package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;

import android.app.Service;
import android.content.Intent;
import android.os.Bundle;
import android.os.IBinder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes back when the system has killed an app's process in the background. */
class AfterDeathTest {
  /** A service that notes with what it is started, and says what is to become of it. */
  abstract static class Noted extends Service {
    private final int result;

    Noted(int result) {
      this.result = result;
    }

    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      FieldTest.say(
          "start "
              + (i == null ? "null" : i.getStringExtra("n"))
              + " flags "
              + flags
              + " id "
              + id);
      return result;
    }

    @Override
    public IBinder onBind(Intent i) {
      return null;
    }
  }

  public static final class Sticky extends Noted {
    public Sticky() {
      super(START_STICKY);
    }
  }

  public static final class Once extends Noted {
    public Once() {
      super(START_NOT_STICKY);
    }
  }

  public static final class Again extends Noted {
    public Again() {
      super(START_REDELIVER_INTENT);
    }
  }

  /** Stops itself when it has worked. */
  public static final class Done extends Noted {
    public Done() {
      super(START_STICKY);
    }

    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      stopSelf(id);
      return super.onStartCommand(i, flags, id);
    }
  }

  public static final class Below extends FieldTest.Screen {
    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      if (state == null) {
        startActivityForResult(new Intent(this, Above.class), 7);
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
    public void onBackPressed() {
      setResult(RESULT_OK);
      finish();
    }
  }

  public static final class Forgotten extends FieldTest.Screen {}

  private Device device;

  @BeforeEach
  void begin() throws IOException {
    device = Device.shared();
    device.fresh(Device.TARGET);
  }

  @AfterEach
  void end() throws IOException {
    device.unload();
  }

  private void start(String service, String n) throws IOException {
    device.result("service", Map.of("component", name(service), "extras", Map.of("n", n)));
  }

  private static String name(String nested) {
    return "dev.talpa.field/dev.talpa.field.AfterDeathTest$" + nested;
  }

  private void die() throws IOException {
    device.result("home", Map.of());
    Map<?, ?> kept = device.result("outlasting", Map.of());
    device.unload();
    device.load(Device.TARGET, Map.of("saved", true, "outlasting", kept));
  }

  private void assertSaid(String... what) {
    assertEquals(String.join(", ", what), device.said());
  }

  @Test
  void aStickyServiceStartsWithoutAnIntent() throws IOException {
    start("Sticky", "a");
    start("Sticky", "b");
    die();
    device.result("wait", Map.of("ms", 0));
    assertSaid("start null flags 0 id 1");
  }

  @Test
  void aServiceThatIsNotStickyStaysAway() throws IOException {
    start("Once", "a");
    die();
    device.result("wait", Map.of("ms", 2000));
    assertSaid("");
  }

  @Test
  void unfinishedIntentsAreDeliveredAgain() throws IOException {
    start("Again", "a");
    start("Again", "b");
    die();
    device.result("wait", Map.of("ms", 0));
    assertSaid("start a flags 1 id 1", "start b flags 1 id 2");
  }

  @Test
  void aServiceThatStoppedItselfStaysAway() throws IOException {
    start("Done", "a");
    die();
    device.result("wait", Map.of("ms", 2000));
    assertSaid("");
  }

  @Test
  void servicesComeBackBeforeTheUserDoes() throws IOException {
    device.result("start", Map.of("component", name("Above")));
    start("Sticky", "a");
    die();
    device.result("recents", Map.of());
    assertSaid("start null flags 0 id 1", "Above create again", "Above start", "Above resume");
  }

  @Test
  void theTaskComesBackWithStateAndResults() throws IOException {
    device.result("start", Map.of("component", name("Below")));
    die();
    device.result("recents", Map.of());
    assertSaid("Above create again", "Above start", "Above resume");
    device.result("key", Map.of("code", "BACK"));
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
  void anActivityWithoutHistoryIsForgotten() throws IOException {
    device.result("start", Map.of("component", name("Forgotten")));
    die();
    device.result("recents", Map.of());
    assertSaid("");
  }
}
