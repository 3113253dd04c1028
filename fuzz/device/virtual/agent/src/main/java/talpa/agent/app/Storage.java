package talpa.agent.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** The path under which an app knows its APK, by the true one. */
  private static final Map<Path, Path> INSTALLED = new HashMap<>();

  private Storage() {}

  /** Gives the APK a path that is the same in every run. */
  static Path install(Path apk) throws IOException {
    Path link = INSTALLED.get(apk);
    if (link == null) {
      link = Folders.temporary().resolve("base.apk");
      Files.createSymbolicLink(link, apk.toAbsolutePath());
      INSTALLED.put(apk, link);
    }
    return link;
  }

  /**
   * A folder of the app.
   *
   * @param name its name in Robolectric's folder
   * @param target where it is on the host
   * @param device where it is on a device
   */
  private record Folder(String name, Path target, String device) {}

  /**
   * Links the folders of the package to those below dir; call before the application is made.
   *
   * @return the paths on a device by those on the host, both as linked and as they are
   */
  static Map<String, String> link(Path dir, String packageName) throws IOException {
    Path shared = dir.resolve("sdcard");
    for (String s : SHARED) {
      Files.createDirectories(shared.resolve(s));
    }
    Path data = dir.resolve("data");
    Path protectedData = dir.resolve("device").resolve(packageName);
    List<Folder> folders =
        List.of(
            new Folder(
                packageName + "-dataDir", data.resolve(packageName), "/data/user/0/" + packageName),
            new Folder("userDataDir", data, "/data/user/0"),
            new Folder("deviceDataDir", protectedData, "/data/user_de/0/" + packageName),
            new Folder("external-cache", shared, "/storage/emulated/0"),
            new Folder("external-files", shared, "/storage/emulated/0"));
    Path temp = RuntimeEnvironment.getTempDirectory().getBasePath();
    Map<String, String> names = new LinkedHashMap<>();
    for (Folder f : folders) {
      Path target = f.target.toAbsolutePath();
      Path link = temp.resolve(f.name);
      Files.createDirectories(target);
      Files.createSymbolicLink(link, target);
      names.put(link.toString(), f.device);
      names.put(target.toString(), f.device);
    }
    ShadowEnvironment.setExternalStorageState("mounted");
    return names;
  }
}
