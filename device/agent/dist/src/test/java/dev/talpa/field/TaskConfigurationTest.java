package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.ComponentCallbacks;
import android.content.Intent;
import android.content.pm.ActivityInfo;
import android.content.res.Configuration;
import android.os.Bundle;
import android.os.Handler;
import android.os.LocaleList;
import android.os.Looper;
import android.os.PowerManager;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of the configuration, the display off and on, and activities that are not kept. */
class TaskConfigurationTest extends FieldTest {
  /** Keeps a number over its end, one by its state and one by itself. */
  public static final class Keeper extends Screen {
    int number;
    Object kept;
    int changing;

    @Override
    protected void onCreate(Bundle state) {
      super.onCreate(state);
      number = state == null ? 0 : state.getInt("number");
      kept = getLastNonConfigurationInstance();
    }

    @Override
    protected void onSaveInstanceState(Bundle out) {
      super.onSaveInstanceState(out);
      out.putInt("number", number);
    }

    @Override
    protected void onRestoreInstanceState(Bundle state) {
      super.onRestoreInstanceState(state);
      say("restore");
    }

    @Override
    public Object onRetainNonConfigurationInstance() {
      return this;
    }

    @Override
    protected void onDestroy() {
      changing = getChangingConfigurations();
      say(isChangingConfigurations() ? "changing" : "ending");
      super.onDestroy();
    }
  }

  /** Its manifest says landscape. */
  public static final class Wide extends Screen {}

  private Keeper keeper;

  @Override
  void prepare() {
    keeper = open(Keeper.class);
    said();
  }

  private static void rotate(int rotation) {
    device("rotate", Map.of("rotation", rotation));
  }

  private static void back() {
    device("key", Map.of("code", "BACK"));
  }

  @SuppressWarnings("deprecation")
  private static int rotation() {
    return app()
        .getSystemService(android.view.WindowManager.class)
        .getDefaultDisplay()
        .getRotation();
  }

  // ---- what is kept ----

  @Test
  void stateAndRetainedObjectsOutliveARotation() {
    keeper.number = 5;
    rotate(1);
    assertSaid(
        "Keeper pause",
        "Keeper stop",
        "Keeper save",
        "changing",
        "Keeper destroy",
        "Keeper create again",
        "Keeper start",
        "restore",
        "Keeper resume");
    assertTrue((keeper.changing & ActivityInfo.CONFIG_ORIENTATION) != 0);
    assertEquals(5, screen(Keeper.class).number);
    assertSame(keeper, screen(Keeper.class).kept);
  }

  /** A message that posts itself until there are too many of them. */
  private static final class Restless implements Runnable {
    static final int TOO_MANY = 300_000;
    final Handler handler = new Handler(Looper.getMainLooper());
    int runs;

    @Override
    public void run() {
      if (++runs < TOO_MANY) {
        handler.post(this);
      }
    }
  }

  @Test
  void aMessageThatPostsItselfDoesNotHoldTheDisplayUp() {
    Restless r = new Restless();
    main(() -> r.handler.post(r));
    rotate(1);
    r.handler.removeCallbacks(r);
    assertEquals(1, rotation());
    assertTrue(r.runs < Restless.TOO_MANY, "the display waits until the main thread is idle");
  }

  @Test
  void halfATurnMakesNothingAnew() {
    rotate(2);
    assertSaid("");
    assertEquals(2, rotation());
  }

  @Test
  void anActivityThatIsNotKeptComesBackFromItsState() {
    device("setting", Map.of("space", "global", "name", "always_finish_activities", "value", "1"));
    keeper.number = 5;
    main(() -> keeper.startActivity(intent(TasksTest.Next.class)));
    assertTrue(keeper.isDestroyed());
    assertTrue(said().endsWith("Keeper stop, Keeper save, ending, Keeper destroy"));
    back();
    assertNotSame(keeper, screen(Keeper.class));
    assertEquals(5, screen(Keeper.class).number);
    assertNull(screen(Keeper.class).kept);
  }

  @Test
  void aResultFindsTheActivityThatWasNotKept() {
    device("setting", Map.of("space", "global", "name", "always_finish_activities", "value", "1"));
    main(() -> keeper.startActivityForResult(intent(TasksTest.Next.class), 5));
    said();
    back();
    assertTrue(
        said()
            .contains(
                "Keeper create again, Keeper start, restore, Keeper result 5 0, Keeper resume"));
  }

  // ---- orientations ----

  private void asks(int orientation) {
    main(() -> screen(Keeper.class).setRequestedOrientation(orientation));
  }

  /** What an activity asks for, how the user holds the phone, and how it turns. */
  private static final int[][] TURNS = {
    {ActivityInfo.SCREEN_ORIENTATION_UNSPECIFIED, 1, 1},
    {ActivityInfo.SCREEN_ORIENTATION_PORTRAIT, 1, 0},
    {ActivityInfo.SCREEN_ORIENTATION_USER_PORTRAIT, 3, 0},
    {ActivityInfo.SCREEN_ORIENTATION_SENSOR_PORTRAIT, 2, 2},
    {ActivityInfo.SCREEN_ORIENTATION_LANDSCAPE, 0, 1},
    {ActivityInfo.SCREEN_ORIENTATION_SENSOR_LANDSCAPE, 3, 3},
    {ActivityInfo.SCREEN_ORIENTATION_USER_LANDSCAPE, 2, 1},
    {ActivityInfo.SCREEN_ORIENTATION_REVERSE_PORTRAIT, 0, 2},
    {ActivityInfo.SCREEN_ORIENTATION_REVERSE_LANDSCAPE, 0, 3},
    {ActivityInfo.SCREEN_ORIENTATION_NOSENSOR, 1, 0},
    {ActivityInfo.SCREEN_ORIENTATION_FULL_USER, 3, 3},
    {ActivityInfo.SCREEN_ORIENTATION_BEHIND, 1, 1},
  };

