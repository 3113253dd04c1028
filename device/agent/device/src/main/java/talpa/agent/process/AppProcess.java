package talpa.agent.process;

import android.app.Application;
import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import android.os.SystemClock;
import java.util.List;
import java.util.function.Supplier;
import talpa.agent.clock.MainLoop;
import talpa.agent.crash.Reporter;
import talpa.agent.crash.UncaughtHandlers;
import talpa.agent.wire.Methods;
import talpa.agent.wire.Wire;

/**
 * The one app process of this JVM: its main loop, its wire, who reports its crashes, and the app
 * that is loaded. Shadows and other code that the framework creates reach it by {@link #current}.
 *
 * <p>What a start of an app leaves in the device hangs on it, see {@link PerApp}.
 */
public final class AppProcess {
  private static volatile AppProcess current;

  private final Methods methods = new Methods();
  private final Wire wire;
  private final Reporter reporter;
  private final UncaughtHandlers uncaught;
  private final MainLoop loop;
  private Supplier<String> top = () -> "";
  private Application application;
  private String packageName = "";
  private boolean warming = true;
  private boolean starting;

  private AppProcess(Wire wire) {
    this.wire = wire;
    reporter = new Reporter(wire, this::packageName, AppCode::bytesOf, MadeUp::nulls);
    uncaught = new UncaughtHandlers(reporter);
    loop = new MainLoop(uncaught);
    reporter.setLoop(loop);
  }

  /** Makes the process of this JVM, whose main thread is the calling one. */
  public static AppProcess begin(Wire wire) {
    current = new AppProcess(wire);
    return current;
  }

  /** The process of this JVM. */
  public static AppProcess current() {
    return current;
  }

  /** The main loop. */
  public MainLoop loop() {
    return loop;
  }

  /** The registry of wire methods. */
  public Methods methods() {
    return methods;
  }

  /** The wire, for notifications. */
  public Wire wire() {
    return wire;
  }

  /** Who reports crashes, ANRs and exits. */
  public Reporter reporter() {
    return reporter;
  }

  /** Who handles what nobody caught. */
  public UncaughtHandlers uncaught() {
    return uncaught;
  }

  /** The app's application object (from before its onCreate), or null before {@code load}. */
  public Application application() {
    return application;
  }

  /** The app's package, or "" before {@code load}. */
  public String packageName() {
    return packageName;
  }

  /** Whether the throw-away app of the warm-up runs: modules stay out of its way. */
  public boolean warming() {
    return warming;
  }

  /**
   * The intent by which a launcher starts the app's MAIN/LAUNCHER activity, else its home screen,
   * or null if it has neither.
   */
  public Intent launchIntent() {
    Intent listed = main(Intent.CATEGORY_LAUNCHER);
    return listed != null ? listed : main(Intent.CATEGORY_HOME);
  }

  private Intent main(String category) {
    PackageManager pm = application.getPackageManager();
    Intent main =
        new Intent(Intent.ACTION_MAIN)
            .addCategory(category)
            .setPackage(application.getPackageName());
    List<ResolveInfo> l = pm.queryIntentActivities(main, 0);
    if (l.isEmpty()) {
      return null;
    }
    return main.setPackage(null)
        .setComponent(
            new ComponentName(l.get(0).activityInfo.packageName, l.get(0).activityInfo.name))
        .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED);
  }

  /** Sets who knows the activity on top, "pkg/cls" or "" (the task module). */
  public void setTop(Supplier<String> s) {
    top = s;
  }

  /** The activity on top, "pkg/cls", or "". */
  public String top() {
    return top.get();
  }

  /** Virtual uptime, in milliseconds. */
  public long now() {
    return SystemClock.uptimeMillis();
  }

  /** The warm-up is over: what is loaded from now on is the app. */
  public void warm() {
    warming = false;
  }

  /** An app of that package is being loaded. */
  public void loading(String name) {
    packageName = name;
    starting = true;
  }

  /** All is told of how the device stands: what changes from now on, the app can notice. */
  public void told() {
    starting = false;
  }

  /**
   * Whether the app has not yet reached its providers and its {@code Application.onCreate}: how the
   * device stands is no change then, and nobody is told of it.
   */
  public boolean starting() {
    return starting;
  }

  /** Does something of the system to the app: between its messages, at once while it starts. */
  public void later(Runnable r) {
    if (starting) {
      r.run();
    } else {
      loop.enqueue(r);
    }
  }

  /** The app's application object was made. */
  public void attached(Application app) {
    application = app;
  }

  /** The app is gone, and all that hung on it goes with it. */
  public void forget() {
    application = null;
    packageName = "";
    starting = false;
    PerApp.drop();
  }
}
