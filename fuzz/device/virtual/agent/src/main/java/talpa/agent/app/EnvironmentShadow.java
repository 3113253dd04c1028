package talpa.agent.app;

import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowEnvironment;

/** Shared storage is there and writable, by whatever path one asks. */
@Implements(className = "android.os.Environment")
public class EnvironmentShadow extends ShadowEnvironment {
  /** Always mounted. */
  @Implementation
  protected static String getExternalStorageState() {
    return "mounted";
  }

  /** Always mounted. */
  @Implementation
  protected static String getExternalStorageState(File directory) {
    return "mounted";
  }
}
