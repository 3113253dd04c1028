package talpa.agent.process;

import android.os.Environment;
import java.io.File;
import java.nio.file.Path;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEnvironment;

/** Shared storage: its folders, and the state that the user has brought it into. */
@Implements(className = "android.os.Environment")
public class EnvironmentShadow extends ShadowEnvironment {
  /** The root of shared storage, by the same path as that of public folders. */
  @Implementation
  protected static File getExternalStorageDirectory() {
    return Storage.shared().toFile();
  }

  /** Names the folder, and nothing more: Robolectric's makes it, and throws where it cannot. */
  @Implementation
  protected static File getExternalStoragePublicDirectory(String type) {
    return new File(getExternalStorageDirectory(), type);
  }

  private static File[] own(String kind, String packageName, String name) {
    Path dir = getExternalStorageDirectory().toPath().resolve("Android").resolve(kind);
    return new File[] {dir.resolve(packageName).resolve(name).toFile()};
  }

  /** The app's cache in shared storage. */
  @Implementation
  protected static File[] buildExternalStorageAppCacheDirs(String packageName) {
    return own("data", packageName, "cache");
  }

  /** The app's files in shared storage. */
  @Implementation
  protected static File[] buildExternalStorageAppFilesDirs(String packageName) {
    return own("data", packageName, "files");
  }

  /** The app's media in shared storage. */
  @Implementation
  protected static File[] buildExternalStorageAppMediaDirs(String packageName) {
    return own("media", packageName, "");
  }

  /** The app's expansion files. */
  @Implementation
  protected static File[] buildExternalStorageAppObbDirs(String packageName) {
    return own("obb", packageName, "");
  }

  /** Asked of the one volume, which the platform's code takes from a list that is not there. */
  @Implementation
  protected static boolean isExternalStorageManager() {
    return Environment.isExternalStorageManager(getExternalStorageDirectory());
  }

  /** Shared storage is a part of the phone's own. */
  @Implementation
  protected static boolean isExternalStorageEmulated() {
    return true;
  }

  /** Shared storage is a part of the phone's own. */
  @Implementation
  protected static boolean isExternalStorageEmulated(File path) {
    return true;
  }

  /** The state of the one volume. */
  @Implementation
  protected static String getStorageState(File directory) {
    return Storage.state();
  }

  /** The state of the one volume. */
  @Implementation
  protected static String getExternalStorageState() {
    return Storage.state();
  }

  /** The state of the one volume. */
  @Implementation
  protected static String getExternalStorageState(File directory) {
    return Storage.state();
  }
}
