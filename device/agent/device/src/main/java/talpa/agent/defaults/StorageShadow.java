package talpa.agent.defaults;

import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowStorageManager;
import talpa.agent.process.Storage;

/** The primary volume is the first of the list. */
@Implements(className = "android.os.storage.StorageManager")
public class StorageShadow extends ShadowStorageManager {
  @RealObject private StorageManager manager;

  /** What an app may not make by itself the system makes, unless there is nowhere to. */
  @Implementation
  protected void mkdirs(File dir) {
    if (!Storage.isWritable() || !dir.mkdirs() && !dir.isDirectory()) {
      throw new IllegalStateException("Failed to prepare " + dir + ": " + Storage.state());
    }
  }

  /** Shared storage. */
  @Implementation
  protected StorageVolume getPrimaryStorageVolume() {
    return manager.getStorageVolumes().get(0);
  }
}
