package talpa.agent.load;

import static org.robolectric.util.reflector.Reflector.reflector;

import android.app.LoadedApk;
import android.content.pm.ApplicationInfo;
import java.util.List;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowLoadedApk;
import org.robolectric.util.reflector.Direct;
import org.robolectric.util.reflector.ForType;
import talpa.agent.process.Storage;

/**
 * Where an app's files lie: the platform's own code finds resources in all the APKs of one in
 * splits, and native libraries in their folder.
 */
@Implements(className = "android.app.LoadedApk")
public class SplitsShadow extends ShadowLoadedApk {
  private static String[] splits = {};
  private static String owner = "";

  @RealObject private LoadedApk apk;

  /** The paths of the next app's splits; none if it is one APK. */
  static void set(String packageName, List<String> paths) {
    owner = packageName;
    splits = paths.toArray(new String[0]);
  }

  /** Names the splits and the folder before the platform takes them over. */
  @Implementation
  protected void setApplicationInfo(ApplicationInfo info) {
    Storage.nameLibraries(info);
    if (splits.length > 0 && owner.equals(info.packageName)) {
      info.splitSourceDirs = splits.clone();
      info.splitPublicSourceDirs = splits.clone();
      info.splitNames = new String[splits.length];
      for (int i = 0; i < splits.length; i++) {
        info.splitNames[i] = "split" + i;
      }
    }
    reflector(Real.class, apk).setApplicationInfo(info);
  }

  /** The code of the framework. */
  @ForType(LoadedApk.class)
  interface Real {
    @Direct
    void setApplicationInfo(ApplicationInfo info);
  }
}
