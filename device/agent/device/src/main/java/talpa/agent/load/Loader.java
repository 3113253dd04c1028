package talpa.agent.load;

import android.app.Application;
import android.os.Build;
import android.os.Environment;
import java.io.Closeable;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.shadows.ShadowAlarmManager;
import org.robolectric.shadows.ShadowAudioRecord;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowChoreographer;
import org.robolectric.shadows.ShadowMediaPlayer;
import org.robolectric.shadows.ShadowView;
import org.robolectric.shadows.ShadowViewConfiguration;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.bridge.Level;
import talpa.agent.bridge.Opener;
import talpa.agent.clock.AppThreads;
import talpa.agent.clock.Clock;
import talpa.agent.clock.ThreadNumbers;
import talpa.agent.clock.ThreadRemains;
import talpa.agent.libcore.FileTimes;
import talpa.agent.libcore.RandomCalls;
import talpa.agent.media.Microphone;
import talpa.agent.order.Identity;
import talpa.agent.order.RunToken;
import talpa.agent.permit.Grants;
import talpa.agent.process.AppCode;
import talpa.agent.process.AppProcess;
import talpa.agent.process.Module;
import talpa.agent.process.ProcessShadow;
import talpa.agent.process.Storage;
import talpa.agent.process.TargetVersion;
import talpa.agent.wire.Handler;
import talpa.agent.wire.Params;
import talpa.agent.wire.WireException;

/** Brings the framework up, warms it with a throw-away app, and loads the app. */
final class Loader {
  private static final Duration FRAME = Duration.ofMillis(16);
  private static final String DEFAULT_QUALIFIERS =
      "en-rUS-w360dp-h640dp-normal-notlong-port-notnight-xhdpi";

  /** Longest virtual time of one wait, in milliseconds: a day. */
  private static final long MAX_WAIT_MS = 86_400_000;

  /** The last API level whose apps get Android's old test classes without asking for them. */
  private static final int LAST_WITH_TEST_LIBRARY = 29;

  /** Used heap above which an unload collects garbage. */
  private static final long TIDY_BYTES = 200L << 20;

  /** Unloads after which one collects garbage: each leaves an app's classes and compiled code. */
  private static final int TIDY_UNLOADS = 3;

  /** Where HotSpot's serial collector has new objects. */
  private static final String NEW_OBJECTS = "Eden Space";

  private static final int FILLING = 1 << 16;

  /** 2024-01-15 10:00 UTC. */
  private static final long DEFAULT_EPOCH = 1_705_312_800_000L;

  private final AppProcess process;
  private final List<Module> modules;
  private final AndroidSandbox sandbox;
  private final Opener opener;
  private Settings settings;
  private AppManifest manifest;
  private AppThreads threads;
  private ThreadRemains remains;
  private long seed;
  private boolean reachedOnCreate;
  private boolean restricted;
  private List<Params> told = List.of();
  private WireException wrong;
  private Params loading; // until the application has been created
  private int untidy;
  private byte[] filling; // a field, so that no compiler leaves it out

  Loader(AppProcess process, List<Module> modules, AndroidSandbox sandbox, Opener opener) {
    this.process = process;
    this.modules = modules;
    this.sandbox = sandbox;
    this.opener = opener;
    process.methods().query("check", this::check);
    process.methods().query("load", this::load);
    process.methods().query("unload", this::unload);
    process.methods().query("compact", p -> compact());
    process.methods().input("wait", this::pass);
    process.methods().input("background", this::background);
    process.methods().input("inputspeed", this::inputSpeed);
  }

  /** How Robolectric is set up before the front has said of which kind the screen is. */
  static Settings configuration() {
    return new Settings(DEFAULT_QUALIFIERS, 1f);
  }

  /** Remembers the screen's configuration and warms the framework. */
  void boot(Params p) {
    settings = new Settings(p.string("qualifiers", DEFAULT_QUALIFIERS), 1f);
    Clock.setEpoch(p.integer("epoch", DEFAULT_EPOCH));
    seed = p.integer("seed", 1);
    new WarmUp(sandbox.getTestEnvironment(), settings).run();
    process.loop().clear();
    for (Module m : modules) {
      m.reset();
    }
    process.forget();
    process.warm();
  }

  /** Whether Android would install an app; nothing is loaded. */
  private Object check(Params p) {
    ManifestCheck.Refusal r = ManifestCheck.of(Path.of(p.string("apk")));
    return r == null ? Map.of() : Map.of("code", r.code(), "reason", r.reason());
  }

