package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Activity;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Broadcasts: whom they reach, in which order, and what receivers may start. */
class ServiceReceiversTest extends FieldTest {
  private static final String ACTION = "dev.talpa.B";

  /** Notes what it hears, and adds its name to the result of an ordered broadcast. */
  abstract static class Noted extends BroadcastReceiver {
    static boolean aborts;

    String name() {
      return getClass().getSimpleName();
    }

    @Override
    public void onReceive(Context c, Intent i) {
      say(name() + " " + i.getAction());
      if (isOrderedBroadcast()) {
        setResult(getResultCode() + 1, getResultData() + name(), getResultExtras(true));
        if (aborts) {
          abortBroadcast();
        }
      }
    }
  }

  /** Of the manifest, not exported, with priority 5. */
  public static final class Own extends Noted {
    static Own last;

    @Override
    public void onReceive(Context c, Intent i) {
      super.onReceive(c, i);
      assertFalse(last == this, "a new one each time");
      last = this;
    }
  }

  public static final class Boot extends Noted {}

  /** Disabled in the manifest. */
  public static final class Off extends Noted {}

  /** Starts a service; the action says how. */
  public static final class Starter extends BroadcastReceiver {
    @Override
    public void onReceive(Context c, Intent i) {
      try {
        if (String.valueOf(i.getAction()).endsWith("FOREGROUND") || i.hasExtra("foreground")) {
          c.startForegroundService(intent(Worker.class));
        } else {
          c.startService(intent(Worker.class));
        }
        say("allowed");
      } catch (IllegalStateException e) {
        say(e.getClass().getSimpleName());
        assertTrue(e.getMessage().contains("ServiceReceiversTest$Worker"), e.getMessage());
      }
    }
  }

  public static final class Worker extends ServicesTest.Noted {}

  /** Registered by the app. */
  private static final class Named extends Noted {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    String name() {
      return name;
    }
  }

  private static Intent own(String action) {
    return new Intent(action).setPackage(app().getPackageName());
  }

  private static void send(Intent i) {
    main(() -> app().sendBroadcast(i));
  }

  private static Named register(Context c, String name, int priority) {
    Named r = new Named(name);
    IntentFilter f = new IntentFilter(ACTION);
    f.setPriority(priority);
    main(() -> c.registerReceiver(r, f, Context.RECEIVER_NOT_EXPORTED));
    return r;
  }

  /** As flows of coroutines do, which are collected while a screen is there. */
  @Test
  void aThreadThatUnregistersAsTheActivityGoesIsBeforeTheSystem() {
    Activity home = open(ServicesTest.Home.class);
    said();
    Named r = register(home, "late", 0);
    Handler other = new Handler(aside());
    View decor = home.getWindow().getDecorView();
    decor.addOnAttachStateChangeListener(
        new View.OnAttachStateChangeListener() {
          @Override
          public void onViewAttachedToWindow(View v) {}

          @Override
          public void onViewDetachedFromWindow(View v) {
            other.post(
                () -> {
                  home.unregisterReceiver(r);
                  say("unregistered");
                });
          }
        });
    main(home::finish);
    rest(100);
    assertTrue(said().contains("unregistered"));
  }

  // ---- whom they reach ----

  @Test
  void aBroadcastThatIsNullFailsWhereAPhoneAsksForItsType() {
    String trace = crash(() -> app().sendBroadcast(null));
    String wanted =
        "java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String"
            + " android.content.Intent.resolveTypeIfNeeded(android.content.ContentResolver)' on a"
            + " null object reference";
    assertEquals(wanted, trace.lines().findFirst().orElse(""));
  }

  @Test
  void theManifestsReceiverIsMadeForEachBroadcast() {
    send(own(ACTION));
    send(own(ACTION));
    assertSaid("Own dev.talpa.B", "Own dev.talpa.B");
  }

  @Test
  void anImplicitBroadcastDoesNotReachTheManifestsReceiver() {
    send(new Intent(ACTION));
    assertSaid("");
  }

  @Test
  void oneWithoutAnActionReachesNobody() {
    send(new Intent());
    assertSaid("");
  }

  @Test
  @Aimed(25)
  void butThatOfAnAppForAndroid7() {
    send(new Intent(ACTION));
    assertSaid("Own dev.talpa.B");
  }

  @Test
  void anExemptOneReachesIt() {
    device("broadcast", Map.of("action", Intent.ACTION_BOOT_COMPLETED));
    assertSaid("Boot android.intent.action.BOOT_COMPLETED");
  }

  @Test
  void aBroadcastForRegisteredReceiversDoesNot() {
    register(app(), "r", 0);
    send(own(ACTION).addFlags(Intent.FLAG_RECEIVER_REGISTERED_ONLY));
    assertSaid("r dev.talpa.B");
  }

  @Test
  void aBroadcastForAnotherAppReachesNobody() {
    register(app(), "r", 0);
    send(new Intent(ACTION).setPackage("other"));
    assertSaid("");
  }

  @Test
  void anExplicitOneReachesTheComponentOnly() {
    register(app(), "r", 0);
    send(intent(Boot.class).setAction(ACTION));
    assertSaid("Boot dev.talpa.B");
  }

  @Test
  void aDisabledReceiverHearsWhenItIsEnabled() {
    main(
        () ->
            app()
                .getPackageManager()
                .setComponentEnabledSetting(
                    new ComponentName(app(), Off.class),
                    PackageManager.COMPONENT_ENABLED_STATE_ENABLED,
                    PackageManager.DONT_KILL_APP));
    send(own(ACTION));
    assertSaid("Own dev.talpa.B", "Off dev.talpa.B");
  }

