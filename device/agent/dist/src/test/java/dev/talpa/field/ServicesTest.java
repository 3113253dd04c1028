package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.ActivityManager;
import android.app.MissingForegroundServiceTypeException;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.Service;
import android.content.ComponentName;
import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Binder;
import android.os.IBinder;
import org.junit.jupiter.api.Test;

/** Starts, bindings and ends of services, as "Services overview" and the reference tell of them. */
class ServicesTest extends FieldTest {
  /** A service that notes its callbacks. */
  abstract static class Noted extends Service {
    static Noted last;

    @Override
    public void onCreate() {
      last = this;
      say("create");
    }

    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      say("start " + id);
      return START_NOT_STICKY;
    }

    @Override
    public IBinder onBind(Intent i) {
      say("bind " + i.getAction());
      return new Binder();
    }

    @Override
    public boolean onUnbind(Intent i) {
      say("unbind " + i.getAction());
      return false;
    }

    @Override
    public void onRebind(Intent i) {
      say("rebind " + i.getAction());
    }

    @Override
    public void onDestroy() {
      say("destroy");
    }
  }

  public static final class Counter extends Noted {
    @Override
    public void onConfigurationChanged(android.content.res.Configuration c) {
      say("configuration " + c.orientation);
    }
  }

  /** Wants to hear of later clients. */
  public static final class Rebound extends Noted {
    @Override
    public boolean onUnbind(Intent i) {
      super.onUnbind(i);
      return true;
    }
  }

  public static final class NoBinder extends Noted {
    @Override
    public IBinder onBind(Intent i) {
      return null;
    }
  }

  /** Tries to stop itself at each start. */
  public static final class Hasty extends Noted {
    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      say("start " + id + " stops " + stopSelfResult(id));
      return START_NOT_STICKY;
    }
  }

  public static final class Front extends Noted {}

  /** Works in a thread of its own. */
  @SuppressWarnings("deprecation")
  public static final class Queue extends android.app.IntentService {
    public Queue() {
      super("queue");
    }

    @Override
    protected void onHandleIntent(Intent i) {
      say(Thread.currentThread().getName() + " " + i.getAction());
    }

    @Override
    public void onDestroy() {
      super.onDestroy();
      say("destroy");
    }
  }

  static final class Link implements ServiceConnection {
    final String name;
    IBinder binder;

    Link(String name) {
      this.name = name;
    }

    @Override
    public void onServiceConnected(ComponentName c, IBinder b) {
      binder = b;
      say(name + " connected");
    }

    @Override
    public void onServiceDisconnected(ComponentName c) {
      say(name + " disconnected");
    }

    @Override
    public void onBindingDied(ComponentName c) {
      say(name + " died");
    }

    @Override
    public void onNullBinding(ComponentName c) {
      say(name + " null");
    }
  }

  private final Link a = new Link("a");
  private final Link b = new Link("b");

  private static void start(Class<?> service) {
    main(() -> app().startService(intent(service)));
  }

  private static void stop(Class<?> service) {
    main(() -> app().stopService(intent(service)));
  }

  private static void bind(Class<?> service, Link l) {
    bind(service, null, l, Context.BIND_AUTO_CREATE);
  }

  private static void bind(Class<?> service, String action, Link l, int flags) {
    main(() -> assertTrue(app().bindService(intent(service).setAction(action), l, flags)));
  }

  private static void unbind(Link l) {
    main(() -> app().unbindService(l));
  }

  @Test
  void startsAreCountedAndStopDestroys() {
    start(Counter.class);
    start(Counter.class);
    assertSaid("create", "start 1", "start 2");
    stop(Counter.class);
    assertSaid("destroy");
    main(() -> assertFalse(app().stopService(intent(Counter.class))));
  }

  private static String running() {
    StringBuilder b = new StringBuilder();
    for (var s : app().getSystemService(ActivityManager.class).getRunningServices(9)) {
      b.append(s.service.getShortClassName()).append(' ').append(s.started).append(';');
    }
    return b.toString();
  }

  @Test
  void anAppSeesThoseOfItsServicesThatRun() {
    main(() -> assertEquals("", running()));
    start(Counter.class);
    main(() -> assertEquals(".ServicesTest$Counter true;", running()));
    stop(Counter.class);
    main(() -> assertEquals("", running()));
  }

  @Test
  void aStartAfterAStopInOneGoMakesANewInstance() {
    start(Counter.class);
    Noted first = Noted.last;
    main(
        () -> {
          app().stopService(intent(Counter.class));
          app().startService(intent(Counter.class));
        });
    assertSaid("create", "start 1", "destroy", "create", "start 1");
    assertNotSame(first, Noted.last);
  }

  @Test
  void stopSelfOfAnOlderStartIsRefused() {
    main(
        () -> {
          app().startService(intent(Hasty.class));
          app().startService(intent(Hasty.class));
        });
    assertSaid("create", "start 1 stops false", "start 2 stops true", "destroy");
  }

  @Test
  void aServiceLivesAsLongAsItIsBound() {
    bind(Counter.class, a);
    assertSaid("create", "bind null", "a connected");
    unbind(a);
    assertSaid("unbind null", "destroy");
  }

  @Test
  void aStartedServiceOutlivesItsClients() {
    start(Counter.class);
    bind(Counter.class, a);
    unbind(a);
    assertSaid("create", "start 1", "bind null", "a connected", "unbind null");
    stop(Counter.class);
    assertSaid("destroy");
  }

  @Test
  void aStopWaitsForTheLastClient() {
    start(Counter.class);
    bind(Counter.class, a);
    said();
    stop(Counter.class);
    assertSaid("");
    unbind(a);
    assertSaid("unbind null", "destroy");
  }

  @Test
  void clientsOfOneIntentShareABinder() {
    bind(Counter.class, a);
    bind(Counter.class, b);
    assertSaid("create", "bind null", "a connected", "b connected");
    assertSame(a.binder, b.binder);
    unbind(a);
    assertSaid("");
    unbind(b);
    assertSaid("unbind null", "destroy");
  }

  @Test
  void eachIntentIsBoundByItself() {
    bind(Counter.class, "x", a, Context.BIND_AUTO_CREATE);
    bind(Counter.class, "y", b, Context.BIND_AUTO_CREATE);
    assertSaid("create", "bind x", "a connected", "bind y", "b connected");
    assertNotSame(a.binder, b.binder);
    unbind(a);
    assertSaid("unbind x");
    unbind(b);
    assertSaid("unbind y", "destroy");
  }

  @Test
  void extrasDoNotTellIntentsApart() {
    bind(Counter.class, a);
    main(
        () ->
            app()
                .bindService(
                    intent(Counter.class).putExtra("extra", 1), b, Context.BIND_AUTO_CREATE));
    assertSaid("create", "bind null", "a connected", "b connected");
  }

  @Test
  void onRebindIsCalledWhereOnUnbindAskedForIt() {
    start(Rebound.class);
    bind(Rebound.class, a);
    unbind(a);
    said();
    bind(Rebound.class, b);
    assertSaid("b connected", "rebind null");
    unbind(b);
    assertSaid("unbind null");
  }

  @Test
  void laterClientsComeAndGoUnheardWhereItDidNot() {
    start(Counter.class);
    bind(Counter.class, a);
    unbind(a);
    said();
    bind(Counter.class, b);
    assertSaid("b connected");
    unbind(b);
    assertSaid("");
  }

  @Test
  void withoutAutoCreateTheBindingWaitsForAStart() {
    bind(Counter.class, null, a, 0);
    assertSaid("");
    start(Counter.class);
    assertSaid("create", "bind null", "start 1", "a connected");
  }

  @Test
  void withoutAutoCreateTheClientDoesNotKeepTheService() {
    start(Counter.class);
    bind(Counter.class, null, a, 0);
    said();
    stop(Counter.class);
    assertSaid("a disconnected", "a died", "unbind null", "destroy");
    unbind(a);
    assertSaid("");
  }

  @Test
  void aNullBindingIsToldAsSuch() {
    bind(NoBinder.class, a);
    assertSaid("create", "a null");
  }

  @Test
  void unboundBeforeItIsConnectedItNeverIs() {
    main(
        () -> {
          app().bindService(intent(Counter.class), a, Context.BIND_AUTO_CREATE);
          app().unbindService(a);
        });
    assertSaid("create", "bind null", "unbind null", "destroy");
  }

  @Test
  void aConnectionThatIsBoundTwiceIsToldOnce() {
    bind(Counter.class, a);
    bind(Counter.class, a);
    assertSaid("create", "bind null", "a connected");
    unbind(a);
    assertSaid("unbind null", "destroy");
  }

  @Test
  void aServiceThatIsNotThereLeavesTheConnectionRegistered() {
    Intent none = new Intent().setClassName(app(), "dev.talpa.field.None");
    main(() -> assertFalse(app().bindService(none, a, Context.BIND_AUTO_CREATE)));
    unbind(a);
    assertSaid("");
  }

  @Test
  void unbindingTwiceIsAnError() {
    bind(Counter.class, a);
    unbind(a);
    main(
        () -> {
          Exception e = assertThrows(IllegalArgumentException.class, () -> app().unbindService(a));
          assertEquals("Service not registered: " + a, e.getMessage());
        });
  }

  @Test
  void connectionsBelongToTheContextThatMadeThem() {
    Home home = open(Home.class);
    bind(Counter.class, a);
    main(() -> assertThrows(IllegalArgumentException.class, () -> home.unbindService(a)));
    main(() -> new ContextWrapper(app()).unbindService(a));
  }

  @Test
  void aDestroyedActivityLosesItsConnections() {
    Home home = open(Home.class);
    main(() -> home.bindService(intent(Counter.class), a, Context.BIND_AUTO_CREATE));
    said();
    main(home::finish);
    assertTrue(said().endsWith("Home destroy, unbind null, destroy"));
  }

  public static final class Home extends Screen {}

  @Test
  void foregroundNeedsANotification() {
    start(Front.class);
    main(
        () -> {
          Exception e =
              assertThrows(
                  IllegalArgumentException.class, () -> Noted.last.startForeground(1, null));
          assertEquals("null notification", e.getMessage());
        });
  }

  @Test
  void foregroundNeedsAChannelThatExists() {
    start(Front.class);
    Notification n = notification("none");
    String trace = crash(() -> Noted.last.startForeground(1, n));
    assertTrue(
        trace.startsWith(
            "android.app.RemoteServiceException$CannotPostForegroundServiceNotificationException:"
                + " Bad notification for startForeground\n"),
        trace);
  }

  @Test
  void foregroundNeedsNoIcon() {
    channel();
    start(Front.class);
    main(() -> Noted.last.startForeground(1, new Notification.Builder(app(), "c").build()));
    assertTrue(traces().isEmpty());
  }

  private static Notification notification(String channel) {
    return new Notification.Builder(app(), channel)
        .setSmallIcon(android.R.drawable.ic_dialog_info)
        .build();
  }

  private static void channel() {
    app()
        .getSystemService(NotificationManager.class)
        .createNotificationChannel(
            new NotificationChannel("c", "c", NotificationManager.IMPORTANCE_LOW));
  }

  @Test
  void thePromiseOfForegroundIsKeptByAnyNotification() {
    channel();
    main(() -> app().startForegroundService(intent(Front.class)));
    main(() -> Noted.last.startForeground(1, notification("c")));
    rest(60_000);
    assertSaid("create", "start 1");
  }

  @Test
  void thePromiseOfForegroundBroken() {
    main(() -> app().startForegroundService(intent(Front.class)));
    String trace = crash("wait", java.util.Map.of("ms", 40_000));
    assertTrue(
        trace.startsWith(
            "android.app.RemoteServiceException$ForegroundServiceDidNotStartInTimeException:"
                + " Context.startForegroundService() did not then call Service.startForeground():"
                + " ServiceRecord{"),
        trace);
  }

  @Test
  void inTheForegroundAServiceNeedsToKeepNoMorePromises() {
    channel();
    main(() -> app().startForegroundService(intent(Front.class)));
    main(() -> Noted.last.startForeground(1, notification("c")));
    main(() -> app().startForegroundService(intent(Front.class)));
    rest(60_000);
    assertSaid("create", "start 1", "start 2");
    main(() -> Noted.last.stopForeground(Service.STOP_FOREGROUND_REMOVE));
    main(() -> app().startForegroundService(intent(Front.class)));
    String trace = crash("wait", java.util.Map.of("ms", 40_000));
    assertTrue(trace.contains("ForegroundServiceDidNotStartInTimeException"), trace);
  }

  @Test
  void thePromiseIsKeptByAServiceThatIsRefusedForItsTypes() {
    channel();
    main(() -> app().startForegroundService(intent(Counter.class)));
    main(
        () ->
            assertThrows(
                MissingForegroundServiceTypeException.class,
                () -> Noted.last.startForeground(1, notification("c"))));
    rest(60_000);
    assertTrue(traces().isEmpty());
  }

  @Test
  void thePromiseOfForegroundBrokenByStopping() {
    main(() -> app().startForegroundService(intent(Front.class)));
    String trace = crash(() -> app().stopService(intent(Front.class)));
    assertTrue(trace.contains("ForegroundServiceDidNotStartInTimeException"), trace);
  }

  @Test
  void anIntentServiceWorksOneAfterTheOtherAndEnds() {
    main(
        () -> {
          app().startService(intent(Queue.class).setAction("x"));
          app().startService(intent(Queue.class).setAction("y"));
        });
    assertSaid("IntentService[queue] x", "IntentService[queue] y", "destroy");
  }

  @Test
  void servicesHearOfConfigurations() {
    start(Counter.class);
    said();
    device("rotate", java.util.Map.of("rotation", 1));
    assertSaid("configuration 2");
  }

  @Test
  @Aimed(20)
  void anImplicitIntentOfAnAppForAndroid4IsNot() {
    main(() -> assertNull(app().startService(new Intent("any"))));
  }

  @Test
  void anImplicitIntentIsRefused() {
    main(
        () -> {
          Exception e =
              assertThrows(
                  IllegalArgumentException.class, () -> app().startService(new Intent("any")));
          assertTrue(e.getMessage().startsWith("Service Intent must be explicit: "), "" + e);
        });
  }

  @Test
  void startOfAServiceThatIsNotThereIsNull() {
    Intent none = new Intent().setClassName(app(), "dev.talpa.field.None");
    main(() -> assertNull(app().startService(none)));
  }
}