  private Object load(Params p) throws IOException {
    if (manifest != null) {
      throw WireException.usage("an app is loaded: unload it first");
    }
    ProcessShadow.begin((int) p.integer("pid", 1));
    Grants.get().load(p.object("permissions"));
    Path apk = Path.of(p.string("apk"));
    Map<String, String> facts = ManifestFacts.read(apk);
    Path home = Path.of(p.string("dataDir"));
    String name = facts.getOrDefault("manifest.package", "");
    Storage.setFull(false);
    Storage.setState(p.string("storage", Environment.MEDIA_MOUNTED));
    Storage storage =
        p.bool("mounted", false) ? Storage.mounted(name) : Storage.linked(home, apk, name);
    AppManifest m = new AppManifest(storage.installed(apk), facts);
    TargetVersion.set(m.packageId(), m.target());
    SplitsShadow.set(
        m.packageId(),
        p.strings("splits").stream().map(s -> storage.installed(Path.of(s)).toString()).toList());
    remains = new ThreadRemains();
    boolean testLibrary = m.getTargetSdkVersion() <= LAST_WITH_TEST_LIBRARY;
    AppCode.set(opener.open(Path.of(p.string("classes")), apk, testLibrary));
    threads = new AppThreads(AppCode::isApp);
    restricted = p.bool("restricted", false);
    sandbox
        .getTestEnvironment()
        .setUpApplicationState("talpa", restricted ? settings.restricted() : settings, m);
    prepareFramework();
    FrameworkState.aim(TargetVersion.known(m.target()));
    if (p.has("wall")) {
      Clock.setEpoch(p.integer("wall", 0) - process.now());
    }
    RandomCalls.setSeed(p.integer("seed", seed));
    FileTimes.setSince(p.integer("since", Long.MAX_VALUE));
    process.loop().slow(p.bool("slow", false));
    process.loop().fastInput(p.bool("fast", false));
    Identity.reset();
    ThreadNumbers.reset();
    storage.use();
    process.reporter().setPaths(storage.onDevice(home, apk));
    manifest = m;
    process.loading(m.packageId());
    for (Module part : modules) {
      part.loading(p);
    }
    told = p.objects("told");
    wrong = null;
    process.uncaught().catchThreads();
    loading = p;
    process.loop().deliver(() -> createApplication(apk));
    return loaded();
  }

