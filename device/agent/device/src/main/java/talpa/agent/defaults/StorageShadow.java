package talpa.agent.defaults;

import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowStorageManager;

/** The primary volume is the first of the list. */
@Implements(className = "android.os.storage.StorageManager")
public class StorageShadow extends ShadowStorageManager {
  @RealObject private StorageManager manager;

  /** Shared storage. */
  @Implementation
  protected StorageVolume getPrimaryStorageVolume() {
    return manager.getStorageVolumes().get(0);
  }
}
