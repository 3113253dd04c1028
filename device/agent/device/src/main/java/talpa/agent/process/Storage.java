package talpa.agent.process;

import android.content.pm.ApplicationInfo;
import android.os.Environment;
import android.system.ErrnoException;
import android.system.OsConstants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowEnvironment;
import talpa.agent.order.Room;

/**
 * The folders of the loaded app. The app sees them by paths that are the same in every run: those
 * of a device, where the front has mounted them there; else paths of the same shape below a name
 * for the process's own folder, which are links to the device's folders on the host.
 */
public final class Storage {
  private static final String[] SHARED = {
    "Alarms",
    "DCIM",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Ringtones",
  };

  private static final String DATA = "data/user/0";
  private static final String PROTECTED = "data/user_de/0";
  private static final String EXTERNAL = "storage/emulated/0";
  private static final String APPS = "data/app";

  /** The folder of native libraries, of a phone with a 64-bit processor. */
  private static final String LIBRARIES = "lib/arm64";

  private static final Path ROOT = Path.of("/");

  /** A name for the process's own folder, whose true path the front draws. */
  private static final Path OWN = Path.of("/proc/self/cwd");

  /** Where links are made; null if none were needed so far. */
  private static Path links;

  /** Those of the loaded app; before, the framework uses temporary folders. */
  private static final PerApp<AtomicReference<Storage>> LOADED = PerApp.of(AtomicReference::new);

  /** The state of shared storage, in the words of {@code Environment}. */
  private static final PerApp<AtomicReference<String>> STATE =
      PerApp.of(() -> new AtomicReference<>(Environment.MEDIA_MOUNTED));

  private static final PerApp<AtomicBoolean> FULL = PerApp.of(AtomicBoolean::new);

  private final Path root;
  private final String packageName;

  private Storage(Path root, String packageName) {
    this.root = root;
    this.packageName = packageName;
  }

  /** Opens the folders that the front has mounted where a device has them. */
  public static Storage mounted(String packageName) throws IOException {
    return new Storage(ROOT, packageName).open();
  }

  /**
   * Opens the folders below one of the host, which outlives the process.
   *
   * @param home has data, device, sdcard
   * @param apk the true path of the app
   */
  public static Storage linked(Path home, Path apk, String packageName) throws IOException {
    Path root = links();
    for (Map.Entry<String, Path> e : targets(home, apk).entrySet()) {
      Path link = root.resolve(e.getKey());
      Files.createDirectories(link.getParent());
      Files.createDirectories(e.getValue());
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, e.getValue());
    }
    return new Storage(root, packageName).open();
  }

  private static Map<String, Path> targets(Path home, Path apk) {
    Path dir = apk.toAbsolutePath().getParent();
    return Map.of(
        DATA,
        home.resolve("data").toAbsolutePath(),
        PROTECTED,
        home.resolve("device").toAbsolutePath(),
        EXTERNAL,
        home.resolve("sdcard").toAbsolutePath(),
        APPS + "/" + dir.getFileName(),
        dir);
  }

  private static Path links() throws IOException {
    if (links == null) {
      Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
      // In a test the process's folder is another one.
      boolean own = Files.exists(OWN) && Files.isSameFile(OWN, tmp);
      links = own ? OWN.resolve("device") : Files.createTempDirectory(tmp, "device");
    }
    return links;
  }

  private Storage open() throws IOException {
    if (isWritable()) {
      for (String s : SHARED) {
        Files.createDirectories(root.resolve(EXTERNAL).resolve(s));
      }
    }
    for (String s : List.of(DATA, PROTECTED)) {
      Files.createDirectories(root.resolve(s).resolve(packageName));
    }
    return this;
  }

  /** The state of shared storage, in the words of {@code Environment}. */
  public static String state() {
    return STATE.get().get();
  }

  /** Says what state shared storage is in; the front has done to its files what that means. */
  public static void setState(String state) {
    STATE.get().set(state);
  }

  /** Whether nothing more can be written. */
  public static boolean isFull() {
    return FULL.get().get();
  }

  /** Says whether nothing more can be written. */
  public static void setFull(boolean full) {
    FULL.get().set(full);
    if (full) {
      String root = LOADED.get().get().root.toString();
      Room.fill(
          Storage::noRoom,
          root.equals("/") ? "/data/" : root,
          "/sdcard/",
          "/storage/",
          "/mnt/sdcard/");
    } else {
      Room.fill(null);
    }
  }

  /** What libcore makes of a write that found no room. */
  private static IOException noRoom() {
    ErrnoException e = new ErrnoException("write", OsConstants.ENOSPC);
    return new IOException("write failed: ENOSPC (No space left on device)", e);
  }

  /** Whether files can be written in shared storage. */
  public static boolean isWritable() {
    return state().equals(Environment.MEDIA_MOUNTED);
  }

  /** Has the framework use these folders, from now on. */
  public void use() {
    LOADED.get().set(this);
    ShadowEnvironment.setExternalStorageState(state());
    ShadowEnvironment.setExternalStorageDirectory(shared());
  }

  /** The path under which the app knows its APK. */
  public Path installed(Path apk) {
    return root.resolve(APPS).resolve(apk.getParent().getFileName()).resolve(apk.getFileName());
  }

  /** The paths on a device by those on the host, both as linked and as they are. */
  public Map<String, String> onDevice(Path home, Path apk) {
    Map<String, String> names = new LinkedHashMap<>();
    if (!root.equals(ROOT)) {
      targets(home, apk).forEach((device, host) -> names.put(host.toString(), "/" + device));
      names.put(root.toString(), "");
    }
    return names;
  }

  /** The root of shared storage, which need not be there. */
  static Path shared() {
    Storage loaded = LOADED.get().get();
    return loaded == null
        ? RuntimeEnvironment.getTempDirectory().createIfNotExists(EXTERNAL)
        : loaded.root.resolve(EXTERNAL);
  }

  /** Whether the app sees the paths of a device. */
  public static boolean isMounted() {
    Storage loaded = LOADED.get().get();
    return loaded != null && loaded.root.equals(ROOT);
  }

  /**
   * The folder that Robolectric wants a temporary one for.
   *
   * @param name userDataDir, deviceDataDir, or a package with -dataDir or -sourceDir
   */
  public static String folder(String name) {
    Storage loaded = LOADED.get().get();
    if (loaded == null) {
      return RuntimeEnvironment.getTempDirectory().createIfNotExists(name).toString();
    }
    return loaded.of(name).toString();
  }

  /**
   * Names the folder of an app's native libraries, beside its APK: the front lays them there. Where
   * an app has none, there is no such folder, as on a phone.
   */
  public static void nameLibraries(ApplicationInfo app) {
    if (app.nativeLibraryDir == null && app.sourceDir != null) {
      app.nativeLibraryDir = Path.of(app.sourceDir).resolveSibling(LIBRARIES).toString();
    }
  }

  private Path of(String name) {
    if (name.equals("deviceDataDir")) {
      return root.resolve(PROTECTED).resolve(packageName);
    }
    if (name.equals("userDataDir")) {
      return root.resolve(DATA).resolve(packageName);
    }
    String other = name.substring(0, name.lastIndexOf('-'));
    return root.resolve(name.endsWith("-dataDir") ? DATA : APPS).resolve(other);
  }
}