  /** The application runs, or has its own loop run in its onCreate; gives what load answers. */
  Object loaded() {
    if (wrong != null) {
      throw wrong;
    }
    Params p = loading;
    loading = null;
    if (p != null) {
      for (Module part : modules) {
        part.loaded(p);
      }
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("package", process.packageName());
    out.put("application", process.application().getClass().getName());
    return out;
  }

  /** Forgets the app, dead or alive, or one that was not loaded to the end; another may follow. */
  private Object unload(Params p) throws IOException {
    if (remains == null) { // none has reached the framework
      process.forget();
      return Map.of("clean", true, "threads", 0, "names", List.of());
    }
    ClassLoader app = AppCode.loader(); // or the sandbox's own, which stays
    remains.disinherit(app);
    TaskQueues.clear();
    List<Thread> left = threads == null ? List.of() : threads.stop();
    TaskQueues.renew();
    for (Module m : modules) {
      m.reset();
    }
    // An app that has its own loop run on the main thread stays below all that comes.
    boolean clean =
        FrameworkState.reset(sandbox.getTestEnvironment())
            && left.isEmpty()
            && !process.loop().isNested();
    AppCode.set(null);
    if (app instanceof Closeable c && app != AppCode.getSystemClassLoader()) {
      c.close();
    }
    remains.release(app);
    remains = null;
    threads = null;
    process.forget();
    process.loop().clear();
    process.reporter().reset();
    manifest = null;
    reachedOnCreate = false;
    tidy();
    RunToken.order();
    List<String> names = left.stream().map(Thread::getName).toList();
    return Map.of("clean", clean, "threads", left.size(), "names", names);
  }

  /** Leaves nothing but zeroes where new objects go: an image of the process is the smaller. */
  private Object compact() {
    untidy = 0;
    System.gc();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals(NEW_OBJECTS)) {
        MemoryUsage u = pool.getUsage();
        for (long n = (u.getCommitted() - u.getUsed()) / FILLING - 1; n > 0; n--) {
          filling = new byte[FILLING]; // zeroed when it is made
        }
        filling = null;
      }
    }
    return Map.of();
  }

  /** Gives memory back: the old generation would grow to its limit before it is collected. */
  private void tidy() {
    Runtime r = Runtime.getRuntime();
    if (++untidy >= TIDY_UNLOADS || r.totalMemory() - r.freeMemory() > TIDY_BYTES) {
      untidy = 0;
      System.gc();
      // Any look-up has the cache of serializable classes let go of those that are gone.
      ObjectStreamClass.lookup(String.class);
    }
  }

  /** Creates the application; what fails before its onCreate gets the device's words. */
  private void createApplication(Path apk) {
    try {
      RuntimeEnvironment.getApplication();
    } catch (RuntimeException | LinkageError e) {
      ManifestCheck.Refusal refusal = reachedOnCreate ? null : ManifestCheck.in(e, apk);
      if (refusal != null) {
        process.loop().die("refused: " + refusal.code() + ": " + refusal.reason());
      }
      String cls = manifest.applicationClass();
      boolean error = e instanceof LinkageError && isOnStack(e, cls); // gets no words of a device
      if (reachedOnCreate || cls == null || error || !concerns(e, cls)) {
        throw e;
      }
      Throwable cause = e.getCause() instanceof ClassNotFoundException c ? c : e;
      throw new RuntimeException(
          "Unable to instantiate application "
              + cls
              + " package "
              + process.packageName()
              + ": "
              + cause,
          cause);
    }
  }

  /**
   * Whether a throwable comes of creating the class: it is missing, or its code is on the stack.
   */
  private static boolean concerns(Throwable t, String cls) {
    return t.getCause() instanceof ClassNotFoundException || isOnStack(t, cls);
  }

  private static boolean isOnStack(Throwable t, String cls) {
    for (StackTraceElement f : t.getStackTrace()) {
      if (f.getClassName().equals(cls)) {
        return true;
      }
    }
    return false;
  }

  private Object pass(Params p) {
    process.loop().advance(Math.max(0, Math.min(p.integer("ms", 0), MAX_WAIT_MS)));
    return null;
  }

  private Object background(Params p) {
    process.loop().slow(p.bool("slow", false));
    return null;
  }

  private Object inputSpeed(Params p) {
    process.loop().fastInput(p.bool("fast", false));
    return null;
  }

  static void prepareFramework() {
    ShadowView.setUseRealViewAnimations(true);
    ShadowChoreographer.setPaused(true);
    ShadowChoreographer.setFrameDelay(FRAME);
    ShadowViewConfiguration.setHasPermanentMenuKey(false);
    ShadowAlarmManager.setAutoSchedule(true);
    ShadowAudioRecord.setSourceProvider(Microphone::new);
    ShadowMediaPlayer.setMediaInfoProvider(source -> new ShadowMediaPlayer.MediaInfo(1000, 0));
    ShadowBuild.setSupportedAbis(new String[] {"arm64-v8a", "armeabi-v7a", "armeabi"});
    ShadowBuild.setSupported64BitAbis(new String[] {"arm64-v8a"});
    ShadowBuild.setSupported32BitAbis(new String[] {"armeabi-v7a", "armeabi"});
    nameBuild();
  }

  /**
   * What adb's properties say the phone is, too. Libraries, Compose among them, look whether it is
   * Robolectric's, and then do without what tests cannot have.
   */
  private static void nameBuild() {
    String name = "talpa";
    ShadowBuild.setBoard(name);
    ShadowBuild.setBrand(name);
    ShadowBuild.setDevice(name);
    ShadowBuild.setHardware(name);
    ShadowBuild.setManufacturer(name);
    ShadowBuild.setProduct(name);
    ShadowBuild.setModel("talpa virtual");
    ShadowBuild.setId("TALPA");
    ReflectionHelpers.setStaticField(Build.class, "DISPLAY", "TALPA");
    ReflectionHelpers.setStaticField(Build.class, "HOST", name);
    ReflectionHelpers.setStaticField(Build.class, "USER", name);
    ShadowBuild.setTags("release-keys");
    ShadowBuild.setType("user");
    ShadowBuild.setFingerprint(
        "talpa/virtual/talpa:" + Level.release() + "/TALPA/1:user/release-keys");
  }

  void beforeApplicationOnCreate(Application app) {
    if (process.warming()) {
      return;
    }
    reachedOnCreate = true;
    // As the platform does; the JDK's own keep to the folder that they found first.
    System.setProperty("java.io.tmpdir", app.getCacheDir().getPath());
    for (Module m : modules) {
      m.beforeApplication(app);
    }
    BackCallbacks.install(app, manifest);
    tell();
    Grants.get().install(app);
    if (!restricted) {
      Providers.install(app);
    }
  }

  /** Does the requests that say how the device stands; one that is wrong is the front's fault. */
  private void tell() {
    try {
      for (Params request : told) {
        Handler h = process.methods().get(request.string("method")).handler();
        h.handle(request.object("params"));
      }
    } catch (WireException e) {
      wrong = e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    process.told();
  }
}
