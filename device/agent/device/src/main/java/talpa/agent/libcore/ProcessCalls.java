package talpa.agent.libcore;

import android.os.Build;
import android.os.StatFs;
import java.io.File;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a process is told of itself and the disk: the environment that Android's zygote gives it,
 * properties of its runtime, and the room that the device has, whatever the host has.
 */
public final class ProcessCalls {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "ANDROID_ASSETS", "/system/app",
          "ANDROID_BOOTLOGO", "1",
          "ANDROID_DATA", "/data",
          "ANDROID_ROOT", "/system",
          "ANDROID_STORAGE", "/storage",
          "ASEC_MOUNTPOINT", "/mnt/asec",
          "DOWNLOAD_CACHE", "/data/cache",
          "EXTERNAL_STORAGE", "/sdcard",
          "PATH", "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
          "TMPDIR", "/data/local/tmp");

  /** A kernel of phones, not the host's. */
  private static final String KERNEL = "6.6.30-android15-8";

  private ProcessCalls() {}

  /** System.getenv. */
  public static String getenv(String name) {
    return ENVIRONMENT.get(Objects.requireNonNull(name));
  }

  /** System.getenv: in an order that is the same in every run. */
  public static Map<String, String> getenv() {
    return new TreeMap<>(ENVIRONMENT);
  }

  /**
   * The properties in which the runtime differs from the JVM's. The JVM's own name stays: libraries
   * choose by it how they reach into the runtime. The version is ART's: MultiDex reaches into the
   * class loader of an older one.
   */
  private static String property(String key) {
    return switch (key) {
      case "http.agent" ->
          "Dalvik/2.1.0 (Linux; U; Android "
              + Build.VERSION.RELEASE
              + "; "
              + Build.MODEL
              + " Build/"
              + Build.ID
              + ")";
      case "java.vm.version" -> "2.1.0";
      case "os.arch" -> "aarch64";
      case "os.version" -> KERNEL;
      case "user.dir" -> "/";
      case "user.home", "user.name" -> "";
      default -> null;
    };
  }

  /** System.getProperty. */
  public static String getProperty(String key) {
    return getProperty(key, null);
  }

  /** System.getProperty. */
  public static String getProperty(String key, String otherwise) {
    String own = property(key);
    return own != null ? own : System.getProperty(key, otherwise);
  }

  /** File.getTotalSpace. */
  public static long getTotalSpace(File f) {
    return f.exists() ? new StatFs(f.getPath()).getTotalBytes() : 0;
  }

  /** File.getFreeSpace. */
  public static long getFreeSpace(File f) {
    return f.exists() ? new StatFs(f.getPath()).getFreeBytes() : 0;
  }

  /** File.getUsableSpace. */
  public static long getUsableSpace(File f) {
    return f.exists() ? new StatFs(f.getPath()).getAvailableBytes() : 0;
  }
}
