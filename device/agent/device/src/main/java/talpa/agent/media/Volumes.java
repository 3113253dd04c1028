package talpa.agent.media;

import android.app.Application;
import android.os.Build;
import android.os.Environment;
import android.os.Process;
import android.os.UserHandle;
import android.os.storage.StorageManager;
import android.os.storage.StorageVolume;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowStorageManager;
import org.robolectric.shadows.StorageVolumeBuilder;
import org.robolectric.util.ReflectionHelpers;
import talpa.agent.bridge.Platform;
import talpa.agent.process.Storage;

/** The one volume of a phone without a card: shared storage, emulated. */
public final class Volumes {
  private Volumes() {}

  /** What there is of shared storage now. */
  public static StorageVolume primary() {
    return RuntimeEnvironment.getApplication()
        .getSystemService(StorageManager.class)
        .getPrimaryStorageVolume();
  }

  /** Tells the storage manager of the volume, in its present state. */
  public static void install(Application app) {
    ShadowStorageManager s = Shadow.extract(app.getSystemService(StorageManager.class));
    s.resetStorageVolumeList();
    StorageVolume v =
        new StorageVolumeBuilder(
                "emulated;0",
                Environment.getExternalStorageDirectory(),
                "Internal shared storage",
                UserHandle.getUserHandleForUid(Process.myUid()),
                Storage.state())
            .setIsPrimary(true)
            .setIsEmulated(true)
            .setIsRemovable(false)
            .setFsUuid(null)
            .build();
    if (Platform.has(Build.VERSION_CODES.S))
      ReflectionHelpers.setField(v, "mUuid", StorageManager.UUID_DEFAULT); // else drawn by chance
    s.addStorageVolume(v);
  }
}
