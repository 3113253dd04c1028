package dev.talpa.field;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of services when the system has killed an app's process in the background. */
class ServiceDeathTest extends AfterDeath {
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

    /** Is done with what it is told to be done with. */
    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      int done = i.getIntExtra("done", 0);
      if (done > 0) {
        stopSelf(done);
      }
      return super.onStartCommand(i, flags, id);
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

  @Test
  void aStickyServiceStartsWithoutAnIntent() throws IOException {
    start("Sticky", "a");
    start("Sticky", "b");
    die();
    rest(0);
    assertSaid("start null flags 0 id 1");
  }

  @Test
  void aStickyServiceComesBackAfterEachDeath() throws IOException {
    start("Sticky", "a");
    die();
    rest(0);
    device.said();
    killed();
    rest(0);
    assertSaid("start null flags 0 id 1");
  }

  @Test
  void aServiceThatIsNotStickyStaysAway() throws IOException {
    start("Once", "a");
    die();
    rest(2000);
    assertSaid("");
  }

  @Test
  void unfinishedIntentsAreDeliveredAgain() throws IOException {
    start("Again", "a");
    start("Again", "b");
    die();
    rest(0);
    assertSaid("start a flags 1 id 1", "start b flags 1 id 2");
  }

  @Test
  void intentsThatTheServiceIsDoneWithAreNot() throws IOException {
    start("Again", "a");
    Map<String, Object> done = Map.of("n", "b", "done", 1);
    device.result("service", Map.of("component", name("Again"), "extras", done));
    die();
    rest(0);
    assertSaid("start b flags 1 id 1");
  }

  @Test
  void aServiceThatStoppedItselfStaysAway() throws IOException {
    start("Done", "a");
    die();
    rest(2000);
    assertSaid("");
  }

  @Test
  void eachServiceComesBackByWhatItSaid() throws IOException {
    start("Sticky", "a");
    start("Once", "b");
    start("Again", "c");
    start("Done", "d");
    die();
    rest(2000);
    assertSaid("start null flags 0 id 1", "start c flags 1 id 1");
  }
}
