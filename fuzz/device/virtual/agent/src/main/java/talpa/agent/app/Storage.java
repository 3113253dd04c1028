package talpa.agent.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadows.ShadowEnvironment;

/**
 * The app's folders. Robolectric wants them in its own temporary folder: links there lead to the
 * device's data folder, which outlives the process.
 */
final class Storage {
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

  private Storage() {}

  /** Links the folders of the package to those below dir; call before the application is made. */
  static void link(Path dir, String packageName) throws IOException {
    Path shared = dir.resolve("sdcard");
    for (String s : SHARED) {
      Files.createDirectories(shared.resolve(s));
    }
    Path temp = RuntimeEnvironment.getTempDirectory().getBasePath();
    Map<String, Path> links =
        Map.of(
            packageName + "-dataDir",
            dir.resolve("data").resolve(packageName),
            "userDataDir",
            dir.resolve("data"),
            "deviceDataDir",
            dir.resolve("device").resolve(packageName),
            "external-cache",
            shared,
            "external-files",
            shared);
    for (Map.Entry<String, Path> e : links.entrySet()) {
      Files.createDirectories(e.getValue());
      Files.createSymbolicLink(temp.resolve(e.getKey()), e.getValue().toAbsolutePath());
    }
    ShadowEnvironment.setExternalStorageState("mounted");
  }
}
