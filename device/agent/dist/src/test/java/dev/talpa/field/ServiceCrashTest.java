package dev.talpa.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Service;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.IBinder;
import org.junit.jupiter.api.Test;

/** The words in which Android tells where a service or a receiver failed. */
class ServiceCrashTest extends FieldTest {
  private static final String HERE = "dev.talpa.field.ServiceCrashTest$";
  private static final String CAUSE = "java.lang.IllegalStateException: planned";

  /** Where the components fail. */
  static String fails = "";

  static void at(String where) {
    say(where);
    if (fails.equals(where)) {
      throw new IllegalStateException("planned");
    }
  }

  public static final class Faulty extends Service {
    @Override
    public void onCreate() {
      at("create");
    }

    @Override
    public int onStartCommand(Intent i, int flags, int id) {
      at("start");
      return START_NOT_STICKY;
    }

    @Override
    public IBinder onBind(Intent i) {
      at("bind");
      return null;
    }

    @Override
    public boolean onUnbind(Intent i) {
      at("unbind");
      return false;
    }

    @Override
    public void onDestroy() {
      at("destroy");
    }
  }

  public static final class Broken extends BroadcastReceiver {
    @Override
    public void onReceive(Context c, Intent i) {
      at("receive");
    }
  }

  private final ServiceConnection link =
      new ServiceConnection() {
        @Override
        public void onServiceConnected(ComponentName c, IBinder b) {
          say("connected");
        }

        @Override
        public void onServiceDisconnected(ComponentName c) {
          say("disconnected");
        }
      };

  private static void assertDies(String words, String cause, String where, Runnable r) {
    fails = where;
    String trace = crash(r).replaceFirst("@[0-9a-f]+", "@0");
    fails = "";
    assertTrue(trace.startsWith("java.lang.RuntimeException: " + words), trace);
    assertTrue(trace.contains("\nCaused by: " + cause), trace);
  }

  private void dies(String where, String words, Runnable r) {
    assertDies(words + CAUSE, CAUSE, where, r);
  }

  private static void start() {
    app().startService(intent(Faulty.class));
  }

  private void bind() {
    app().bindService(intent(Faulty.class), link, Context.BIND_AUTO_CREATE);
  }

  @Test
  void onCreate() {
    dies("create", "Unable to create service " + HERE + "Faulty: ", ServiceCrashTest::start);
    assertSaid("create");
  }

  @Test
  void onStartCommand() {
    dies(
        "start",
        "Unable to start service "
            + HERE
            + "Faulty@0 with Intent { cmp=dev.talpa.field/.ServiceCrashTest$Faulty }: ",
        ServiceCrashTest::start);
  }

  @Test
  void onBind() {
    dies(
        "bind",
        "Unable to bind to service "
            + HERE
            + "Faulty@0 with Intent { cmp=dev.talpa.field/.ServiceCrashTest$Faulty }: ",
        this::bind);
  }

  @Test
  void onUnbind() {
    main(this::bind);
    dies(
        "unbind",
        "Unable to unbind to service "
            + HERE
            + "Faulty@0 with Intent { cmp=dev.talpa.field/.ServiceCrashTest$Faulty }: ",
        () -> app().unbindService(link));
  }

  @Test
  void onDestroy() {
    main(ServiceCrashTest::start);
    dies(
        "destroy",
        "Unable to stop service " + HERE + "Faulty@0: ",
        () -> app().stopService(intent(Faulty.class)));
  }

  @Test
  void aServiceWhoseClassIsMissing() {
    Intent missing = new Intent().setClassName(app(), HERE + "Missing");
    String none = "java.lang.ClassNotFoundException: Didn't find class \"" + HERE + "Missing\"";
    assertDies(
        "Unable to create service " + HERE + "Missing: " + none,
        none,
        "",
        () -> app().startService(missing));
  }

  @Test
  void onReceiveOfTheManifest() {
    dies(
        "receive",
        "Unable to start receiver " + HERE + "Broken: ",
        () -> app().sendBroadcast(intent(Broken.class)));
  }

  @Test
  void aReceiverWhoseClassIsMissing() {
    Intent absent = new Intent().setClassName(app(), HERE + "Absent");
    String none = "java.lang.ClassNotFoundException: Didn't find class \"" + HERE + "Absent\"";
    assertDies(
        "Unable to instantiate receiver " + HERE + "Absent: " + none,
        none,
        "",
        () -> app().sendBroadcast(absent));
  }

  @Test
  void onReceiveOfARegisteredReceiver() {
    IntentFilter any = new IntentFilter("dev.talpa.A");
    main(() -> app().registerReceiver(new Broken(), any, Context.RECEIVER_NOT_EXPORTED));
    Intent i = new Intent("dev.talpa.A").setPackage(app().getPackageName());
    assertDies(
        "Error receiving broadcast Intent { act=dev.talpa.A flg=0x10 pkg=dev.talpa.field } in "
            + HERE
            + "Broken@0\n",
        CAUSE,
        "receive",
        () -> app().sendBroadcast(i));
    assertEquals(1, traces().size());
  }
}