  @Test
  void unregisteredItHearsNothing() {
    Named r = register(app(), "r", 0);
    main(() -> app().unregisterReceiver(r));
    send(own(ACTION));
    assertSaid("Own dev.talpa.B");
    main(
        () -> {
          Exception e =
              assertThrows(IllegalArgumentException.class, () -> app().unregisterReceiver(r));
          assertEquals("Receiver not registered: " + r, e.getMessage());
        });
  }

  @Test
  void aReceiverEndsWithTheActivityThatRegisteredIt() {
    TasksTest.Root a = open(TasksTest.Root.class);
    register(a, "r", 0);
    main(a::finish);
    said();
    send(own(ACTION));
    assertSaid("Own dev.talpa.B");
  }

  @Test
  void theStickyBatteryIsThereAtOnce() {
    Intent battery = app().registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
    assertNotNull(battery);
    assertTrue(battery.hasExtra("level"));
  }

  // ---- in which order ----

  private static void order(BroadcastReceiver last) {
    main(
        () ->
            app()
                .sendOrderedBroadcast(
                    own(ACTION), null, last, null, Activity.RESULT_FIRST_USER, ":", new Bundle()));
  }

  /** Receivers often cast it to their activity. */
  @Test
  void aReceiverIsHandedTheContextThatRegisteredIt() {
    TasksTest.Root a = open(TasksTest.Root.class);
    BroadcastReceiver r =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context c, Intent i) {
            say(c == a ? "activity" : c == app() ? "app" : c.getClass().getName());
          }
        };
    IntentFilter f = new IntentFilter(ACTION);
    main(() -> a.registerReceiver(r, f, Context.RECEIVER_NOT_EXPORTED));
    said();
    send(new Intent(ACTION));
    assertSaid("activity");
    main(() -> a.unregisterReceiver(r));
    main(() -> app().registerReceiver(r, f, null, null, Context.RECEIVER_NOT_EXPORTED));
    send(new Intent(ACTION));
    assertSaid("app");
    main(() -> app().unregisterReceiver(r));
  }

  private static final class Last extends BroadcastReceiver {
    @Override
    public void onReceive(Context c, Intent i) {
      say("last " + getResultCode() + " " + getResultData());
    }
  }

  @Test
  void anOrderedBroadcastGoesByPriorityWithTheResultSoFar() {
    register(app(), "low", 1);
    register(app(), "high", 9);
    order(new Last());
    assertSaid("high dev.talpa.B", "Own dev.talpa.B", "low dev.talpa.B", "last 4 :highOwnlow");
  }

  @Test
  void whoAbortsItLeavesTheLastOneOnly() {
    register(app(), "low", 1);
    register(app(), "high", 9);
    Noted.aborts = true;
    order(new Last());
    assertSaid("high dev.talpa.B", "last 2 :high");
  }

  @Test
  void whoAnswersLaterIsWaitedFor() {
    BroadcastReceiver later =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context c, Intent i) {
            PendingResult p = goAsync();
            say("later");
            new Handler(Looper.getMainLooper())
                .postDelayed(
                    () -> {
                      p.setResultData("late");
                      p.finish();
                    },
                    60_000);
          }
        };
    IntentFilter f = new IntentFilter(ACTION);
    f.setPriority(9);
    main(() -> app().registerReceiver(later, f, Context.RECEIVER_NOT_EXPORTED));
    order(new Last());
    assertSaid("later");
    rest(30_000);
    assertSaid("");
    rest(30_000);
    assertSaid("Own dev.talpa.B", "last 2 lateOwn");
  }

  @Test
  void abortingABroadcastThatIsNotOrderedIsAnError() {
    BroadcastReceiver r =
        new BroadcastReceiver() {
          @Override
          public void onReceive(Context c, Intent i) {
            assertFalse(isOrderedBroadcast());
            abortBroadcast();
            say("went on");
          }
        };
    main(() -> app().registerReceiver(r, new IntentFilter(ACTION), Context.RECEIVER_NOT_EXPORTED));
    send(own(ACTION));
    assertTrue(said().contains("went on"), "it is only logged");
  }

  // ---- what they start ----

  private static void outside(String action, boolean foreground) {
    device(
        "broadcast",
        Map.of(
            "component",
            app().getPackageName() + "/" + Starter.class.getName(),
            "action",
            action,
            "extras",
            foreground ? Map.of("foreground", true) : Map.of()));
  }

  @Test
  void inTheBackgroundNoServiceStarts() {
    outside(ACTION, false);
    assertSaid("BackgroundServiceStartNotAllowedException");
  }

  @Test
  void norOneThatPromisesTheForeground() {
    outside(ACTION, true);
    assertSaid("ForegroundServiceStartNotAllowedException");
  }

  @Test
  @Aimed(30)
  void appsForAndroid11MayPromiseTheForeground() {
    outside(ACTION, true);
    assertTrue(said().contains("allowed"));
  }

  @Test
  @Aimed(25)
  void appsForAndroid7MayStartAny() {
    outside(ACTION, false);
    assertTrue(said().contains("allowed"));
  }

  @Test
  void afterTheBootTheForegroundMayBePromised() {
    outside(Intent.ACTION_BOOT_COMPLETED, true);
    assertTrue(said().contains("allowed"));
  }

  @Test
  void butNoOtherServiceStarts() {
    outside(Intent.ACTION_BOOT_COMPLETED, false);
    assertSaid("BackgroundServiceStartNotAllowedException");
  }

  @Test
  void anAppThatWasSeenMayStartAny() {
    open(TasksTest.Root.class);
    said();
    outside(ACTION, false);
    assertTrue(said().contains("allowed"));
  }
}
