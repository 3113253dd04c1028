package talpa.agent.app;

import android.app.Application;
import android.content.Intent;
import android.os.SystemClock;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.robolectric.internal.AndroidSandbox;
import talpa.agent.bridge.Opener;
import talpa.agent.bridge.Session;
import talpa.agent.clock.BatonTime;
import talpa.agent.clock.MainLoop;
import talpa.agent.clock.Watchdog;
import talpa.agent.crash.Reporter;
import talpa.agent.order.Baton;
import talpa.agent.record.Recorder;
import talpa.agent.wire.Inbox;
import talpa.agent.wire.Methods;
import talpa.agent.wire.Request;
import talpa.agent.wire.Wire;
import talpa.agent.wire.WireException;

/**
 * The one app process of this JVM: holds its parts and serves the wire. Shadows and other code that
 * the framework creates reach it by {@link #current}.
 */
public final class AppProcess implements Session {
  private static volatile AppProcess current;

  private final AndroidSandbox sandbox;
  private final Opener opener;
  private final Methods methods = new Methods();
  private final List<Module> modules = new ArrayList<>();
  private MainLoop loop;
  private Reporter reporter;
  private Wire wire;
  private Supplier<String> top = () -> "";
  private Application application;
  private Loader loader;

  /** Called by the host side, on the main thread. */
  public AppProcess(AndroidSandbox sandbox, Opener opener) {
    this.sandbox = sandbox;
    this.opener = opener;
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

  /** The app's application object (from before its onCreate), or null before {@code load}. */
  public Application application() {
    return application;
  }

  /** The app's package, or "" before {@code load}. */
  public String packageName() {
    return loader == null ? "" : loader.packageName();
  }

  /** Whether the throw-away app of the warm-up runs: modules stay out of its way. */
  public boolean warming() {
    return loader == null || loader.warming();
  }

  /** The intent that starts the app's MAIN/LAUNCHER activity, or null if it has none. */
  public Intent launchIntent() {
    return loader.launchIntent();
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

  List<Module> modules() {
    return modules;
  }

  void forgetApplication() {
    application = null;
  }

  void beforeApplicationOnCreate(Application app) {
    application = app;
    loader.beforeApplicationOnCreate(app);
  }

  @Override
  public void serve(Request boot, Inbox inbox, Wire w) throws Exception {
    Thread.currentThread().setContextClassLoader(AppProcess.class.getClassLoader());
    current = this;
    wire = w;
    reporter = new Reporter(w, this::packageName, AppProcess::bytesOf);
    Baton.adopt(new BatonTime());
    loop = new MainLoop(reporter);
    reporter.setLoop(loop);
    loader = new Loader(this, sandbox, opener);
    Modules.install(this);
    // At once, since what ran is wanted most when the main thread does not answer.
    inbox.immediate("recorded", p -> Recorder.take());
    new Watchdog(loop, this::hung).start();
    Dispatcher d = new Dispatcher(this, inbox);
    d.boot(boot, () -> loader.boot(boot.params()));
    d.serve();
  }

  /** On the watchdog's thread: the main thread cannot answer the request that it is doing. */
  private void hung(String reason, StackTraceElement[] stack) {
    reporter.anr(reason, stack);
    wire.abandon(new WireException(WireException.Kind.APP, "anr: " + reason));
  }

  private static byte[] bytesOf(String className) {
    String file = className.replace('.', '/') + ".class";
    try (InputStream in = AppCode.loader().getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }
}
