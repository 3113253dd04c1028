package talpa.agent.defaults;

import android.os.StatFs;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import java.io.File;
import java.io.IOException;
import java.util.UUID;
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

  /** The app's folders and shared storage are on one volume, as on phones without a card. */
  @Implementation
  protected UUID getUuidForPath(File path) throws IOException {
    if (path == null) {
      throw new NullPointerException();
    }
    return StorageManager.UUID_DEFAULT;
  }

  /** Room that can be had, beside caches that the system could clear: the device's. */
  @Implementation
  protected long getAllocatableBytes(UUID volume) {
    return Storage.isWritable() ? new StatFs("/data").getAvailableBytes() : 0;
  }

  /** Shared storage. */
  @Implementation
  protected StorageVolume getPrimaryStorageVolume() {
    return manager.getStorageVolumes().get(0);
  }
}