  @Test
  void theDisplayTurnsAsTheActivityInFrontAsks() {
    for (int[] t : TURNS) {
      rotate(t[1]);
      asks(t[0]);
      assertEquals(t[2], rotation(), () -> "orientation " + t[0] + ", held at " + t[1]);
      int wide = t[2] % 2 == 1 ? 2 : 1;
      assertEquals(wide, screen(Keeper.class).getResources().getConfiguration().orientation);
    }
  }

  @Test
  void lockedItStaysAsItIs() {
    rotate(1);
    asks(ActivityInfo.SCREEN_ORIENTATION_LOCKED);
    rotate(0);
    assertEquals(1, rotation());
  }

  @Test
  void theOrientationOfTheManifestIsThereInOnCreate() {
    main(() -> keeper.startActivity(intent(Wide.class)));
    assertEquals(1, rotation());
    String all = said();
    assertEquals(all.indexOf("Wide create"), all.lastIndexOf("Wide create"), all);
    back();
    assertEquals(0, rotation());
    assertFalse(said().contains("changing"), "the one below never was wide");
  }

  @Test
  void whoIsSeenThroughDoesNotTurnTheDisplay() {
    rotate(1);
    asks(ActivityInfo.SCREEN_ORIENTATION_PORTRAIT);
    main(() -> screen(Keeper.class).startActivity(intent(TasksTest.Glass.class)));
    assertEquals(0, rotation());
  }

  // ---- other changes ----

  /** A change, and how the resources tell of it. */
  private static void assertChanged(Map<String, ?> change, String expected) {
    Screen before = screen(Keeper.class);
    device("config", change);
    Screen now = screen(Keeper.class);
    assertNotSame(before, now);
    Configuration c = now.getResources().getConfiguration();
    int night = c.uiMode & Configuration.UI_MODE_NIGHT_MASK;
    assertEquals(
        expected,
        c.getLocales().get(0)
            + " "
            + c.fontScale
            + (night == Configuration.UI_MODE_NIGHT_YES ? " night" : " day"));
    assertEquals(
        c.fontScale, app().getResources().getConfiguration().fontScale, "the application's too");
  }

  @Test
  void languageSizeAndNightMakeTheActivityAnew() {
    assertChanged(Map.of("locale", "de-DE"), "de_DE 1.0 day");
    assertChanged(Map.of("fontScale", 1.3), "de_DE 1.3 day");
    assertChanged(Map.of("night", true), "de_DE 1.3 night");
    assertChanged(Map.of("locale", "pt_BR", "night", false), "pt_BR 1.3 day");
  }

  @Test
  void whatIsFormattedWithoutALocaleFollowsTheLanguage() {
    device("config", Map.of("locale", "de-DE"));
    assertEquals("1,50", String.format("%.2f", 1.5));
    assertEquals(Locale.GERMANY, Locale.getDefault());
    device("config", Map.of("locale", "pt-BR"));
    assertEquals("pt-BR", LocaleList.getDefault().get(0).toLanguageTag());
  }

  @Test
  void theSameAgainIsNoChange() {
    device("config", Map.of("night", false));
    assertSaid("");
  }

  @Test
  void theApplicationHearsOfIt() {
    app()
        .registerComponentCallbacks(
            new ComponentCallbacks() {
              @Override
              public void onConfigurationChanged(Configuration c) {
                say("application " + c.orientation);
              }

              @Override
              public void onLowMemory() {}
            });
    rotate(1);
    assertTrue(said().startsWith("application 2, Keeper pause"));
  }

  // ---- the display ----

  @Test
  void theDisplayOffStopsTheActivityInFront() {
    PowerManager power = app().getSystemService(PowerManager.class);
    assertTrue(power.isInteractive());
    device("key", Map.of("code", "POWER"));
    assertSaid("Keeper pause", "Keeper stop", "Keeper save");
    assertFalse(power.isInteractive());
    device("key", Map.of("code", "POWER"));
    assertSaid("Keeper restart", "Keeper start", "Keeper resume");
    assertTrue(power.isInteractive());
  }

  @Test
  void whatStartsWhileItIsOffIsThereWhenItIsOn() {
    device("key", Map.of("code", "SLEEP"));
    said();
    device("key", Map.of("code", "SLEEP"));
    assertSaid("");
    main(
        () ->
            keeper.startActivity(
                intent(TasksTest.Next.class).addFlags(Intent.FLAG_ACTIVITY_NO_USER_ACTION)));
    device("key", Map.of("code", "WAKEUP"));
    assertTrue(said().endsWith("Next resume"));
  }
}
